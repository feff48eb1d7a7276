// Planes of host memory arrive on the device whole, whoever fills the staging memory, and whatever fails.
#include "backends/device/plane_sender.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "api/error.h"
#include "gpu/emulated_queue.h"
#include "speed/plan.h"

namespace speedqa::device {
namespace {

// Reads planes at addresses of `direct` itself, and fails at upload number `failing`, from 0.
class SenderQueue : public EmulatedQueue {
  public:
    SenderQueue() : EmulatedQueue(1, EmulatedArithmetic::fp32, std::size_t{1} << 30) {}

    bool reads_directly(const void* memory) override {
        return std::find(direct.begin(), direct.end(), memory) != direct.end();
    }
    void upload(void* to, const void* from, std::size_t bytes) override {
        if (uploads++ == failing) throw Error(SPEEDQA_DEVICE, "the device is gone");
        EmulatedQueue::upload(to, from, bytes);
    }

    std::vector<const void*> direct;
    int uploads = 0;
    int failing = -1;
};

constexpr int planes = 40;

class Sender : public testing::TestWithParam<int> {
  protected:
    // `padding` bytes behind each row of the source.
    explicit Sender(int padding = 0) : stride_(width + padding) {
        FeatureRequest request = parse_feature("speed_chroma");
        const Plan plan = make_plan({2 * width, 2 * height, ChromaSubsampling::yuv420, 8}, {request});
        shapes_[1] = plane_shape(plan, 1);
        slot_ = plane_slot_bytes(shapes_[1]);
        std::uint32_t state = 1;
        source_.resize(static_cast<std::size_t>(planes * stride_ * height));
        for (unsigned char& sample : source_)
            sample = static_cast<unsigned char>((state = state * 1664525u + 1013904223u) >> 24);
        for (int i = 0; i < planes; ++i)
            uploads_.push_back({{plane(i), stride_}, 1, static_cast<std::size_t>(i) * slot_});
    }

    const unsigned char* plane(int i) const {
        return source_.data() + static_cast<std::ptrdiff_t>(i) * stride_ * height;
    }

    void send(PlaneSender& sender) {
        staging_.assign(planes * slot_, 0x11);
        device_.assign(planes * slot_, 0x22);
        sender.send(uploads_, {shapes_, staging_.data(), device_.data()});
    }

    void expect_arrived() const {
        for (int i = 0; i < planes; ++i)
            for (std::size_t row = 0; row < shapes_[1].rows.size(); ++row)
                ASSERT_EQ(std::memcmp(
                              device_.data() + static_cast<std::size_t>(i) * slot_ + row * shapes_[1].stride,
                              plane(i) + shapes_[1].rows[row] * stride_, width),
                          0)
                    << "plane " << i << " row " << row;
    }

    static constexpr int width = 416, height = 960;
    std::ptrdiff_t stride_;
    PlaneShape shapes_[2];
    std::size_t slot_ = 0;
    std::vector<unsigned char> source_, staging_, device_;
    std::vector<PlaneUpload> uploads_;
    SenderQueue queue_;
};

class SenderOfPaddedPlanes : public Sender {
  protected:
    SenderOfPaddedPlanes() : Sender(24) {}
};

TEST_P(Sender, PacksTheRowsThatAreRead) {
    PlaneSender sender(queue_, GetParam());
    for (int round = 0; round < 20; ++round) {
        send(sender);
        expect_arrived();
    }
    EXPECT_LT(queue_.uploads, 20 * planes) << "each plane was sent alone";
}

TEST_P(SenderOfPaddedPlanes, PacksTheRowsThatAreRead) {
    PlaneSender sender(queue_, GetParam());
    send(sender);
    expect_arrived();
}

TEST_P(Sender, LeavesDirectPlanesToTheDevice) {
    for (const int i : {0, 3, 4, 5, 20, planes - 1}) queue_.direct.push_back(plane(i));
    PlaneSender sender(queue_, GetParam());
    send(sender);
    expect_arrived();
    EXPECT_EQ(staging_[0], 0x11) << "a direct plane was packed";
}

TEST_P(Sender, GoesOnAfterAFailure) {
    PlaneSender sender(queue_, GetParam());
    for (int round = 0; round < 20; ++round) {
        queue_.uploads = queue_.failing = 0;
        EXPECT_THROW(send(sender), Error);
        queue_.failing = -1;
        send(sender);
        expect_arrived();
    }
}

INSTANTIATE_TEST_SUITE_P(Helpers, Sender, testing::Values(0, 1, 3));
INSTANTIATE_TEST_SUITE_P(Helpers, SenderOfPaddedPlanes, testing::Values(0, 2));

TEST(StagingHelpers, LeaveCoresToOthers) {
    EXPECT_EQ(staging_helpers(0), 0);  // where the number is not known
    EXPECT_EQ(staging_helpers(2), 0);
    EXPECT_EQ(staging_helpers(16), 4);
    EXPECT_EQ(staging_helpers(256), 7);
}

}  // namespace
}  // namespace speedqa::device
