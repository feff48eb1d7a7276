// The engine that a golden test program tests, chosen on its command line, and batches of golden frames.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backends/backend.h"
#include "golden/clip_generator.h"
#include "golden/facts.h"

namespace speedqa::golden {

struct EngineChoice {
    std::string backend = "cpu";
    int device = -1;  // -1: the first usable one
    int batch = 1;    // 0: the backend chooses
    bool graph = true;
    bool fp64 = true;
    std::string layout;  // of device_layouts(): frames are in the device's memory; "pinned": in host memory
                         // that it reads at full speed; empty: in the host's
    std::string cpu_level;  // of cpu_levels(); empty: the fastest
    bool optional = false;  // skip the tests where the device or level is missing, instead of failing
};

EngineChoice& engine_choice();

// A test of the chosen engine. Fails, or skips if the choice is optional, where the device is missing.
class EngineTest : public testing::Test {
  protected:
    void SetUp() override;

    // An engine for one clip and some features, texts as in ScoreSet.
    std::unique_ptr<Engine> make_engine(const FrameFormat& format, const std::vector<std::string>& features);

    // The frames of a clip, where the choice wants them.
    std::vector<ClipFrame> clip_of(const ClipSpec& spec);

  private:
    // Throws Error (unsupported) where the machine lacks the device or the level.
    void choose(const EngineChoice& choice);

    Backend* backend_ = nullptr;
    int device_ = 0;
};

// The golden frame `index` with the frame before it.
FramePair frame_pair(const std::vector<ClipFrame>& clip, int index);

// Takes the frame number within the clip, the place in the batch, and the results of all features.
using ResultCheck = std::function<void(int frame, int place, std::span<const PairResult> results)>;

// Scores `pairs` frame pairs, batch after batch: the frames of the clip in order, over and over.
void score_frames(Engine& engine, const std::vector<ClipFrame>& clip, std::size_t features, int pairs,
                  const ResultCheck& check);

// Compares scores and singular decisions with a set's facts, bit for bit.
void expect_scores(const ScoreSet& set, int frame, const PairResult& result);

}  // namespace speedqa::golden
