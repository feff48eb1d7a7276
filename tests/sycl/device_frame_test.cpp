// Frames that lie in the device's memory are read where they are, behind the work of the caller's queue.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

#include "api/error.h"
#include "backends/sycl/sycl_backend.h"
#include "golden/engine_fixture.h"
#include "speedqa/speedqa.h"
#include "sycl/device.h"

namespace speedqa::sycl_backend {
namespace {

using golden::ClipFrame;
using golden::ClipSpec;
using golden::ScoreSet;

// Memory of the device, and the place of each plane in it: rows are padded to a multiple of 16 bytes and
// `padding` more.
class DeviceMemory {
  public:
    DeviceMemory(sycl::queue& queue, const FrameFormat& format, int padding)
        : queue_(queue), format_(format) {
        std::size_t bytes = 0;
        for (int plane = 0; plane < plane_count(format); ++plane) {
            const PlaneSize size = scored_plane_size(format, plane);
            const int row = size.width * bytes_per_sample(format);
            strides_[plane] = (row + 15) / 16 * 16 + padding;
            offsets_[plane] = bytes;
            bytes += static_cast<std::size_t>(strides_[plane]) * static_cast<std::size_t>(size.height) + 256;
            bytes = bytes / 256 * 256;
        }
        host_.resize(bytes);
        data_ = sycl::malloc_device<unsigned char>(bytes, queue);
        queue.memset(data_, 0x55, bytes).wait();
    }
    DeviceMemory(const DeviceMemory&) = delete;
    ~DeviceMemory() { sycl::free(data_, queue_); }

    // Copies behind whatever the queue holds; does not wait.
    void fill(const FrameView& view) {
        for (int plane = 0; plane < plane_count(format_); ++plane) {
            const PlaneSize size = scored_plane_size(format_, plane);
            for (int y = 0; y < size.height; ++y)
                std::memcpy(host_.data() + offsets_[plane] + y * strides_[plane],
                            static_cast<const unsigned char*>(view.planes[plane].data) +
                                y * view.planes[plane].stride,
                            static_cast<std::size_t>(size.width * bytes_per_sample(format_)));
        }
        queue_.memcpy(data_, host_.data(), host_.size());
    }

    PlaneView plane(int plane) const { return {data_ + offsets_[plane], strides_[plane]}; }

  private:
    sycl::queue& queue_;
    FrameFormat format_;
    int strides_[3] = {};
    std::size_t offsets_[3] = {};
    std::vector<unsigned char> host_;
    unsigned char* data_ = nullptr;
};

sycl::queue callers_queue() {
    return sycl::queue(test_device().device, sycl::property::queue::in_order());
}

// Every frame of both clips.
struct DeviceClip {
    std::vector<std::unique_ptr<DeviceMemory>> memory;  // reference, distorted, reference, ...

    DeviceClip(sycl::queue& queue, const ClipSpec& spec, const std::vector<ClipFrame>& clip, int padding) {
        for (const ClipFrame& frame : clip)
            for (const Frame* side : {&frame.reference, &frame.distorted}) {
                memory.push_back(std::make_unique<DeviceMemory>(queue, spec.format, padding));
                memory.back()->fill(side->view);
            }
    }

