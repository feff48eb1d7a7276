// Frames that are in device memory already give the golden scores, whatever their pitch, sample step and
// position of bits; and the C API hands them over and back.
#include <gtest/gtest.h>

#include "backends/device/device_engine.h"
#include "golden/clip_generator.h"
#include "golden/device_layout.h"
#include "golden/facts.h"
#include "gpu/emulated_queue.h"
#include "speed/plan.h"
#include "speedqa/speedqa.h"

namespace speedqa::golden {
namespace {

class DeviceFrames : public testing::TestWithParam<DeviceLayout> {};

TEST_P(DeviceFrames, GiveTheGoldenScores) {
    for (const char* clip_name : {"sd_420_8", "sd_422_10", "fhd_420_10"}) {
        const ClipSpec& spec = clip_spec(clip_name);
        if (GetParam().high_bits && spec.format.bit_depth == 8) continue;
        SCOPED_TRACE(clip_name);
        const std::vector<ClipFrame> clip = make_clip(spec);
        std::vector<Frame> references, distorted;
        for (const ClipFrame& frame : clip) {
            references.push_back(laid_out(GetParam(), spec.format, frame.reference, copy_to_ordinary_memory));
            distorted.push_back(laid_out(GetParam(), spec.format, frame.distorted, copy_to_ordinary_memory));
        }
        for (const ScoreSet& set : score_sets_of(clip_name)) {
            if (set.feature != "speed_chroma" && set.feature != "speed_temporal") continue;
            const auto plan =
                std::make_shared<const Plan>(make_plan(spec.format, {parse_feature(set.feature)}));
            const auto engine = device::make_device_engine(
                plan, {0, spec.frames, true},
                device::make_emulated_queue(1, device::EmulatedArithmetic::binary64));
            std::vector<FramePair> pairs;
            for (std::size_t i = 0; i < clip.size(); ++i) {
                FramePair pair{static_cast<std::int64_t>(i), references[i], distorted[i], {}, {}};
                if (i > 0) {
                    pair.previous_reference = references[i - 1];
                    pair.previous_distorted = distorted[i - 1];
                }
                pairs.push_back(pair);
            }
            std::vector<PairResult> results(pairs.size());
            engine->score(pairs, results);
            for (std::size_t i = 0; i < results.size(); ++i)
                for (std::size_t k = 0; k < set.frames[i].scores.size(); ++k)
                    EXPECT_EQ(hex(results[i].score[k]), hex(set.frames[i].scores[k]))
                        << set.names[k] << " frame " << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Golden, DeviceFrames, testing::ValuesIn(device_layouts()),
                         [](const auto& instance) { return std::string(instance.param.name); });

void count_release(void* user) {
    ++*static_cast<int*>(user);
}

// The CPU reads host memory: the call fails, and gives the frames back all the same.
TEST(PushDevice, IsRefusedByTheCpuAndReleasesBothFrames) {
    const speedqa_format format{640, 360, SPEEDQA_YUV420, 8};
    speedqa_config* config = nullptr;
    ASSERT_EQ(speedqa_config_new(&format, &config), SPEEDQA_OK);
    ASSERT_EQ(speedqa_config_add_feature(config, "speed_chroma"), SPEEDQA_OK);
    ASSERT_EQ(speedqa_config_set_backend(config, "cpu", -1), SPEEDQA_OK);
    speedqa_context* context = nullptr;
    ASSERT_EQ(speedqa_new(config, &context), SPEEDQA_OK);
    int released = 0;
    speedqa_device_frame frame{};
    frame.release = count_release;
    frame.user = &released;
    EXPECT_EQ(speedqa_push_device(context, &frame, &frame), SPEEDQA_UNSUPPORTED);
    EXPECT_STREQ(speedqa_last_error(), "backend cpu can't read frames in device memory");
    EXPECT_EQ(released, 2);
    EXPECT_EQ(speedqa_push_device(context, &frame, nullptr), SPEEDQA_INVALID_ARGUMENT);
    EXPECT_EQ(released, 3);
    speedqa_free(context);
    speedqa_config_free(config);
}

TEST(AddDevice, LetsOneDeviceScoreAsTwo) {
    const speedqa_format format{640, 360, SPEEDQA_YUV420, 8};
    speedqa_config* config = nullptr;
    ASSERT_EQ(speedqa_config_new(&format, &config), SPEEDQA_OK);
    ASSERT_EQ(speedqa_config_add_feature(config, "speed_chroma"), SPEEDQA_OK);
    ASSERT_EQ(speedqa_config_set_backend(config, "cpu", 0), SPEEDQA_OK);
    EXPECT_EQ(speedqa_config_add_device(config, -1), SPEEDQA_INVALID_ARGUMENT);
    ASSERT_EQ(speedqa_config_add_device(config, 0), SPEEDQA_OK);
    speedqa_context* context = nullptr;
    ASSERT_EQ(speedqa_new(config, &context), SPEEDQA_OK);
    speedqa_free(context);
    ASSERT_EQ(speedqa_config_add_device(config, 7), SPEEDQA_OK);
    EXPECT_EQ(speedqa_new(config, &context), SPEEDQA_DEVICE);
    speedqa_config_free(config);
}

}  // namespace
}  // namespace speedqa::golden
