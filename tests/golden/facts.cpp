// Reads data/scores.txt and data/steps.txt.
#include "golden/facts.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <iterator>
#include <utility>

#include "golden/clip_spec.h"
#include "golden/text.h"

namespace speedqa::golden {
namespace {

constexpr std::size_t matrix_size = 25;

std::vector<ScoreSet> read_scores() {
    std::vector<ScoreSet> sets;
    for_each_line("scores.txt", [&sets](const Line& line) {
        const std::string& kind = line.word(0);
        if (kind == "set") {
            sets.push_back({line.word(1), line.word(2), {}, {}});
        } else if (kind == "names" && !sets.empty()) {
            for (std::size_t i = 1; i < line.size(); ++i) sets.back().names.push_back(line.word(i));
        } else if (kind == "frame" && !sets.empty()) {
            FrameScores frame;
            const std::size_t count = sets.back().names.size();
            for (std::size_t i = 1; i <= count; ++i) frame.scores.push_back(line.bits(i));
            frame.singular = line.word(count + 1);
            sets.back().frames.push_back(std::move(frame));
        } else {
            line.fail("unknown word " + kind);
        }
    });
    return sets;
}

constexpr std::pair<std::string_view, std::vector<std::uint32_t> ImageBits::*> step_names[] = {
    {"small_image", &ImageBits::small_image}, {"means", &ImageBits::means},
    {"covariance", &ImageBits::covariance},   {"eigenvalues", &ImageBits::eigenvalues},
    {"variances", &ImageBits::variances},     {"entropies", &ImageBits::entropies}};

// The whole matrix from its lower half, row by row.
std::vector<std::uint32_t> symmetric(const std::vector<std::uint32_t>& lower) {
    std::vector<std::uint32_t> matrix(matrix_size * matrix_size);
    std::size_t next = 0;
    for (std::size_t row = 0; row < matrix_size; ++row)
        for (std::size_t column = 0; column <= row; ++column, ++next)
            matrix[row * matrix_size + column] = matrix[column * matrix_size + row] = lower.at(next);
    return matrix;
}

// Takes the lines of steps.txt one by one.
class StepReader {
  public:
    void take(const Line& line) {
        const std::string& kind = line.word(0);
        if (kind == "set") {
            sets_.push_back({line.word(1), line.word(2), {}});
        } else if (kind == "singular") {
            sets_.back().images.back().singular = line.number(1) != 0;
        } else if (const auto step = std::find_if(std::begin(step_names), std::end(step_names),
                                                  [&kind](const auto& entry) { return entry.first == kind; });
                   step != std::end(step_names)) {
            if (kind == "small_image") sets_.back().images.emplace_back();
            values_ = &(sets_.back().images.back().*step->second);
        } else {
            for (std::size_t i = 0; i < line.size(); ++i) values_->push_back(line.bits(i));
        }
    }

    std::vector<StepSet> finish() {
        for (StepSet& set : sets_)
            for (ImageBits& image : set.images) image.covariance = symmetric(image.covariance);
        return std::move(sets_);
    }

  private:
    std::vector<StepSet> sets_;
    std::vector<std::uint32_t>* values_ = nullptr;
};

std::vector<StepSet> read_steps() {
    StepReader reader;
    for_each_line("steps.txt", [&reader](const Line& line) { reader.take(line); });
    return reader.finish();
}

}  // namespace

const std::vector<ScoreSet>& score_sets() {
    static const std::vector<ScoreSet> sets = read_scores();
    return sets;
}

std::vector<ScoreSet> score_sets_of(std::string_view clip) {
    std::vector<ScoreSet> sets;
    std::copy_if(score_sets().begin(), score_sets().end(), std::back_inserter(sets),
                 [clip](const ScoreSet& set) { return set.clip == clip; });
    return sets;
}

std::vector<std::string> clips_with_scores() {
    std::vector<std::string> clips;
    for (const ClipSpec& spec : clip_specs())
        if (!score_sets_of(spec.name).empty()) clips.push_back(spec.name);
    return clips;
}

const std::vector<StepSet>& step_sets() {
    static const std::vector<StepSet> sets = read_steps();
    return sets;
}

std::string hex(std::uint32_t bits) {
    char text[9];
    std::snprintf(text, sizeof text, "%08x", static_cast<unsigned>(bits));
    return text;
}

std::string hex(float value) {
    return hex(std::bit_cast<std::uint32_t>(value));
}

}  // namespace speedqa::golden