    Frame frame(int index, const FrameFormat& format, const std::shared_ptr<void>& mark) const {
        Frame frame;
        auto placement = std::make_shared<DevicePlacement>();
        for (int plane = 0; plane < plane_count(format); ++plane) {
            frame.view.planes[plane] = memory[static_cast<std::size_t>(index)]->plane(plane);
            placement->step[plane] = bytes_per_sample(format);
        }
        placement->mark = mark;
        frame.device = placement;
        return frame;
    }
};

// Aligned rows are read 16 samples at a time, others one by one.
class UsmFrames : public testing::TestWithParam<int> {};

TEST_P(UsmFrames, AreReadWithoutACopy) {
    const ClipSpec& spec = golden::clip_spec("fhd_420_10");
    const std::vector<ClipFrame> clip = golden::make_clip(spec);
    const std::vector<ScoreSet> sets = golden::score_sets_of(spec.name);
    std::vector<std::string> features;
    for (const ScoreSet& set : sets) features.push_back(set.feature);
    sycl::queue queue = callers_queue();
    const DeviceClip on_device(queue, spec, clip, GetParam());
    const std::shared_ptr<void> mark = backend().mark(test_device().info.index, &queue);
    std::vector<FramePair> pairs;
    for (int i = 0; i < spec.frames; ++i) {
        const auto side = [&](int frame, int which) {
            return on_device.frame(2 * frame + which, spec.format, mark);
        };
        FramePair pair{i, side(i, 0), side(i, 1), {}, {}};
        if (i > 0) {
            pair.previous_reference = side(i - 1, 0);
            pair.previous_distorted = side(i - 1, 1);
        }
        pairs.push_back(pair);
    }
    device::Observation seen;
    const auto engine = observed_engine(plan_of(spec.format, features), {0, spec.frames, true}, seen);
    seen.clear();
    std::vector<PairResult> results(pairs.size() * sets.size());
    engine->score(pairs, results);
    EXPECT_LT(seen.uploaded, 65536u) << "no planes, only where they lie";
    for (std::size_t i = 0; i < pairs.size(); ++i)
        for (std::size_t set = 0; set < sets.size(); ++set)
            golden::expect_scores(sets[set], static_cast<int>(i), results[i * sets.size() + set]);
}

INSTANTIATE_TEST_SUITE_P(Padding, UsmFrames, testing::Values(0, 6), testing::PrintToStringParamName());

void count_release(void* user) {
    ++*static_cast<std::atomic<int>*>(user);
}

// Through the C API, with a queue that is busy: a frame that is read too early is not the frame.
TEST(PushDevice, WaitsForTheCallersQueue) {
    const ClipSpec& spec = golden::clip_spec("portrait_420_8");
    const std::vector<ClipFrame> clip = golden::make_clip(spec);
    ScoreSet wanted;
    for (const ScoreSet& set : golden::score_sets_of(spec.name))
        if (set.feature == "speed_chroma") wanted = set;
    ASSERT_FALSE(wanted.frames.empty());
    sycl::queue queue = callers_queue();
    const speedqa_format format{spec.format.width, spec.format.height, SPEEDQA_YUV420, 8};
    speedqa_config* config = nullptr;
    speedqa_context* context = nullptr;
    ASSERT_EQ(speedqa_config_new(&format, &config), SPEEDQA_OK);
    ASSERT_EQ(speedqa_config_add_feature(config, "speed_chroma"), SPEEDQA_OK);
    ASSERT_EQ(speedqa_config_set_backend(config, "sycl", test_device().info.index), SPEEDQA_OK);
    ASSERT_EQ(speedqa_config_set_batch(config, 1), SPEEDQA_OK);
    ASSERT_EQ(speedqa_new(config, &context), SPEEDQA_OK) << speedqa_last_error();
    std::vector<std::unique_ptr<DeviceMemory>> memory;
    std::atomic<int> released = 0;
    for (const ClipFrame& frame : clip) {
        speedqa_device_frame frames[2] = {};
        for (int side = 0; side < 2; ++side)
            memory.push_back(std::make_unique<DeviceMemory>(queue, spec.format, 0));
        queue.submit([](sycl::handler& handler) {
            handler.host_task([] { std::this_thread::sleep_for(std::chrono::milliseconds(200)); });
        });
        for (int side = 0; side < 2; ++side) {
            DeviceMemory& to = *memory[memory.size() - 2 + static_cast<std::size_t>(side)];
            to.fill((side == 0 ? frame.reference : frame.distorted).view);
            for (int plane = 1; plane < 3; ++plane)
                frames[side].planes[plane] = {to.plane(plane).data, to.plane(plane).stride, 0};
            frames[side].stream = &queue;
            frames[side].release = count_release;
            frames[side].user = &released;
        }
        ASSERT_EQ(speedqa_push_device(context, &frames[0], &frames[1]), SPEEDQA_OK) << speedqa_last_error();
    }
    for (std::size_t i = 0; i < clip.size(); ++i) {
        float scores[3];
        ASSERT_EQ(speedqa_read_scores(context, static_cast<std::int64_t>(i), scores, 3), SPEEDQA_OK);
        for (int k = 0; k < 3; ++k)
            EXPECT_EQ(golden::hex(scores[k]), golden::hex(wanted.frames[i].scores[k])) << "frame " << i;
    }
    EXPECT_EQ(released, 2 * static_cast<int>(clip.size()));
    speedqa_free(context);
    speedqa_config_free(config);
}

TEST(PushDevice, OfTheHostsMemoryIsRefused) {
    const speedqa_format format{640, 360, SPEEDQA_YUV420, 8};
    speedqa_config* config = nullptr;
    speedqa_context* context = nullptr;
    ASSERT_EQ(speedqa_config_new(&format, &config), SPEEDQA_OK);
    ASSERT_EQ(speedqa_config_add_feature(config, "speed_chroma"), SPEEDQA_OK);
    const int device = test_device().info.index;
    ASSERT_EQ(speedqa_config_set_backend(config, "sycl", device), SPEEDQA_OK);
    ASSERT_EQ(speedqa_new(config, &context), SPEEDQA_OK) << speedqa_last_error();
    const std::vector<unsigned char> plane(320 * 180);
    speedqa_device_frame frame{};
    frame.planes[1] = frame.planes[2] = {plane.data(), 320, 0};
    EXPECT_EQ(speedqa_push_device(context, &frame, &frame), SPEEDQA_INVALID_ARGUMENT);
    EXPECT_EQ(
        std::string(speedqa_last_error()),
        "frame 0, reference, plane U lies in the memory of the host, or of another context, not of sycl "
        "device " +
            std::to_string(device) +
            ": put the frame there, or use speedqa_push for frames in the host's memory");
    speedqa_free(context);
    speedqa_config_free(config);
}

TEST(Mark, OfAQueueInAnotherContextIsRefused) {
    sycl::queue queue(sycl::context(test_device().device), test_device().device);
    try {
        backend().mark(test_device().info.index, &queue);
        FAIL() << "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), SPEEDQA_UNSUPPORTED);
        EXPECT_NE(std::string(error.what()).find("default context"), std::string::npos);
    }
}

}  // namespace
}  // namespace speedqa::sycl_backend
