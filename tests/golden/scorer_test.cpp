// The scorer gives the golden scores in order, whatever the number of threads, the batch and the subsample.
#include "api/scorer.h"

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>

#include "api/error.h"
#include "golden/clip_generator.h"
#include "golden/facts.h"

namespace speedqa::golden {
namespace {

const std::vector<std::string> features{
    "speed_chroma", "speed_temporal",
    "speed_chroma=speed_nn_floor=0.1:speed_sigma_nn=0.19:speed_weight_var_mode=5:speed_max_val=45.0",
    "speed_temporal=speed_use_ref_diff=true"};

std::vector<FeatureRequest> requests() {
    std::vector<FeatureRequest> result;
    for (const std::string& feature : features) result.push_back(parse_feature(feature));
    return result;
}

// The clip sd_420_8, carried on to `frames` frames.
ClipSpec long_clip(int frames) {
    ClipSpec spec = clip_spec("sd_420_8");
    spec.frames = frames;
    return spec;
}

const ScoreSet& golden_set(const std::string& feature) {
    for (const ScoreSet& set : score_sets())
        if (set.clip == "sd_420_8" && set.feature == feature) return set;
    throw std::out_of_range("no set " + feature);
}

// "frame 1: 409c3098 409aadd3 409b6f36 0000 41141883 00": the scores and singular decisions of each feature.
std::string text_of(const FrameResult& result) {
    std::ostringstream text;
    text << "frame " << result.frame << ':';
    for (std::size_t feature = 0; feature < features.size(); ++feature) {
        const PairResult& pair = result.features.at(feature);
        const std::size_t scores = golden_set(features[feature]).names.size();
        for (std::size_t i = 0; i < scores; ++i) text << ' ' << hex(pair.score[i]);
        text << ' ';
        for (std::size_t i = 0; i < (scores == 3 ? 4 : 2); ++i) text << int{pair.singular[i]};
    }
    return text.str();
}

std::string golden_text(int frame) {
    std::ostringstream text;
    text << "frame " << frame << ':';
    for (const std::string& feature : features) {
        const FrameScores& golden = golden_set(feature).frames.at(frame);
        for (const std::uint32_t bits : golden.scores) text << ' ' << hex(bits);
        text << ' ' << (golden.singular == "-" ? "00" : golden.singular);
    }
    return text.str();
}

// Results are taken while frames are pushed, and after a flush.
std::vector<std::string> score(const ClipSpec& spec, const ScorerSettings& settings) {
    Scorer scorer(spec.format, requests(), settings);
    std::vector<std::string> results;
    const auto take = [&] {
        while (const std::optional<FrameResult> result = scorer.next_result())
            results.push_back(text_of(*result));
    };
    for (int index = 0; index < spec.frames; ++index) {
        ClipFrame frame = make_frame(spec, index);
        scorer.push(std::move(frame.reference), std::move(frame.distorted));
        take();
    }
    scorer.flush();
    take();
    return results;
}

ScorerSettings cpu_settings(int threads, int batch, int subsample = 1) {
    ScorerSettings settings;
    settings.backend = "cpu";
    settings.threads = threads;
    settings.batch = batch;
    settings.subsample = subsample;
    return settings;
}

TEST(Scorer, GivesTheGoldenScoresInOrder) {
    const std::vector<std::string> results = score(clip_spec("sd_420_8"), cpu_settings(2, 0));
    ASSERT_EQ(results.size(), 6u);
    for (int frame = 0; frame < 6; ++frame) EXPECT_EQ(results[frame], golden_text(frame));
}

class ScorerDivision : public testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(ScorerDivision, DoesNotChangeABit) {
    const auto [threads, batch] = GetParam();
    const ClipSpec clip = long_clip(23);
    static const std::vector<std::string> want = score(clip, cpu_settings(1, 1));
    ASSERT_EQ(want.size(), 23u);
    for (int frame = 0; frame < 6; ++frame) ASSERT_EQ(want[frame], golden_text(frame));
    EXPECT_EQ(score(clip, cpu_settings(threads, batch)), want);
}

TEST_P(ScorerDivision, KeepsTheScoresOfSubsampledFrames) {
    const auto [threads, batch] = GetParam();
    const ClipSpec clip = long_clip(23);
    static const std::vector<std::string> all = score(clip, cpu_settings(1, 1));
    for (const int every : {2, 5, 22, 100}) {
        std::vector<std::string> want;
        for (std::size_t frame = 0; frame < all.size(); frame += every) want.push_back(all[frame]);
        EXPECT_EQ(score(clip, cpu_settings(threads, batch, every)), want) << "subsample " << every;
    }
}

INSTANTIATE_TEST_SUITE_P(Golden, ScorerDivision,
                         testing::Combine(testing::Values(1, 2, 7), testing::Values(0, 1, 3, 16)),
                         [](const auto& instance) {
                             return "threads" + std::to_string(std::get<0>(instance.param)) + "_batch" +
                                    std::to_string(std::get<1>(instance.param));
                         });

TEST(Scorer, FlushesInTheMiddleOfABatch) {
    const ClipSpec clip = clip_spec("sd_420_8");
    Scorer scorer(clip.format, requests(), cpu_settings(2, 4));
    for (int index = 0; index < clip.frames; ++index) {
        ClipFrame frame = make_frame(clip, index);
        scorer.push(std::move(frame.reference), std::move(frame.distorted));
        scorer.flush();
        const std::optional<FrameResult> result = scorer.next_result();
        ASSERT_TRUE(result) << "frame " << index;
        EXPECT_EQ(text_of(*result), golden_text(index));
        EXPECT_FALSE(scorer.next_result());
    }
}

TEST(Scorer, NamesItsScoresAsTheReferenceDoes) {
    const Scorer scorer(clip_spec("sd_420_8").format, requests(), cpu_settings(1, 1));
    std::vector<std::string> names;
    for (const std::string& feature : features) {
        const ScoreSet& set = golden_set(feature);
        names.insert(names.end(), set.names.begin(), set.names.end());
    }
    EXPECT_EQ(scorer.score_names(), names);
}

TEST(Scorer, RefusesATooSmallPictureBeforeAnyFrame) {
    try {
        Scorer(clip_spec("too_small").format, {parse_feature("speed_chroma")}, cpu_settings(1, 1));
        FAIL() << "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), SPEEDQA_TOO_SMALL) << error.what();
    }
}

}  // namespace
}  // namespace speedqa::golden
