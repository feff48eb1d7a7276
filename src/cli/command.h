// The commands of the tool. To add one: a file command_NAME.cpp with its declare function, and a row in
// commands.cpp.
#pragma once

#include <functional>
#include <span>

namespace CLI {
class App;
}

namespace speedqa::cli {

// Runs a command whose options are parsed; the result is the exit code.
using Run = std::function<int()>;

struct Command {
    const char* name;
    const char* summary;
    Run (*declare)(CLI::App& parser);  // declares the command's options
};

std::span<const Command> commands();

// What the tool does without a command.
Run declare_score(CLI::App& parser);

Run declare_bench(CLI::App& parser);
Run declare_devices(CLI::App& parser);
Run declare_probe(CLI::App& parser);

}  // namespace speedqa::cli
