// Declares options whose values are checked as they are read, so that a message names the option, the value
// and what is allowed. An option may be given once.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace speedqa::cli {

struct IntegerRange {
    std::int64_t minimum = 0;
    std::int64_t maximum = std::numeric_limits<std::int64_t>::max();
};

// `names` as CLI11 takes them, "-w,--width"; `store` gets the value as it was given, and may throw
// UsageError.
CLI::Option* add_text(CLI::App& parser, const std::string& names, const std::string& type,
                      const std::string& description, std::function<void(const std::string&)> store);

CLI::Option* add_integer(CLI::App& parser, const std::string& names, IntegerRange range,
                         const std::string& description, std::function<void(std::int64_t)> store);

// Throws UsageError "OPTION VALUE: must be ALLOWED".
[[noreturn]] void refuse_value(const std::string& option, const std::string& value,
                               const std::string& allowed);

}  // namespace speedqa::cli
