// Declares options whose values are checked as they are read.
#include "cli/option_values.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>

#include "cli/usage.h"

namespace speedqa::cli {
namespace {

// "--width" of "-w,--width".
std::string long_name(const std::string& names) {
    return names.substr(names.rfind(',') + 1);
}

std::string describe_range(IntegerRange range) {
    if (range.maximum >= std::numeric_limits<int>::max()) return fmt::format("{} or more", range.minimum);
    return fmt::format("{} to {}", range.minimum, range.maximum);
}

std::int64_t parse_integer(const std::string& option, const std::string& text, IntegerRange range) {
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc::invalid_argument || stop != end) {
        refuse_value(option, text, "a whole number, " + describe_range(range));
    }
    if (error != std::errc() || value < range.minimum || value > range.maximum) {
        refuse_value(option, text, describe_range(range));
    }
    return value;
}

}  // namespace

void refuse_value(const std::string& option, const std::string& value, const std::string& allowed) {
    throw UsageError(fmt::format("{} {}: must be {}", option, value.empty() ? "''" : value, allowed));
}

CLI::Option* add_text(CLI::App& parser, const std::string& names, const std::string& type,
                      const std::string& description, std::function<void(const std::string&)> store) {
    const auto read = [name = long_name(names), store = std::move(store)](const CLI::results_t& values) {
        if (values.size() > 1) {
            throw UsageError(fmt::format("{}: given more than once: '{}', '{}'", name, values[0], values[1]));
        }
        store(values.at(0));
        return true;
    };
    return parser.add_option(names, read, description)
        ->type_name(type)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::Option* add_integer(CLI::App& parser, const std::string& names, IntegerRange range,
                         const std::string& description, std::function<void(std::int64_t)> store) {
    const auto read = [name = long_name(names), range, store = std::move(store)](const std::string& text) {
        store(parse_integer(name, text, range));
    };
    return add_text(parser, names, "N", description, read);
}

}  // namespace speedqa::cli
