// What is wrong with a command line, in words, and the options that may have been meant.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace speedqa::cli {

// Ends the tool with exit_usage.
class UsageError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The one of `candidates` that `word` may be a misspelling or a beginning of; empty if none is near.
std::string closest(const std::string& word, const std::vector<std::string>& candidates);

// The message for what the parser found wrong.
std::string explain(const CLI::ParseError& error, const CLI::App& parser);

}  // namespace speedqa::cli
