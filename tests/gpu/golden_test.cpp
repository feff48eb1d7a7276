// The kernels give the golden scores and steps on emulated devices, whatever the size of their groups and
// their arithmetic.
#include <gtest/gtest.h>

#include "backends/device/device_engine.h"
#include "golden/engine_fixture.h"
#include "gpu/emulated_queue.h"

namespace speedqa::golden {
namespace {

struct Emulation {
    const char* name;
    int group_size;
    device::EmulatedArithmetic arithmetic;
    int batch;
    bool graph;
};

// Groups of several threads show barriers that are missing, the more so under ThreadSanitizer; one thread is
// the plain order of work.
const Emulation emulations[] = {
    {"one_thread", 1, device::EmulatedArithmetic::binary64, 1, true},
    {"three_threads", 3, device::EmulatedArithmetic::binary64, 4, false},
    {"one_thread_fp32", 1, device::EmulatedArithmetic::fp32, 3, false},
};

std::unique_ptr<Engine> make_engine(const Emulation& emulation, const FrameFormat& format,
                                    const std::vector<std::string>& features) {
    std::vector<FeatureRequest> requests;
    for (const std::string& feature : features) requests.push_back(parse_feature(feature));
    return device::make_device_engine(
        std::make_shared<const Plan>(make_plan(format, requests)), {0, emulation.batch, emulation.graph},
        device::make_emulated_queue(emulation.group_size, emulation.arithmetic));
}

class EmulatedScores : public testing::TestWithParam<std::tuple<Emulation, std::string>> {};

TEST_P(EmulatedScores, OfAllSetsInOnePlan) {
    const auto& [emulation, clip_name] = GetParam();
    const std::vector<ScoreSet> sets = score_sets_of(clip_name);
    const ClipSpec& spec = clip_spec(clip_name);
    std::vector<std::string> features;
    for (const ScoreSet& set : sets) features.push_back(set.feature);
    const auto engine = make_engine(emulation, spec.format, features);
    EXPECT_EQ(engine->batch(), emulation.batch);
    score_frames(*engine, make_clip(spec), sets.size(), spec.frames + engine->batch() - 1,
                 [&sets](int frame, int place, std::span<const PairResult> results) {
                     SCOPED_TRACE("place " + std::to_string(place) + " of the batch");
                     for (std::size_t i = 0; i < sets.size(); ++i) expect_scores(sets[i], frame, results[i]);
                 });
}

INSTANTIATE_TEST_SUITE_P(Golden, EmulatedScores,
                         testing::Combine(testing::ValuesIn(emulations),
                                          testing::ValuesIn(clips_with_scores())),
                         [](const auto& instance) {
                             return std::get<0>(instance.param).name + ("_" + std::get<1>(instance.param));
                         });

std::vector<std::uint32_t> bits(const std::vector<float>& values) {
    std::vector<std::uint32_t> result;
    for (const float value : values) result.push_back(std::bit_cast<std::uint32_t>(value));
    return result;
}

class EmulatedSteps : public testing::TestWithParam<Emulation> {};

TEST_P(EmulatedSteps, OfEachImage) {
    for (const StepSet& set : step_sets()) {
        const ClipSpec& spec = clip_spec(set.clip);
        const std::vector<ClipFrame> clip = make_clip(spec);
        const auto engine = make_engine(GetParam(), spec.format, {set.feature});
        const FramePair pair = frame_pair(clip, set.feature.starts_with("speed_temporal") ? 1 : 0);
        PairResult result;
        engine->score({&pair, 1}, {&result, 1});
        for (std::size_t image = 0; image < set.images.size(); ++image) {
            SCOPED_TRACE(set.clip + " " + set.feature + " image " + std::to_string(image));
            const ImageSteps steps = engine->steps(0, 0, static_cast<int>(image));
            const ImageBits& want = set.images[image];
            EXPECT_EQ(bits(steps.small_image), want.small_image);
            EXPECT_EQ(bits(steps.means), want.means);
            EXPECT_EQ(bits(steps.covariance), want.covariance);
            EXPECT_EQ(bits(steps.eigenvalues), want.eigenvalues);
            EXPECT_EQ(bits(steps.entropies), want.entropies);
            EXPECT_EQ(steps.singular, want.singular);
            if (!want.singular) {
                EXPECT_EQ(bits(steps.variances), want.variances);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Golden, EmulatedSteps, testing::ValuesIn(emulations),
                         [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace speedqa::golden
