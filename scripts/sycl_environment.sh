#!/bin/sh
# sycl_environment.sh [DIRECTORY]: installs the runtime that the SYCL backend builds with and runs on into a Python virtual
# environment, .venv-sycl by default; about 1.3 GB. Does nothing where it is already there.
set -eu

scripts=$(dirname "$0")
directory=${1:-$scripts/../.venv-sycl}
requirements=$scripts/sycl_requirements.txt
installed=$directory/installed.txt

if cmp -s "$requirements" "$installed"; then exit 0; fi
echo "Installing the SYCL runtime into $directory"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { python3 -m venv "$directory" &&
    "$directory/bin/python" -m pip install --disable-pip-version-check --no-input -r "$requirements"; } >"$log" 2>&1; then
    cat "$log" >&2
    echo "speedqa: the SYCL runtime could not be installed; build with -DSPEEDQA_SYCL=OFF to do without it" >&2
    exit 1
fi
cp "$requirements" "$installed"
