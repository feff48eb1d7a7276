#!/bin/sh
# build_and_run.sh BUILD_DIR REF.yuv DIS.yuv: builds score.c with what pkg-config says, as C99, and runs it.
set -eu
build=$1
shift
mkdir -p "$build"
# shellcheck disable=SC2086,SC2046
${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Werror ${CFLAGS:-} $(pkg-config --cflags speedqa) \
    "$(dirname "$0")/score.c" -o "$build/score" $(pkg-config --libs speedqa)
"$build/score" "$@"
