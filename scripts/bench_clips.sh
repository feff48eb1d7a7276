# Sourced by the scripts beside it: make_clips WIDTHxHEIGHT FRAMES [NAME] writes .cache/bench/ref_NAME.y4m, moving test picture and
# noise, and dis_NAME.y4m, the same blurred, if they are not there yet.
clips=.cache/bench
mkdir -p "$clips"

make_clips() {
    name=${3:-$1}
    source="testsrc2=s=$1:r=25,noise=alls=20:allf=t+u:all_seed=3"
    [ -f "$clips/ref_$name.y4m" ] ||
        ffmpeg -v error -nostdin -f lavfi -i "$source" -frames:v "$2" -pix_fmt yuv420p "$clips/ref_$name.y4m"
    [ -f "$clips/dis_$name.y4m" ] ||
        ffmpeg -v error -nostdin -i "$clips/ref_$name.y4m" -vf "gblur=1.5,noise=alls=6:allf=t:all_seed=7" -pix_fmt yuv420p "$clips/dis_$name.y4m"
}
