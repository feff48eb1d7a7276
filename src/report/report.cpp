// What a run found out about a pair of clips.
#include "report/report.h"

#include <stdexcept>

namespace speedqa {

void ScoreTable::add(std::int64_t frame, std::span<const std::optional<float>> scores) {
    if (scores.size() != names_.size()) throw std::logic_error("a frame needs one score for each name");
    frames_.push_back(frame);
    scores_.insert(scores_.end(), scores.begin(), scores.end());
}

}  // namespace speedqa
