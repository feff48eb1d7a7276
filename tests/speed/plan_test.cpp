// Sizes, filter weights and what is refused: the parts of a plan that can be checked by hand.
#include "speed/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "api/error.h"
#include "exact/host_device.h"
#include "speed/gaussian.h"
#include "speed/prescale_tables.h"

namespace speedqa {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

FrameFormat format_of(int width, int height, ChromaSubsampling chroma = ChromaSubsampling::yuv420,
                      int depth = 8) {
    return {width, height, chroma, depth};
}

struct Refusal {
    speedqa_status status = SPEEDQA_OK;
    std::string message;
};

Refusal refusal_of(const FrameFormat& format, const std::string& feature) {
    try {
        make_plan(format, {parse_feature(feature)});
    } catch (const Error& error) {
        return {error.status(), error.what()};
    }
    return {};
}

TEST(Format, StoredAndScoredSizesDifferForOddSizesOnly) {
    const FrameFormat odd = format_of(531, 403);
    EXPECT_EQ(stored_plane_size(odd, 1).width, 266);
    EXPECT_EQ(scored_plane_size(odd, 1).width, 265);
    EXPECT_EQ(stored_plane_size(odd, 2).height, 202);
    EXPECT_EQ(scored_plane_size(odd, 2).height, 201);
    EXPECT_EQ(frame_bytes(odd), 531u * 403 + 2 * 266 * 202);
    const FrameFormat half = format_of(533, 401, ChromaSubsampling::yuv422, 10);
    EXPECT_EQ(scored_plane_size(half, 1).height, 401);
    EXPECT_EQ(frame_bytes(half), 2u * (533 * 401 + 2 * 267 * 401));
    EXPECT_EQ(frame_bytes(format_of(7, 3, ChromaSubsampling::yuv400)), 21u);
    EXPECT_EQ(describe(half), "533x401 4:2:2 10-bit");
}

TEST(Plan, SizesOfA4KChromaPlane) {
    const Plan plan = make_plan(format_of(3840, 2160), {parse_feature("speed_chroma")});
    const ImageTables& tables = plan.features[0].tables;
    EXPECT_EQ(tables.source_width, 1920);
    EXPECT_EQ(tables.small_width, 120);
    EXPECT_EQ(tables.small_height, 67);
    EXPECT_EQ(tables.window_samples(), 116 * 61);
    EXPECT_EQ(tables.blocks(), 24 * 13);
    EXPECT_EQ(tables.prescale.taps, 0);
}

TEST(Plan, PrescaleNearOneLeavesTheSizesAlone) {
    const Plan plan = make_plan(format_of(640, 360), {parse_feature("speed_chroma=ps=1.0005:psm=bicubic")});
    EXPECT_EQ(plan.features[0].tables.scaled_width, 320);
    EXPECT_EQ(plan.features[0].tables.prescale.taps, 0);
    EXPECT_EQ(scaled_size(1080, 0.6), 648);
    EXPECT_EQ(scaled_size(333, 0.5), 167);
}

TEST(Plan, TheSmallestSizesAreAcceptedAndOneLessIsNot) {
    const auto yuv444 = ChromaSubsampling::yuv444;
    EXPECT_EQ(refusal_of(format_of(160, 160), "speed_chroma").status, SPEEDQA_OK);
    EXPECT_EQ(refusal_of(format_of(80, 80, yuv444), "speed_chroma").status, SPEEDQA_OK);
    EXPECT_EQ(refusal_of(format_of(80, 80), "speed_temporal").status, SPEEDQA_OK);
    for (const auto& [width, height] :
         {std::pair(158, 160), std::pair(160, 159), std::pair(1, 1), std::pair(2, 2)}) {
        const Refusal refusal = refusal_of(format_of(width, height), "speed_chroma");
        EXPECT_EQ(refusal.status, SPEEDQA_TOO_SMALL);
        EXPECT_THAT(refusal.message, HasSubstr("too small: at least 160x160"));
    }
    EXPECT_THAT(refusal_of(format_of(80, 79), "speed_temporal").message, HasSubstr("at least 80x80"));
    EXPECT_THAT(refusal_of(format_of(79, 80, yuv444), "speed_chroma").message, HasSubstr("at least 80x80"));
    EXPECT_THAT(refusal_of(format_of(300, 300), "speed_chroma=ps=0.5").message,
                HasSubstr("at least 318x318"));
    EXPECT_EQ(refusal_of(format_of(318, 318), "speed_chroma=ps=0.5").status, SPEEDQA_OK);
    EXPECT_EQ(refusal_of(format_of(20, 20), "speed_temporal=ps=4").status, SPEEDQA_OK);
}

TEST(Plan, RefusesWhatHasNoChromaOrAnUnknownDepth) {
    const Refusal grey = refusal_of(format_of(640, 360, ChromaSubsampling::yuv400), "speed_chroma");
    EXPECT_EQ(grey.status, SPEEDQA_UNSUPPORTED);
    EXPECT_THAT(grey.message, HasSubstr("no chroma planes"));
    EXPECT_EQ(refusal_of(format_of(640, 360, ChromaSubsampling::yuv400), "speed_temporal").status,
              SPEEDQA_OK);
    for (const int depth : {0, 7, 9, 14, 15, 17, 32})
        EXPECT_EQ(refusal_of(format_of(640, 360, ChromaSubsampling::yuv420, depth), "speed_temporal").message,
                  "bit depth " + std::to_string(depth) + ": must be 8, 10, 12 or 16");
    EXPECT_EQ(refusal_of(format_of(0, 360), "speed_temporal").status, SPEEDQA_INVALID_ARGUMENT);
    EXPECT_EQ(refusal_of(format_of(640, 32769), "speed_temporal").status, SPEEDQA_INVALID_ARGUMENT);
    EXPECT_THROW(make_plan(format_of(640, 360), {}), Error);
}

TEST(Gaussian, TapsAreOddAndAtLeastThree) {
    EXPECT_EQ(filter_taps(9, 1.0), 9);
    EXPECT_EQ(filter_taps(9, 4.0), 37);
    EXPECT_EQ(filter_taps(9, 0.5), 5);
    EXPECT_EQ(filter_taps(2, 1.0), 3);
    EXPECT_EQ(filter_taps(2, 0.1), 3);
    EXPECT_EQ(filter_taps(2, 4.0), 9);
    EXPECT_LE(filter_taps(9, 4.0), max_filter_taps);
    EXPECT_LE(filter_taps(2, 4.0), max_mean_taps);
}

std::vector<std::uint32_t> words(const std::vector<float>& values) {
    std::vector<std::uint32_t> bits;
    for (const float value : values) bits.push_back(exact::bits_of(value));
    return bits;
}

TEST(Gaussian, DefaultWeightsHaveTheReferencesBits) {
    // The steps of docs/algorithm.md in NumPy, one rounding at a time.
    EXPECT_THAT(words(antialias_weights(1.0)),
                ElementsAre(0x3d9aedc6u, 0x3dcaf6b8u, 0x3df6259eu, 0x3e0a2cd8u, 0x3e0f9c33u, 0x3e0a2cd8u,
                            0x3df6259eu, 0x3dcaf6b8u, 0x3d9aedc6u));
    EXPECT_THAT(words(local_mean_weights(1.0)), ElementsAre(0x3e2a5f21u, 0x3f2ad06fu, 0x3e2a5f21u));
}

TEST(Prescale, NearestAndBilinearPositionsByHand) {
    const AxisTaps nearest = axis_taps(PrescaleMethod::nearest, 10, 5);
    EXPECT_THAT(nearest.index, ElementsAre(0, 2, 4, 6, 8));
    // Output k of 5 lies at (k + 0.5)*2 - 0.5 = 0.5, 2.5, ...: halfway between two samples.
    const AxisTaps halves = axis_taps(PrescaleMethod::bilinear, 10, 5);
    EXPECT_THAT(halves.index, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    for (const float weight : halves.weight) EXPECT_EQ(weight, 0.5f);
    // Twice the size: positions -0.25, 0.25, ..., 4.25; outside, taps mirror and keep their distance to the
    // mirrored tap.
    const AxisTaps doubled = axis_taps(PrescaleMethod::bilinear, 5, 10);
    EXPECT_EQ(doubled.index[0], 1);
    EXPECT_EQ(doubled.index[1], 0);
    EXPECT_EQ(doubled.weight[1], -1.25f);
    EXPECT_EQ(doubled.index[18], 4);
    EXPECT_EQ(doubled.index[19], 3);
}

TEST(Prescale, TapsStayInsideTheSource) {
    for (const auto method : {PrescaleMethod::nearest, PrescaleMethod::bilinear, PrescaleMethod::bicubic,
                              PrescaleMethod::lanczos4}) {
        for (int source = 20; source < 140; source += 3) {
            for (int scaled = 80; scaled <= 4 * source && scaled < 200; scaled += 7) {
                const std::vector<int> index = axis_taps(method, source, scaled).index;
                const auto [least, most] = std::minmax_element(index.begin(), index.end());
                ASSERT_TRUE(*least >= 0 && *most < source) << source << " to " << scaled;
            }
        }
    }
}

}  // namespace
}  // namespace speedqa
