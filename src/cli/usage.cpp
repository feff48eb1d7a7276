// What is wrong with a command line, in words.
#include "cli/usage.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <numeric>

namespace speedqa::cli {
namespace {

// Letters to insert, delete or replace to make `b` of `a`.
std::size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
        }
    }
    return row.back();
}

// The parser of the command that was given, or the main one.
const CLI::App& chosen_parser(const CLI::App& parser) {
    const std::vector<CLI::App*> chosen = parser.get_subcommands();
    return chosen.empty() ? parser : *chosen.front();
}

std::vector<std::string> option_names(const CLI::App& parser) {
    std::vector<std::string> names;
    for (const CLI::Option* option : parser.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

std::vector<std::string> command_names(const CLI::App& parser) {
    std::vector<std::string> names;
    for (const CLI::App* command : parser.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

std::string explain_extra(const std::string& word, const CLI::App& parser) {
    const bool option = word.starts_with("-");
    const std::string name = option ? word.substr(0, word.find('=')) : word;
    const std::string meant = closest(name, option ? option_names(parser) : command_names(parser));
    const char* fault = option ? "no such option" : "neither an option nor a command";
    return fmt::format("{}: {}{}", name, fault,
                       meant.empty() ? "" : fmt::format("; did you mean {}?", meant));
}

}  // namespace

std::string closest(const std::string& word, const std::vector<std::string>& candidates) {
    const std::size_t allowed = word.size() < 5 ? 1 : std::max<std::size_t>(2, word.size() / 4);
    std::string best;
    std::size_t best_distance = allowed + 1;
    for (const std::string& candidate : candidates) {
        const bool beginning = word.size() > 3 && candidate.starts_with(word);
        const std::size_t distance = beginning ? 1 : edit_distance(word, candidate);
        if (distance >= best_distance) continue;
        best = candidate;
        best_distance = distance;
    }
    return best;
}

std::string explain(const CLI::ParseError& error, const CLI::App& parser) {
    const CLI::App& chosen = chosen_parser(parser);
    const std::vector<std::string> extras = parser.remaining(true);
    if (dynamic_cast<const CLI::ExtrasError*>(&error) && !extras.empty())
        return explain_extra(extras[0], chosen);
    // The only count that the parser checks: every option with a value takes one.
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
        const std::string message = error.what();
        return fmt::format("{}: a value is missing", message.substr(0, message.find(':')));
    }
    return error.what();
}

}  // namespace speedqa::cli
