// What --help prints beside the options.
#include "cli/help.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

#include "speed/option_table.h"
#include "speed/text.h"

namespace speedqa::cli {
namespace {

constexpr std::size_t columns = 80;
constexpr std::size_t option_columns = 30;

constexpr const char* description =
    "Scores a distorted clip against its reference with the SpEED features of VMAF.\n"
    "Clips are Y4M, raw YUV, or what FFmpeg decodes; frames are paired in order.";

constexpr const char* codes_and_example =
    "Exit codes:\n"
    "  0  done\n"
    "  1  failed, nothing is written\n"
    "  2  wrong usage\n"
    "  3  written, but incomplete: a clip is shorter or damaged, a device failed, or\n"
    "     a score is not finite; the message says which\n"
    "  130, 143  interrupted, nothing is written\n"
    "\n"
    "Example:\n"
    "  speedqa -r reference.y4m -d distorted.y4m --json -o scores.json";

// Line breaks between words, so that no line is longer than `width`, if its words allow.
std::string wrapped(const std::string& text, std::size_t width) {
    std::string result;
    std::size_t used = 0;
    for (const std::string_view word : split(text, ' ')) {
        const bool fits = used + 1 + word.size() <= width;
        if (used > 0) result += fits ? ' ' : '\n';
        used = used > 0 && fits ? used + 1 + word.size() : word.size();
        result += word;
    }
    return result;
}

std::string feature_options() {
    std::vector<std::string> names;
    for (const OptionInfo& option : option_table) {
        const char* only = option.chroma && option.temporal ? ""
                           : option.chroma                  ? ", speed_chroma only"
                                                            : ", speed_temporal only";
        names.push_back(fmt::format("{} ({}{})", option.name, option.alias, only));
    }
    return wrapped(
        "Options of the features, with the names, ranges and defaults of libvmaf: " + join(names, ", "),
        columns);
}

}  // namespace

void prepare_help(CLI::App& parser) {
    parser.description(description);
    parser.footer(feature_options() + "\n\n" + codes_and_example);
    std::vector<CLI::App*> parsers = parser.get_subcommands([](const CLI::App*) { return true; });
    parsers.push_back(&parser);
    for (CLI::App* each : parsers) {
        each->get_formatter()->column_width(option_columns);
        for (CLI::Option* option : each->get_options([](const CLI::Option*) { return true; })) {
            option->description(wrapped(option->get_description(), columns - option_columns));
        }
    }
}

}  // namespace speedqa::cli
