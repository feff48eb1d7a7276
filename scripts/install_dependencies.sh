#!/bin/sh
# install_dependencies.sh [PACKAGE...]: installs the Debian packages that speedqa builds with, and those named, if any is
# missing.
set -eu

packages="g++ cmake ninja-build pkg-config ffmpeg libavformat-dev libavcodec-dev libavutil-dev libcli11-dev libfmt-dev
nlohmann-json3-dev libhwy-dev libgtest-dev libgmock-dev libmpfr-dev libbenchmark-dev libssl-dev libxml2-utils
python3-pip python3-venv unzip clang-format-14 $*"

missing=""
for package in $packages; do
    state=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$state" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "speedqa: this script installs Debian packages; on another system install the like of:$missing" >&2
    exit 1
fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "speedqa: run as root: apt-get install$missing" >&2; exit 1; }
    as_root=sudo
fi
echo "Installing:$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
{ $as_root apt-get update && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } \
    >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
