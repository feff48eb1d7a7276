// Frames that are in device memory already give the golden scores, whatever their pitch, sample step and
// position of bits; and the C API hands them over and back.
#include <gtest/gtest.h>

#include <cstring>

#include "backends/device/device_engine.h"
#include "golden/clip_generator.h"
#include "golden/facts.h"
#include "gpu/emulated_queue.h"
#include "speed/plan.h"
#include "speedqa/speedqa.h"

namespace speedqa::golden {
namespace {

struct Layout {
    const char* name;
    int padding;       // bytes behind a row
    bool interleaved;  // U and V as in NV12 and P010
    bool high_bits;
    bool upside_down;  // rows from the last one up, a negative stride
};

const Layout layouts[] = {
    {"packed", 0, false, false, false},
    {"padded", 40, false, false, false},
    {"interleaved", 6, true, false, false},
    {"high_bits", 0, false, true, false},
    {"interleaved_high_bits", 2, true, true, false},
    {"upside_down", 0, false, false, true},
};

// The memory of an emulated device is that of the host.
class DeviceFrame {
  public:
    DeviceFrame(const FrameFormat& format, const FrameView& view, const Layout& layout) : format_(format) {
        const int bytes = bytes_per_sample(format);
        const int shift = layout.high_bits ? 16 - format.bit_depth : 0;
        std::vector<unsigned char> shared;
        auto placement = std::make_shared<DevicePlacement>();
        placement->high_bits = layout.high_bits;
        for (int plane = 0; plane < plane_count(format); ++plane) {
            const PlaneSize size = scored_plane_size(format, plane);
            const int step = layout.interleaved && plane > 0 ? 2 * bytes : bytes;
            const int stride = size.width * step + layout.padding;
            const int offset = layout.interleaved && plane == 2 ? bytes : 0;
            const int buffer = layout.interleaved && plane == 2 ? 1 : plane;
            if (buffer == plane)
                buffers_[plane].resize(static_cast<std::size_t>(stride * size.height + 2 * bytes));
            unsigned char* first = buffers_[buffer].data() + offset;
            const int last_row = layout.upside_down ? size.height - 1 : 0;
            const int pitch = layout.upside_down ? -stride : stride;
            for (int y = 0; y < size.height; ++y)
                for (int x = 0; x < size.width; ++x)
                    copy(view.planes[plane], x, y, shift, first + last_row * stride + y * pitch + x * step);
            frame_.view.planes[plane] = {first + last_row * stride, pitch};
            placement->step[plane] = step;
        }
        frame_.device = placement;
    }

    const Frame& frame() const { return frame_; }

  private:
    void copy(const PlaneView& from, int x, int y, int shift, unsigned char* to) const {
        const int bytes = bytes_per_sample(format_);
        unsigned value = 0;
        std::memcpy(&value, static_cast<const unsigned char*>(from.data) + y * from.stride + x * bytes,
                    static_cast<std::size_t>(bytes));
        value <<= shift;
        std::memcpy(to, &value, static_cast<std::size_t>(bytes));
    }

    FrameFormat format_;
    std::vector<unsigned char> buffers_[3];
    Frame frame_;
};

class DeviceFrames : public testing::TestWithParam<Layout> {};

TEST_P(DeviceFrames, GiveTheGoldenScores) {
    for (const char* clip_name : {"sd_420_8", "sd_422_10", "fhd_420_10"}) {
        const ClipSpec& spec = clip_spec(clip_name);
        if (GetParam().high_bits && spec.format.bit_depth == 8) continue;
        SCOPED_TRACE(clip_name);
        const std::vector<ClipFrame> clip = make_clip(spec);
        std::vector<DeviceFrame> references, distorted;
        for (const ClipFrame& frame : clip) {
            references.emplace_back(spec.format, frame.reference.view, GetParam());
            distorted.emplace_back(spec.format, frame.distorted.view, GetParam());
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
                FramePair pair{
                    static_cast<std::int64_t>(i), references[i].frame(), distorted[i].frame(), {}, {}};
                if (i > 0) {
                    pair.previous_reference = references[i - 1].frame();
                    pair.previous_distorted = distorted[i - 1].frame();
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

INSTANTIATE_TEST_SUITE_P(Golden, DeviceFrames, testing::ValuesIn(layouts),
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
