#!/bin/sh
# format.sh format|check-format: clang-format over all sources of ours.
set -eu
flags="-i"
[ "$1" = check-format ] && flags="--dry-run -Werror"
git ls-files '*.h' '*.hpp' '*.cpp' '*.c' '*.cu' '*.cuh' '*.hip' | grep -v '_table[a-z_]*\.h$' |
    xargs clang-format-14 $flags
