// A row of small bars that shows how values change over time.
#include "cli/sparkline.h"

#include <algorithm>
#include <array>

namespace speedqa::cli {
namespace {

constexpr std::array<const char*, 8> blocks = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::array<const char*, 8> characters = {"_", ".", ":", "-", "=", "+", "*", "#"};

std::vector<std::optional<double>> means_of_shares(const std::vector<std::optional<float>>& values,
                                                   std::size_t shares) {
    std::vector<std::optional<double>> means;
    for (std::size_t share = 0; share < shares; ++share) {
        double sum = 0.0;
        int count = 0;
        for (std::size_t i = share * values.size() / shares; i < (share + 1) * values.size() / shares; ++i) {
            if (!values[i]) continue;
            sum += static_cast<double>(*values[i]);
            ++count;
        }
        means.push_back(count ? std::optional<double>(sum / count) : std::nullopt);
    }
    return means;
}

}  // namespace

std::string sparkline(const std::vector<std::optional<float>>& values, std::size_t width, bool unicode) {
    const auto means = means_of_shares(values, std::min(width, values.size()));
    std::optional<double> low;
    std::optional<double> high;
    for (const std::optional<double>& mean : means) {
        if (!mean) continue;
        low = std::min(low.value_or(*mean), *mean);
        high = std::max(high.value_or(*mean), *mean);
    }
    const auto& bars = unicode ? blocks : characters;
    std::string line;
    for (const std::optional<double>& mean : means) {
        if (!mean) {
            line += " ";
            continue;
        }
        const double height = *high > *low ? (*mean - *low) / (*high - *low) : 0.0;
        line += bars[std::min(bars.size() - 1,
                              static_cast<std::size_t>(height * static_cast<double>(bars.size())))];
    }
    return line;
}

}  // namespace speedqa::cli
