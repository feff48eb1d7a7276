// The golden facts of data/: the scores of every clip and option set, and the steps of some images, as fp32
// bits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace speedqa::golden {

struct FrameScores {
    std::vector<std::uint32_t> scores;  // one for each name of the set
    std::string singular;  // '0' or '1' for each image, in the order of PairResult; "-": no images
};

struct ScoreSet {
    std::string clip;
    std::string feature;  // as parse_feature() reads it
    std::vector<std::string> names;
    std::vector<FrameScores> frames;
};

// The members are those of ImageSteps.
struct ImageBits {
    std::vector<std::uint32_t> small_image;
    std::vector<std::uint32_t> means;
    std::vector<std::uint32_t> covariance;  // 25 by 25
    std::vector<std::uint32_t> eigenvalues;
    std::vector<std::uint32_t> variances;
    std::vector<std::uint32_t> entropies;
    bool singular = false;
};

// The first images of one frame: of frame 0 for speed_chroma, of frame 1 for speed_temporal.
struct StepSet {
    std::string clip;
    std::string feature;
    std::vector<ImageBits> images;
};

const std::vector<ScoreSet>& score_sets();
std::vector<ScoreSet> score_sets_of(std::string_view clip);
std::vector<std::string> clips_with_scores();
const std::vector<StepSet>& step_sets();

// "4026699b".
std::string hex(std::uint32_t bits);
std::string hex(float value);

}  // namespace speedqa::golden
