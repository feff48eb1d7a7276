// The engine that a golden test program tests, and batches of golden frames for it.
#include "golden/engine_fixture.h"

#include <algorithm>

#include "api/error.h"
#include "backends/cpu/cpu_features.h"
#include "backends/registry.h"
#include "golden/device_layout.h"
#include "speed/options.h"
#include "speed/plan.h"

namespace speedqa::golden {

EngineChoice& engine_choice() {
    static EngineChoice choice;
    return choice;
}

void EngineTest::SetUp() {
    const EngineChoice& choice = engine_choice();
    try {
        choose(choice);
    } catch (const Error& error) {
        if (choice.optional) GTEST_SKIP() << error.what();
        FAIL() << error.what();
    }
    ASSERT_EQ(backend_->name(), choice.backend);
    if (!choice.cpu_level.empty()) {
        ASSERT_EQ(active_cpu_level(), choice.cpu_level);
    }
}

void EngineTest::choose(const EngineChoice& choice) {
    const DeviceChoice chosen = choose_device(choice.backend, choice.device);
    backend_ = chosen.backend;
    device_ = chosen.device.index;
    if (choice.cpu_level.empty()) return;
    for (const CpuLevel& level : cpu_levels())
        if (level.name == choice.cpu_level) return restrict_targets(level.mask);
    throw Error(SPEEDQA_UNSUPPORTED, "CPU level " + choice.cpu_level + ": not on this machine");
}

std::unique_ptr<Engine> EngineTest::make_engine(const FrameFormat& format,
                                                const std::vector<std::string>& features) {
    std::vector<FeatureRequest> requests;
    for (const std::string& feature : features) requests.push_back(parse_feature(feature));
    const EngineChoice& choice = engine_choice();
    auto engine = backend_->make_engine(
        std::make_shared<const Plan>(make_plan(format, requests)),
        {.device = device_, .batch = choice.batch, .graph = choice.graph, .fp64 = choice.fp64});
    if (choice.batch > 0) {
        EXPECT_EQ(engine->batch(), choice.batch);
    }
    return engine;
}

std::vector<ClipFrame> EngineTest::clip_of(const ClipSpec& spec) {
    std::vector<ClipFrame> clip = make_clip(spec);
    if (engine_choice().layout.empty()) return clip;
    const bool pinned = engine_choice().layout == "pinned";
    const auto copy = [this, pinned](const void* from, std::size_t bytes) {
        return backend_->copy_to(pinned ? FrameMemory::host : FrameMemory::device, device_, from, bytes);
    };
    for (ClipFrame& frame : clip)
        for (Frame* side : {&frame.reference, &frame.distorted})
            *side = pinned ? copy_frame_with(copy, spec.format, {true, true}, *side)
                           : laid_out(device_layout(engine_choice().layout), spec.format, *side, copy);
    return clip;
}

FramePair frame_pair(const std::vector<ClipFrame>& clip, int index) {
    FramePair pair{index, clip.at(index).reference, clip.at(index).distorted, {}, {}};
    if (index > 0) {
        pair.previous_reference = clip.at(index - 1).reference;
        pair.previous_distorted = clip.at(index - 1).distorted;
    }
    return pair;
}

void score_frames(Engine& engine, const std::vector<ClipFrame>& clip, std::size_t features, int pairs,
                  const ResultCheck& check) {
    const int frames = static_cast<int>(clip.size());
    for (int first = 0; first < pairs; first += engine.batch()) {
        std::vector<FramePair> batch;
        for (int i = first; i < std::min(first + engine.batch(), pairs); ++i)
            batch.push_back(frame_pair(clip, i % frames));
        std::vector<PairResult> results(batch.size() * features);
        engine.score(batch, results);
        for (std::size_t place = 0; place < batch.size(); ++place)
            check(static_cast<int>(batch[place].index), static_cast<int>(place),
                  std::span(results).subspan(place * features, features));
    }
}

void expect_scores(const ScoreSet& set, int frame, const PairResult& result) {
    const FrameScores& want = set.frames.at(frame);
    const std::string where = set.clip + " " + set.feature + " frame " + std::to_string(frame);
    for (std::size_t i = 0; i < want.scores.size(); ++i)
        EXPECT_EQ(hex(result.score[i]), hex(want.scores[i])) << where << " " << set.names[i];
    EXPECT_EQ(int{result.not_finite}, 0) << where;
    if (want.singular == "-") return;
    std::string singular;
    for (std::size_t i = 0; i < want.singular.size(); ++i) singular += result.singular[i] ? '1' : '0';
    EXPECT_EQ(singular, want.singular) << where << ": singular decisions";
}

}  // namespace speedqa::golden
