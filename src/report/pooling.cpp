// One value for a clip from the scores of its frames.
#include "report/pooling.h"

#include <algorithm>
#include <cmath>

namespace speedqa {
namespace {

std::optional<double> if_finite(double value) {
    return std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
}

}  // namespace

PooledScore pool(const ScoreTable& scores, std::size_t column) {
    if (scores.size() == 0) return {};
    PooledScore pooled;
    double sum = 0.0;
    double inverse_sum = 0.0;
    for (std::size_t row = 0; row < scores.size(); ++row) {
        const std::optional<float> score = scores.score(row, column);
        if (!score) return {};
        pooled.min = std::min(pooled.min.value_or(*score), *score);
        pooled.max = std::max(pooled.max.value_or(*score), *score);
        sum += static_cast<double>(*score);
        inverse_sum += 1.0 / (static_cast<double>(*score) + 1.0);
    }
    const double count = static_cast<double>(scores.size());
    pooled.mean = if_finite(sum / count);
    pooled.harmonic_mean = if_finite(count / inverse_sum - 1.0);
    return pooled;
}

}  // namespace speedqa
