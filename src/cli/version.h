// What this build is and has.
#pragma once

#include <string>

namespace speedqa::cli {

// Several lines: version, features, presets, backends, input.
std::string version_text();

}  // namespace speedqa::cli
