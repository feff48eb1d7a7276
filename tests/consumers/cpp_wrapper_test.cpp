// speedqa.hpp: exceptions for statuses, ownership, and the scores of the C API.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <speedqa/speedqa.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "golden/clip_generator.h"
#include "golden/facts.h"

namespace {

using testing::HasSubstr;

static_assert(!std::is_copy_constructible_v<speedqa::Context> &&
              !std::is_copy_assignable_v<speedqa::Context>);
static_assert(std::is_nothrow_move_constructible_v<speedqa::Context>);
static_assert(!std::is_copy_constructible_v<speedqa::Config> && !std::is_copy_assignable_v<speedqa::Config>);
static_assert(std::is_nothrow_move_constructible_v<speedqa::Config>);

constexpr speedqa_format sd{576, 324, SPEEDQA_YUV420, 8};

std::span<const std::byte> bytes_of(const speedqa::Frame& frame) {
    return {static_cast<const std::byte*>(frame.view.planes[0].data), speedqa::packed_frame_bytes(sd)};
}

void push_golden_clip(speedqa::Context& context) {
    for (const auto& frame : speedqa::golden::make_clip(speedqa::golden::clip_spec("sd_420_8")))
        context.push(speedqa::packed_frame(sd, bytes_of(frame.reference)),
                     speedqa::packed_frame(sd, bytes_of(frame.distorted)));
}

void expect_golden_scores(speedqa::Context& context) {
    const speedqa::golden::ScoreSet golden = speedqa::golden::score_sets_of("sd_420_8").front();
    ASSERT_EQ(golden.feature, "speed_chroma");
    for (std::size_t frame = 0; frame < golden.frames.size(); ++frame) {
        const std::vector<float> scores = context.scores(static_cast<std::int64_t>(frame));
        ASSERT_EQ(scores.size(), 3u);
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_EQ(speedqa::golden::hex(scores[i]), speedqa::golden::hex(golden.frames[frame].scores[i]))
                << "frame " << frame << " score " << i;
    }
}

speedqa::Context chroma_context() {
    return speedqa::Context(
        speedqa::Config(sd).add_feature("speed_chroma").set_backend("cpu").set_threads(2));
}

TEST(CppWrapper, GivesTheGoldenScores) {
    speedqa::Context context = chroma_context();
    EXPECT_THAT(context.score_names(),
                testing::ElementsAre("speed_chroma_u", "speed_chroma_v", "speed_chroma_uv"));
    EXPECT_STREQ(context.backend_name(), "cpu");
    push_golden_clip(context);
    expect_golden_scores(context);
}

TEST(CppWrapper, MovesWithItsState) {
    speedqa::Context first = chroma_context();
    push_golden_clip(first);
    speedqa::Context second = std::move(first);
    EXPECT_EQ(first.get(), nullptr);
    expect_golden_scores(second);
}

// `call` throws this status, with `part` in its message.
template <class Call>
void expect_exception(speedqa_status status, const std::string& part, const Call& call) {
    try {
        call();
        FAIL() << "no exception, expected status " << status;
    } catch (const speedqa::Exception& exception) {
        EXPECT_EQ(exception.status(), status) << exception.what();
        EXPECT_THAT(exception.what(), HasSubstr(part));
    }
}

TEST(CppWrapper, ThrowsTheStatusAndMessageOfTheCall) {
    expect_exception(SPEEDQA_UNSUPPORTED, "bit depth 9", [] {
        speedqa::Config({576, 324, SPEEDQA_YUV420, 9});
    });
    expect_exception(SPEEDQA_INVALID_ARGUMENT, "speed_sigma",
                     [] { speedqa::Config(sd).add_feature("speed_chroma=speed_sigma=1"); });
    expect_exception(SPEEDQA_INVALID_ARGUMENT, "vmaf_v0", [] { speedqa::Config(sd).add_preset("vmaf_v0"); });
    expect_exception(SPEEDQA_TOO_SMALL, "144x120", [] {
        speedqa::Config({144, 120, SPEEDQA_YUV420, 8}).add_feature("speed_chroma");
    });
    expect_exception(SPEEDQA_NO_SUCH_FRAME, "frame 0", [] { chroma_context().scores(0); });
}

TEST(CppWrapper, IsUsableAfterAnException) {
    speedqa::Context context = chroma_context();
    EXPECT_THROW(context.scores(0), speedqa::Exception);
    push_golden_clip(context);
    expect_golden_scores(context);
}

TEST(PackedFrame, PlacesThePlanesOneAfterTheOther) {
    const speedqa_format format{5, 3, SPEEDQA_YUV420, 10};
    ASSERT_EQ(speedqa::packed_frame_bytes(format), 2u * (15 + 6 + 6));
    const std::vector<std::byte> bytes(54);
    const speedqa_frame frame = speedqa::packed_frame(format, bytes);
    EXPECT_EQ(frame.planes[0].data, bytes.data());
    EXPECT_EQ(frame.planes[1].data, bytes.data() + 30);
    EXPECT_EQ(frame.planes[2].data, bytes.data() + 42);
    EXPECT_EQ(frame.planes[0].stride, 10);
    EXPECT_EQ(frame.planes[1].stride, 6);
    EXPECT_EQ(frame.planes[2].stride, 6);
}

TEST(PackedFrame, KnowsEachSubsampling) {
    EXPECT_EQ(speedqa::packed_frame_bytes({5, 3, SPEEDQA_YUV400, 8}), 15u);
    EXPECT_EQ(speedqa::packed_frame_bytes({5, 3, SPEEDQA_YUV422, 8}), 15u + 2 * 9);
    EXPECT_EQ(speedqa::packed_frame_bytes({5, 3, SPEEDQA_YUV444, 16}), 2u * 45);
    const std::vector<std::byte> luma(15);
    EXPECT_EQ(speedqa::packed_frame({5, 3, SPEEDQA_YUV400, 8}, luma).planes[1].data, nullptr);
}

TEST(PackedFrame, RefusesAnotherLength) {
    const std::vector<std::byte> bytes(53);
    expect_exception(SPEEDQA_INVALID_ARGUMENT, "53", [&] {
        speedqa::packed_frame({5, 3, SPEEDQA_YUV420, 10}, bytes);
    });
}

}  // namespace
