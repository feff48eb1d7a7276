// The scorer's promises that need no golden data: order, subsampling, failures, reuse.
#include "api/scorer.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "api/error.h"

namespace speedqa {
namespace {

constexpr FrameFormat format{176, 176, ChromaSubsampling::yuv420, 8};

Frame noise_frame(unsigned seed) {
    const auto samples = std::make_shared<std::vector<unsigned char>>(frame_bytes(format));
    std::mt19937 random(seed);
    for (unsigned char& sample : *samples) sample = static_cast<unsigned char>(random());
    Frame frame;
    frame.owner = samples;
    frame.view.planes[0] = {samples->data(), 176};
    frame.view.planes[1] = {samples->data() + 176 * 176, 88};
    frame.view.planes[2] = {samples->data() + 176 * 176 + 88 * 88, 88};
    return frame;
}

// One word a score, in order, frames separated by their number.
std::vector<std::uint32_t> words(const ScorerSettings& settings, int frames) {
    Scorer scorer(format, {parse_feature("speed_chroma"), parse_feature("speed_temporal")}, settings);
    std::vector<std::uint32_t> all;
    const auto drain = [&] {
        while (const auto result = scorer.next_result()) {
            all.push_back(static_cast<std::uint32_t>(result->frame));
            for (const auto& score : scores_of(*result, scorer.requests())) {
                std::uint32_t word = 0;
                std::memcpy(&word, &score.value(), sizeof word);
                all.push_back(word);
            }
        }
    };
    for (int i = 0; i < frames; ++i) {
        scorer.push(noise_frame(static_cast<unsigned>(i)), noise_frame(static_cast<unsigned>(i) + 1000));
        drain();
    }
    scorer.flush();
    drain();
    return all;
}

ScorerSettings settings_of(int threads, int batch, int subsample = 1) {
    ScorerSettings settings;
    settings.backend = "cpu";
    settings.threads = threads;
    settings.batch = batch;
    settings.subsample = subsample;
    return settings;
}

TEST(Scorer, ThreadsAndBatchesDoNotChangeABit) {
    const std::vector<std::uint32_t> expected = words(settings_of(1, 1), 11);
    ASSERT_EQ(expected.size(), 11u * 5);
    for (const int threads : {1, 2, 7})
        for (const int batch : {1, 2, 3, 16}) EXPECT_EQ(words(settings_of(threads, batch), 11), expected);
}

TEST(Scorer, SubsampleKeepsEachFramesTruePredecessor) {
    const std::vector<std::uint32_t> all = words(settings_of(2, 1), 11);
    const std::vector<std::uint32_t> some = words(settings_of(2, 2, 5), 11);
    std::vector<std::uint32_t> expected;
    for (const int frame : {0, 5, 10})
        expected.insert(expected.end(), all.begin() + frame * 5, all.begin() + frame * 5 + 5);
    EXPECT_EQ(some, expected);
}

TEST(Scorer, FlushingTwiceAndLeavingUnreadResultsIsHarmless) {
    Scorer scorer(format, {parse_feature("speed_chroma")}, settings_of(2, 4));
    scorer.flush();
    scorer.push(noise_frame(1), noise_frame(2));
    scorer.flush();
    scorer.flush();
    scorer.push(noise_frame(3), noise_frame(4));
}

TEST(Scorer, RefusesWhatNoBackendHas) {
    const std::vector<FeatureRequest> requests = {parse_feature("speed_chroma")};
    const auto status_of = [&](const ScorerSettings& settings) {
        try {
            Scorer scorer(format, requests, settings);
        } catch (const Error& error) {
            return error.status();
        }
        return SPEEDQA_OK;
    };
    ScorerSettings settings = settings_of(1, 1);
    EXPECT_EQ(status_of(settings), SPEEDQA_OK);
    settings.device = 1;
    EXPECT_EQ(status_of(settings), SPEEDQA_DEVICE);
    settings.device = -1;
    settings.backend = "gpu";
    EXPECT_EQ(status_of(settings), SPEEDQA_INVALID_ARGUMENT);
    EXPECT_EQ(status_of(settings_of(1, 1, 0)), SPEEDQA_INVALID_ARGUMENT);
    EXPECT_EQ(status_of(settings_of(-1, 1)), SPEEDQA_INVALID_ARGUMENT);
    EXPECT_EQ(status_of(settings_of(1, -1)), SPEEDQA_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace speedqa
