// What the device engine does with memory, rows and planes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/error.h"
#include "backends/device/device_engine.h"
#include "backends/device/frame_uploads.h"
#include "gpu/emulated_queue.h"
#include "speed/plan.h"

namespace speedqa::device {
namespace {

std::shared_ptr<const Plan> make(const FrameFormat& format, const std::vector<std::string>& features) {
    std::vector<FeatureRequest> requests;
    for (const std::string& feature : features) requests.push_back(parse_feature(feature));
    return std::make_shared<const Plan>(make_plan(format, requests));
}

const FrameFormat uhd{3840, 2160, ChromaSubsampling::yuv420, 8};

TEST(RowsRead, AreNineOfSixteenAtKernelscaleOne) {
    const PlaneShape chroma = plane_shape(*make(uhd, {"speed_chroma"}), 1);
    EXPECT_EQ(chroma.width, 1920);
    EXPECT_EQ(chroma.rows.size(), 5u + 66 * 9);  // the first output's rows above the picture mirror
    EXPECT_EQ(plane_shape(*make(uhd, {"speed_chroma"}), 0).width, 0);
    ASSERT_EQ(chroma.runs.size(), 2u);
    EXPECT_EQ(chroma.runs[1].first, 12);
    EXPECT_EQ(chroma.runs[1].length, 9);
    EXPECT_EQ(chroma.runs[1].spacing, 16);
    EXPECT_EQ(chroma.runs[1].count, 66);
}

TEST(RowsRead, AreThoseOfAllFeatures) {
    const PlaneShape one = plane_shape(*make(uhd, {"speed_chroma"}), 1);
    const PlaneShape both =
        plane_shape(*make(uhd, {"speed_chroma", "speed_chroma=speed_kernelscale=1.5"}), 1);
    EXPECT_GT(both.rows.size(), one.rows.size());
    EXPECT_THAT(both.rows, testing::IsSupersetOf(one.rows));
    for (std::size_t i = 0; i < both.rows.size(); ++i)
        EXPECT_EQ(both.slots[static_cast<std::size_t>(both.rows[i])], static_cast<int>(i));
}

// Samples are the larger part of what a pair in flight holds.
TEST(Memory, OfAPairIsItsSamplesAndLittleMore) {
    for (const char* feature : {"speed_chroma", "speed_temporal"}) {
        const auto plan = make(uhd, {feature});
        std::size_t bytes[2];
        for (const int pairs : {16, 32}) {
            const BatchSizes sizes = batch_sizes(*plan, pairs, true);
            Carver carver;
            std::vector<kernels::FeatureBatch> batches;
            make_tables(*plan, sizes, nullptr, batches);
            carve_work(*plan, sizes, carver, batches);
            carve_upload(*plan, sizes, carver);
            bytes[pairs == 32] = carver.used();
        }
        const std::size_t samples =
            std::string(feature) == "speed_chroma" ? 4 * 1920 * 1080 : 2 * 3840 * 2160;
        EXPECT_LT((bytes[1] - bytes[0]) / 16, samples * 11 / 10) << feature;
    }
}

TEST(Memory, HalvesTheBatchUntilItFits) {
    const auto plan = make({640, 360, ChromaSubsampling::yuv420, 8}, {"speed_chroma"});
    const std::size_t one = [&] {
        auto queue = make_emulated_queue(1, EmulatedArithmetic::binary64);
        EmulatedQueue& memory = *queue;
        const auto engine = make_device_engine(plan, {0, 1, true}, std::move(queue));
        return memory.allocated();
    }();
    const auto engine = make_device_engine(plan, {0, 64, true},
                                           make_emulated_queue(1, EmulatedArithmetic::binary64, 20 * one));
    EXPECT_GE(engine->batch(), 8);
    EXPECT_LT(engine->batch(), 64);
    EXPECT_THAT(engine->note(), testing::HasSubstr("batch of 64"));
    try {
        make_device_engine(plan, {0, 64, true},
                           make_emulated_queue(1, EmulatedArithmetic::binary64, one / 2));
        FAIL() << "made without memory";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), SPEEDQA_OUT_OF_MEMORY);
    }
}

class WideQueue : public EmulatedQueue {
  public:
    WideQueue(int compute_units, std::size_t memory)
        : EmulatedQueue(1, EmulatedArithmetic::fp32, memory), compute_units_(compute_units) {}
    int compute_units() const override { return compute_units_; }

  private:
    int compute_units_;
};

