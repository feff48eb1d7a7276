// A row of small bars that shows how values change over time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace speedqa::cli {

// At most `width` bars, each for an equal share of the values, its height their mean between the smallest and
// the largest bar; a blank where a share has no value. Blocks of Unicode, or ASCII characters.
std::string sparkline(const std::vector<std::optional<float>>& values, std::size_t width, bool unicode);

}  // namespace speedqa::cli
