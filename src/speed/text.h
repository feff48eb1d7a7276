// Small helpers for text, independent of the locale.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace speedqa {

std::vector<std::string_view> split(std::string_view text, char separator);
std::string join(const std::vector<std::string>& parts, std::string_view separator);

// printf's %g in the C locale, with which libvmaf writes option values into score names.
std::string format_g(double value);

}  // namespace speedqa