TEST(Batch, FillsTheDeviceAndFitsIntoAQuarterOfIt) {
    const auto chroma = make(uhd, {"speed_chroma"});
    const auto batch = [](const std::shared_ptr<const Plan>& plan, int units, std::size_t memory) {
        const auto engine = make_device_engine(plan, {}, std::make_unique<WideQueue>(units, memory));
        EXPECT_EQ(engine->note(), "");
        return engine->batch();
    };
    constexpr std::size_t gigabyte = std::size_t{1} << 30;
    EXPECT_EQ(batch(chroma, 0, 64 * gigabyte), 16);
    EXPECT_EQ(batch(chroma, 130, 64 * gigabyte), 33);  // of 4 images each
    EXPECT_EQ(batch(make(uhd, {"speed_temporal"}), 60, 64 * gigabyte), 30);
    EXPECT_EQ(batch(chroma, 5000, 64 * gigabyte), 256);
    const int little = batch(chroma, 130, gigabyte / 4);
    EXPECT_GE(little, 4);
    EXPECT_LT(little, 16);
    EXPECT_EQ(batch(chroma, 130, gigabyte / 64), 1);
}

// Two frames of one gray each, which are no more than something to launch kernels for.
void score_gray_pair(Engine& engine, const FrameFormat& format) {
    const std::vector<unsigned char> gray(frame_bytes(format), 128);
    FramePair pair;
    for (Frame* frame : {&pair.reference, &pair.distorted})
        for (PlaneView& plane : frame->view.planes) plane = {gray.data(), format.width};
    PairResult result;
    engine.score({&pair, 1}, {&result, 1});
}

TEST(Profile, CountsTheLaunchesOfEachKernel) {
    const FrameFormat format{192, 192, ChromaSubsampling::yuv420, 8};
    const auto plan = make(format, {"speed_chroma"});
    EngineSettings settings{0, 1, true};
    const auto make_engine = [&] {
        return make_device_engine(plan, settings, make_emulated_queue(1, EmulatedArithmetic::fp32));
    };
    const auto usual = make_engine();
    EXPECT_TRUE(usual->replays_graph());
    score_gray_pair(*usual, format);
    EXPECT_TRUE(usual->take_kernel_times().empty());

    settings.profile = true;
    const auto engine = make_engine();
    EXPECT_FALSE(engine->replays_graph());
    for (int i = 0; i < 3; ++i) score_gray_pair(*engine, format);
    std::vector<std::string> kernels;
    for (const KernelTime& kernel : engine->take_kernel_times()) {
        kernels.push_back(kernel.kernel);
        EXPECT_EQ(kernel.launches, 3) << kernel.kernel;
        EXPECT_GT(kernel.milliseconds, 0.0) << kernel.kernel;
    }
    EXPECT_THAT(kernels,
                testing::ElementsAre("decimate_aligned", "local_mean", "magnitudes", "means", "row_products",
                                     "covariance", "eigenvalues", "decompose", "blocks", "scores"));
    EXPECT_TRUE(engine->take_kernel_times().empty());
}

class Uploads : public testing::Test {
  protected:
    Frame frame(int index) {
        Frame frame;
        for (int i = 0; i < 3; ++i)
            frame.view.planes[i] = {&memory_[static_cast<std::size_t>(16 * (3 * index + i))], 640};
        return frame;
    }
    FramePair pair(int index, bool with_previous) {
        FramePair pair{index, frame(2 * index), frame(2 * index + 1), {}, {}};
        if (with_previous) {
            pair.previous_reference = frame(2 * index - 2);
            pair.previous_distorted = frame(2 * index - 1);
        }
        return pair;
    }

    std::vector<char> memory_ = std::vector<char>(1000);
};

TEST_F(Uploads, HoldEachPlaneOnce) {
    const auto plan = make({640, 360, ChromaSubsampling::yuv420, 8}, {"speed_temporal", "speed_chroma"});
    const BatchSizes sizes = batch_sizes(*plan, 4, true);
    std::vector<unsigned char> area(1 << 22);
    Carver carver(area.data());
    const UploadArea upload = carve_upload(*plan, sizes, carver);
    FrameUploads uploads(*plan, sizes);
    uploads.start(upload, upload.planes);
    for (int i = 1; i <= 4; ++i) EXPECT_TRUE(uploads.add(pair(i, true)));
    EXPECT_FALSE(uploads.add(pair(5, true))) << "more pairs than a batch";
    EXPECT_EQ(uploads.planes().size(), 4u * 6 + 2);  // and the luma before the first pair
    EXPECT_EQ(upload.sources[0][2].previous.data, upload.sources[0][0].current.data);
}

