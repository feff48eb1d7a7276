#!/bin/sh
# bench_growth.sh BUILD: how the cost of a frame grows with its size, the number of threads and the number of frames, on the
# CPU; writes one JSON object of `speedqa bench` after the other. scripts/plot_growth.py draws them.
set -eu

speedqa=$1/src/cli/speedqa
. "$(dirname "$0")/bench_clips.sh"

# measure SERIES NAME OPTION...: one measurement, with the name of the series it belongs to.
measure() {
    series=$1
    name=$2
    shift 2
    "$speedqa" bench -r "$clips/ref_$name.y4m" -d "$clips/dis_$name.y4m" --backend cpu "$@" --json | sed "1s/{/{\"series\": \"$series\",/"
}

for size in 352x288 576x324 960x540 1280x720 1920x1080 2560x1440 3840x2160; do
    make_clips "$size" 8
    for feature in speed_chroma speed_temporal; do
        measure size "$size" --feature "$feature" --threads 1
    done
done
for threads in 1 2 4 8 16 32 64; do
    [ "$threads" -le "$(nproc)" ] || break
    for size in 576x324 1920x1080 3840x2160; do
        measure threads "$size" --feature speed_chroma --threads "$threads"
    done
done
make_clips 1920x1080 64 long
for frames in 1 2 4 8 16 32 64; do
    for feature in speed_chroma speed_temporal; do
        measure frames long --feature "$feature" --threads 1 --frame_cnt "$frames"
    done
done
