// One value for a clip from the scores of its frames, as libvmaf pools them.
#pragma once

#include <cstddef>
#include <optional>

#include "report/report.h"

namespace speedqa {

// Over all scored frames; absent if the score of one of them is, or if the value is not finite. `min` and
// `max` are scores; `mean` and `harmonic_mean` are worked out in fp64, frames in order.
struct PooledScore {
    std::optional<float> min;
    std::optional<float> max;
    std::optional<double> mean;
    std::optional<double> harmonic_mean;  // n / sum(1 / (score + 1)) - 1
};

PooledScore pool(const ScoreTable& scores, std::size_t column);

}  // namespace speedqa