TEST_F(Uploads, LeavePairsThatDoNotFitToTheNextBatch) {
    const auto plan = make({640, 360, ChromaSubsampling::yuv420, 8}, {"speed_temporal"});
    const BatchSizes sizes = batch_sizes(*plan, 4, true);
    std::vector<unsigned char> area(1 << 22);
    Carver carver(area.data());
    FrameUploads uploads(*plan, sizes);
    uploads.start(carve_upload(*plan, sizes, carver), nullptr);
    // Every other frame: no pair shares planes with the one before it.
    int added = 0;
    while (added < 4 && uploads.add(pair(2 * added + 2, true))) ++added;
    EXPECT_EQ(added, 2);
    EXPECT_LE(uploads.plane_bytes(), sizes.plane_bytes);
}

class InPlaceQueue : public EmulatedQueue {
  public:
    InPlaceQueue() : EmulatedQueue(1, EmulatedArithmetic::binary64, std::size_t{1} << 30) {}
    bool reads_in_place(const void*) override { return true; }
};

TEST_F(Uploads, AreNotNeededWherePlanesAreReadOnceInPlace) {
    InPlaceQueue queue;
    std::vector<unsigned char> area(1 << 22);
    const auto uploaded = [&](const std::vector<std::string>& features, const FramePair& pair) {
        const auto plan = make({640, 360, ChromaSubsampling::yuv420, 8}, features);
        const BatchSizes sizes = batch_sizes(*plan, 4, true);
        Carver carver(area.data());
        const UploadArea upload = carve_upload(*plan, sizes, carver);
        FrameUploads uploads(*plan, sizes, &queue);
        uploads.start(upload, upload.planes);
        EXPECT_TRUE(uploads.add(pair));
        EXPECT_TRUE(uploads.aligned());
        if (features.size() == 1) {
            EXPECT_EQ(upload.sources[0][0].current.packed, uploads.planes().size() < 4 ? 0u : 1u);
            EXPECT_GE(uploads.link_bytes(),
                      plane_slot_bytes(sizes.shapes[plan->features[0].planes[0] > 0]) * 4);
        }
        return uploads.planes().size();
    };
    EXPECT_EQ(uploaded({"speed_chroma"}, pair(1, false)), 0u);
    EXPECT_EQ(uploaded({"speed_chroma", "speed_temporal"}, pair(1, true)), 4u);
    EXPECT_EQ(uploaded({"speed_chroma", "speed_chroma=speed_kernelscale=1.5"}, pair(1, false)), 4u);
    EXPECT_EQ(uploaded({"speed_chroma=speed_prescale=0.5"}, pair(1, false)), 4u);
    FramePair unaligned = pair(1, false);
    for (PlaneView& plane : unaligned.distorted.view.planes)
        plane.data = static_cast<const char*>(plane.data) + 8;
    EXPECT_EQ(uploaded({"speed_chroma"}, unaligned), 2u);
}

// Noise, so that each sample counts.
TEST(InPlace, GivesTheScoresOfUploads) {
    const FrameFormat format{960, 640, ChromaSubsampling::yuv420, 8};
    const auto plan = make(format, {"speed_chroma"});
    constexpr std::size_t plane = 480 * 320;
    std::vector<unsigned char> samples(6 * plane);
    std::uint32_t state = 3;
    for (unsigned char& sample : samples)
        sample = static_cast<unsigned char>((state = state * 1664525u + 1013904223u) >> 24);
    FramePair pair;
    for (std::size_t i = 0; i < 3; ++i) {
        pair.reference.view.planes[i] = {&samples[2 * i * plane], 480};
        pair.distorted.view.planes[i] = {&samples[(2 * i + 1) * plane], 480};
    }
    const auto score = [&](std::unique_ptr<Queue> queue) {
        PairResult result;
        make_device_engine(plan, {0, 1, true}, std::move(queue))->score({&pair, 1}, {&result, 1});
        return result;
    };
    const PairResult uploaded = score(make_emulated_queue(1, EmulatedArithmetic::binary64));
    const PairResult in_place = score(std::make_unique<InPlaceQueue>());
    EXPECT_NE(uploaded.score[0], 0.0f);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(in_place.score[i], uploaded.score[i]);
}

}  // namespace
}  // namespace speedqa::device
