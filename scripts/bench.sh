#!/bin/sh
# bench.sh BUILD [VMAF]: times both features at three sizes, one thread, frames in memory; with libvmaf's tool, VMAF, also
# both tools side by side on the same files.
set -eu

speedqa=$1/src/cli/speedqa
vmaf=${2:-}
. "$(dirname "$0")/bench_clips.sh"

# The least wall time of five runs of a command, in nanoseconds, after one that must succeed.
best_of_five() {
    "$@" >/dev/null 2>"$clips/log" || {
        cat "$clips/log" >&2
        return 1
    }
    for _ in 1 2 3 4 5; do
        start=$(date +%s%N)
        "$@" >/dev/null 2>&1
        echo $(($(date +%s%N) - start))
    done | sort -n | head -n 1
}

for size in 576x324 1920x1080 3840x2160; do
    make_clips "$size" 16
    pair="-r $clips/ref_$size.y4m -d $clips/dis_$size.y4m"
    for feature in speed_chroma speed_temporal speed_chroma=ps=0.5:psm=bilinear:snn=0.19:nnf=0.1:wvm=5:mxv=45; do
        echo "$size $feature"
        "$speedqa" bench $pair --feature "$feature" --backend cpu --threads 1 | sed 's/^/  /'
        [ -n "$vmaf" ] || continue
        long=$(echo "$feature" | sed 's/=ps=/=speed_prescale=/; s/:psm=/:speed_prescale_method=/; s/:snn=/:speed_sigma_nn=/; s/:nnf=/:speed_nn_floor=/; s/:wvm=/:speed_weight_var_mode=/; s/:mxv=/:speed_max_val=/')
        theirs=$(best_of_five "$vmaf" $pair --no_prediction --feature "$long" --threads 1 -q --json -o "$clips/vmaf.json")
        ours=$(best_of_five "$speedqa" $pair --feature "$feature" --backend cpu --threads 1 -q --json -o "$clips/speedqa.json")
        echo "$theirs $ours" | awk '{printf "  whole tool, 16 frames: libvmaf %.1f ms, speedqa %.1f ms, %.1f times faster\n", $1/1e6, $2/1e6, $1/$2}'
    done
done
