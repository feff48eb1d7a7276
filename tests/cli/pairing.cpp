// What keeps two clips from being compared, and what is only worth a warning.
#include "cli/pairing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/error.h"

namespace speedqa::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ClipInfo clip(const std::string& path, FrameFormat format) {
    ClipInfo info;
    info.path = path;
    info.container = "Y4M";
    info.format = format;
    return info;
}

const FrameFormat plain = {640, 360, ChromaSubsampling::yuv420, 8};

std::string refusal(const ClipInfo& reference, const ClipInfo& distorted) {
    try {
        check_pair(reference, distorted);
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), SPEEDQA_INVALID_ARGUMENT);
        return error.what();
    }
    return "accepted";
}

TEST(CheckPair, names_both_clips_both_values_and_the_way_out) {
    EXPECT_EQ(refusal(clip("ref.y4m", plain), clip("dis.y4m", plain)), "accepted");
    EXPECT_EQ(
        refusal(clip("ref.y4m", plain), clip("dis.y4m", {320, 180, ChromaSubsampling::yuv420, 8})),
        "ref.y4m is 640x360 4:2:0 8-bit, dis.y4m is 320x180 4:2:0 8-bit: sizes must agree; to convert the "
        "distorted clip:\n  ffmpeg -i dis.y4m -vf scale=640:360 -pix_fmt yuv420p -strict -1 converted.y4m");
    EXPECT_THAT(refusal(clip("a", plain), clip("b", {640, 360, ChromaSubsampling::yuv444, 10})),
                HasSubstr("chroma formats and bit depths must agree"));
    EXPECT_THAT(refusal(clip("a", {640, 360, ChromaSubsampling::yuv422, 10}), clip("b", plain)),
                HasSubstr("-pix_fmt yuv422p10le"));
    EXPECT_THAT(refusal(clip("a", {640, 360, ChromaSubsampling::yuv400, 16}), clip("b", plain)),
                HasSubstr("-pix_fmt gray16le"));
}

TEST(CheckPair, the_command_survives_a_shell) {
    ClipInfo odd = clip("-it's a \"clip\".yuv", {320, 180, ChromaSubsampling::yuv420, 12});
    odd.container = "raw YUV";
    EXPECT_THAT(
        refusal(clip("ref.y4m", plain), odd),
        HasSubstr(
            "ffmpeg -f rawvideo -video_size 320x180 -pix_fmt yuv420p12le -i './-it'\\''s a \"clip\".yuv' "
            "-vf scale=640:360 -pix_fmt yuv420p "));
}

TEST(PairWarnings, none_for_clips_that_agree_or_do_not_say) {
    ClipInfo reference = clip("ref.y4m", plain);
    ClipInfo distorted = clip("dis.y4m", plain);
    EXPECT_THAT(pair_warnings(reference, distorted), IsEmpty());
    reference.rate_numerator = 30;
    reference.rate_denominator = 1;
    reference.range = ColorRange::limited;
    EXPECT_THAT(pair_warnings(reference, distorted), IsEmpty());
    distorted.rate_numerator = 60;
    distorted.rate_denominator = 2;
    EXPECT_THAT(pair_warnings(reference, distorted), IsEmpty());
}

TEST(PairWarnings, one_line_for_each_doubt) {
    ClipInfo reference = clip("ref.y4m", plain);
    ClipInfo distorted = clip("dis.y4m", plain);
    reference.rate_numerator = 25;
    reference.rate_denominator = 1;
    distorted.rate_numerator = 24000;
    distorted.rate_denominator = 1001;
    distorted.range = ColorRange::full;
    reference.interlaced = true;
    EXPECT_THAT(
        pair_warnings(reference, distorted),
        ElementsAre(
            "frame rates differ: ref.y4m has 25, dis.y4m has 24000/1001 frames per second; frames are "
            "paired in order",
            "colour ranges differ: ref.y4m not stated, dis.y4m full; samples are compared as stored",
            "ref.y4m is interlaced: frames are compared as they stand, both fields together"));
    distorted.interlaced = true;
    EXPECT_THAT(pair_warnings(reference, distorted).back(), HasSubstr("both clips are interlaced"));
}

}  // namespace
}  // namespace speedqa::cli
