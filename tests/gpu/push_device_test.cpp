// The C API with frames in the memory of a GPU. Skipped where there is none.
#include <gtest/gtest.h>

#include <atomic>

#include "api/error.h"
#include "backends/registry.h"
#include "golden/clip_generator.h"
#include "golden/device_layout.h"
#include "golden/facts.h"
#include "speedqa/speedqa.h"

namespace speedqa::golden {
namespace {

class PushDevice : public testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        try {
            const DeviceChoice chosen = choose_device(GetParam(), -1);
            backend_ = chosen.backend;
            device_ = chosen.device.index;
        } catch (const Error& error) {
            GTEST_SKIP() << error.what();
        }
    }
    void TearDown() override {
        speedqa_free(context_);
        speedqa_config_free(config_);
    }

    void open(const ClipSpec& spec) {
        const speedqa_format format{spec.format.width, spec.format.height, SPEEDQA_YUV420,
                                    spec.format.bit_depth};
        ASSERT_EQ(speedqa_config_new(&format, &config_), SPEEDQA_OK);
        ASSERT_EQ(speedqa_config_add_feature(config_, "speed_chroma"), SPEEDQA_OK);
        ASSERT_EQ(speedqa_config_set_backend(config_, GetParam(), device_), SPEEDQA_OK);
        ASSERT_EQ(speedqa_new(config_, &context_), SPEEDQA_OK) << speedqa_last_error();
    }

    Frame on_device(const ClipSpec& spec, const Frame& frame) {
        return laid_out(device_layout("nv12"), spec.format, frame,
                        [this](const void* from, std::size_t bytes) {
                            return backend_->copy_to(FrameMemory::device, device_, from, bytes);
                        });
    }

    static speedqa_device_frame described(const Frame& frame) {
        speedqa_device_frame result{};
        for (int plane = 0; plane < 3; ++plane)
            result.planes[plane] = {frame.view.planes[plane].data, frame.view.planes[plane].stride,
                                    frame.device->step[plane]};
        return result;
    }

    std::string host_memory_error(const char* plane) const {
        return std::string(plane) + " lies in the memory of the host, not of " + GetParam() + " device " +
               std::to_string(device_) +
               ": put the frame there, or use speedqa_push for frames in the host's memory";
    }

    Backend* backend_ = nullptr;
    int device_ = 0;
    speedqa_config* config_ = nullptr;
    speedqa_context* context_ = nullptr;
};

TEST_P(PushDevice, GivesTheGoldenScoresAndReleasesEachFrameOnce) {
    const ClipSpec& spec = clip_spec("portrait_420_8");
    const std::vector<ClipFrame> clip = make_clip(spec);
    ScoreSet wanted;
    for (const ScoreSet& set : score_sets_of(spec.name))
        if (set.feature == "speed_chroma") wanted = set;
    ASSERT_FALSE(wanted.frames.empty());
    ASSERT_NO_FATAL_FAILURE(open(spec));
    std::vector<Frame> frames;
    std::atomic<int> released = 0;
    for (const ClipFrame& frame : clip) {
        speedqa_device_frame sides[2];
        for (int side = 0; side < 2; ++side) {
            frames.push_back(on_device(spec, side == 0 ? frame.reference : frame.distorted));
            sides[side] = described(frames.back());
            sides[side].user = &released;
            sides[side].release = [](void* user) { ++*static_cast<std::atomic<int>*>(user); };
        }
        ASSERT_EQ(speedqa_push_device(context_, &sides[0], &sides[1]), SPEEDQA_OK) << speedqa_last_error();
    }
    ASSERT_EQ(speedqa_flush(context_), SPEEDQA_OK);
    EXPECT_EQ(released, static_cast<int>(frames.size()));
    for (std::size_t i = 0; i < clip.size(); ++i) {
        float scores[3];
        ASSERT_EQ(speedqa_read_scores(context_, static_cast<std::int64_t>(i), scores, 3), SPEEDQA_OK);
        for (int k = 0; k < 3; ++k)
            EXPECT_EQ(hex(scores[k]), hex(wanted.frames[i].scores[k])) << wanted.names[k] << " frame " << i;
    }
}

TEST_P(PushDevice, OfTheHostsMemoryIsRefused) {
    const ClipSpec& spec = clip_spec("portrait_420_8");
    const ClipFrame frame = make_clip(spec).front();
    const Frame good = on_device(spec, frame.reference);
    ASSERT_NO_FATAL_FAILURE(open(spec));
    const speedqa_device_frame right = described(good);
    speedqa_device_frame wrong = right;
    wrong.planes[2] = {frame.distorted.view.planes[2].data, frame.distorted.view.planes[2].stride, 0};
    EXPECT_EQ(speedqa_push_device(context_, &right, &wrong), SPEEDQA_INVALID_ARGUMENT);
    EXPECT_EQ(speedqa_last_error(), host_memory_error("frame 0, distorted, plane V"));
    EXPECT_EQ(speedqa_push_device(context_, &right, &right), SPEEDQA_OK) << speedqa_last_error();
    float scores[3];
    EXPECT_EQ(speedqa_read_scores(context_, 0, scores, 3), SPEEDQA_OK);
}

INSTANTIATE_TEST_SUITE_P(Gpu, PushDevice, testing::Values("cuda", "hip"),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace speedqa::golden
