// Text for standard output.
#pragma once

#include <string_view>

namespace speedqa::cli {

// Throws Error (output) if not all of it is written.
void print(std::string_view text);

}  // namespace speedqa::cli
