// What the engine asks of a SYCL device: transfers, memory, groups of other sizes, a device that is full.
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "api/error.h"
#include "backends/device/plane_sender.h"
#include "golden/engine_fixture.h"
#include "speed/plan.h"
#include "sycl/device.h"

namespace speedqa::sycl_backend {
namespace {

using device::Observation;
using golden::ClipFrame;
using golden::ClipSpec;
using golden::ScoreSet;

const std::vector<std::string> both_features = {"speed_chroma", "speed_temporal"};

std::vector<FramePair> pairs_of(const std::vector<ClipFrame>& clip, int count) {
    std::vector<FramePair> pairs;
    for (int i = 0; i < count; ++i) pairs.push_back(golden::frame_pair(clip, i));
    return pairs;
}

void expect_golden_scores(Engine& engine, const ClipSpec& spec, const std::vector<ScoreSet>& sets) {
    golden::score_frames(engine, golden::make_clip(spec), sets.size(), spec.frames,
                         [&sets](int frame, int, std::span<const PairResult> results) {
                             for (std::size_t i = 0; i < sets.size(); ++i)
                                 golden::expect_scores(sets[i], frame, results[i]);
                         });
}

std::vector<std::string> features_of(const std::vector<ScoreSet>& sets) {
    std::vector<std::string> features;
    for (const ScoreSet& set : sets) features.push_back(set.feature);
    return features;
}

// The host gives the device where planes lie and the planes, and hears of it again when the records are
// there: nothing is decided in between.
TEST(Transfers, OfABatchAreItsPlanesAndOneSmallReadBack) {
    const ClipSpec& spec = golden::clip_spec("sd_420_8");
    const std::vector<ClipFrame> clip = golden::make_clip(spec);
    const auto plan = plan_of(spec.format, both_features);
    const int pairs = 3;
    ASSERT_GE(spec.frames, pairs);
    for (const bool graph : {true, false}) {
        Observation seen;
        const auto engine = observed_engine(plan, {0, pairs, graph}, seen);
        ASSERT_EQ(engine->replays_graph(), graph && has_graphs(test_device().device));
        std::vector<PairResult> results(static_cast<std::size_t>(pairs) * both_features.size());
        for (int batch = 0; batch < 2; ++batch) {
            seen.clear();
            engine->score(pairs_of(clip, pairs), results);
            // The planes of a small batch are one piece, unless several threads bring them (PlaneSender).
            const std::size_t uploads = std::count(seen.calls.begin(), seen.calls.end(), "upload");
            EXPECT_GE(uploads, 2u);
            if (device::staging_helpers(std::thread::hardware_concurrency()) == 0) {
                EXPECT_EQ(uploads, 2u);
            }
            std::vector<std::string> wanted(uploads, "upload");
            wanted.insert(wanted.end(), {engine->replays_graph() ? "replay" : "launch", "download", "wait"});
            EXPECT_EQ(seen.calls, wanted);
            EXPECT_EQ(seen.downloaded, results.size() * sizeof(kernels::PairRecord));
            EXPECT_EQ(seen.uploaded, engine->uploaded_bytes());  // nothing twice
        }
    }
}

struct InFlight {
    const char* name;
    FrameFormat format;
    std::vector<std::string> features;
    std::size_t samples;  // of the planes that are scored, of both clips
};

constexpr std::size_t uhd_luma = std::size_t{3840} * 2160;

const InFlight in_flight[] = {
    {"chroma_8", {3840, 2160, ChromaSubsampling::yuv420, 8}, {"speed_chroma"}, uhd_luma},
    {"temporal_8", {3840, 2160, ChromaSubsampling::yuv420, 8}, {"speed_temporal"}, 2 * uhd_luma},
    {"chroma_10", {3840, 2160, ChromaSubsampling::yuv420, 10}, {"speed_chroma"}, uhd_luma},
    {"both_10", {3840, 2160, ChromaSubsampling::yuv420, 10}, both_features, 3 * uhd_luma},
};

class Memory : public testing::TestWithParam<InFlight> {};

TEST_P(Memory, OfA4KPairIsItsSamplesAndAtMostATenthMore) {
    const InFlight& wanted = GetParam();
    Observation seen;
    const auto engine = observed_engine(plan_of(wanted.format, wanted.features), {}, seen);
    const double samples =
        static_cast<double>(wanted.samples) * bytes_per_sample(wanted.format) * engine->batch();
    EXPECT_LE(static_cast<double>(seen.device_bytes), 1.1 * samples);
    RecordProperty("bytes_per_sample_byte", std::to_string(static_cast<double>(seen.device_bytes) / samples));
}

INSTANTIATE_TEST_SUITE_P(Uhd, Memory, testing::ValuesIn(in_flight),
                         [](const auto& instance) { return std::string(instance.param.name); });

// The largest is more than a device has: the queue takes what it can.
class GroupSizes : public testing::TestWithParam<int> {};

TEST_P(GroupSizes, ChangeNoBit) {
    for (const char* name : {"fhd_420_10", "edge_444_a", "portrait_420_8", "two_blocks"}) {
        SCOPED_TRACE(name);
        const ClipSpec& spec = golden::clip_spec(name);
        const std::vector<ScoreSet> sets = golden::score_sets_of(name);
        Observation seen;
        seen.group_size = GetParam();
        const auto engine = observed_engine(plan_of(spec.format, features_of(sets)), {0, 2, true}, seen);
        expect_golden_scores(*engine, spec, sets);
    }
}

INSTANTIATE_TEST_SUITE_P(Of, GroupSizes, testing::Values(1, 24, 500, 1 << 20),
                         testing::PrintToStringParamName());

// A device that is full when it is asked for memory, and one that finds out when it runs.
class FullDevice : public testing::TestWithParam<const char*> {};

TEST_P(FullDevice, HalvesTheBatchAndGoesOn) {
    const ClipSpec& spec = golden::clip_spec("portrait_420_8");
    const std::vector<ScoreSet> sets = golden::score_sets_of(spec.name);
    Observation seen;
    int refused = 0;
    seen.before = [&refused](const char* call) {
        const bool refuse = std::string(call) == GetParam() && refused < 2;
        if (!refuse) return;
        ++refused;
        throw Error(SPEEDQA_OUT_OF_MEMORY, "no memory");
    };
    const auto engine = observed_engine(plan_of(spec.format, features_of(sets)), {0, 8, true}, seen);
    expect_golden_scores(*engine, spec, sets);
    EXPECT_EQ(refused, 2);
    EXPECT_EQ(engine->batch(), 2);
    EXPECT_EQ(engine->note(), "batch of 8 frame pairs made smaller, to 2: no memory");
}

INSTANTIATE_TEST_SUITE_P(When, FullDevice, testing::Values("allocate_device", "download"),
                         [](const auto& instance) { return std::string(instance.param); });

TEST(FullDevice, ThatHasNoRoomForOnePairIsAnError) {
    Observation seen;
    seen.before = [](const char*) { throw Error(SPEEDQA_OUT_OF_MEMORY, "no memory"); };
    try {
        observed_engine(plan_of({640, 360, ChromaSubsampling::yuv420, 8}, {"speed_chroma"}), {0, 8, true},
                        seen);
        FAIL() << "made without memory";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), SPEEDQA_OUT_OF_MEMORY);
    }
}

}  // namespace
}  // namespace speedqa::sycl_backend
