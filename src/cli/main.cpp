// The speedqa tool: parses the command line, runs the command, turns errors into messages and exit codes.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <map>
#include <new>

#include "api/error.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/help.h"
#include "cli/print.h"
#include "cli/signals.h"
#include "cli/usage.h"

namespace speedqa::cli {
namespace {

int run(int argc, char** argv) {
    CLI::App parser("", "speedqa");
    parser.set_help_flag("--help", "Print this help");
    parser.require_subcommand(0, 1);

    const Run score = declare_score(parser);
    std::map<const CLI::App*, Run> runs;
    for (const Command& command : commands()) {
        CLI::App* command_parser = parser.add_subcommand(command.name, command.summary);
        runs[command_parser] = command.declare(*command_parser);
    }
    prepare_help(parser);
    try {
        parser.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        print(parser.help());
        return exit_done;
    } catch (const CLI::ParseError& error) {
        throw UsageError(explain(error, parser));
    }
    const auto chosen = parser.get_subcommands();
    return chosen.empty() ? score() : runs.at(chosen.front())();
}

// Runs the tool; nothing gets past it.
int run_guarded(int argc, char** argv) {
    Console console(false);
    try {
        return run(argc, argv);
    } catch (const UsageError& error) {
        console.error(error.what());
        console.print("Try 'speedqa --help'.\n");
        return exit_usage;
    } catch (const std::bad_alloc&) {
        console.error("out of memory");
    } catch (const Error& error) {
        console.error(error.what());
    } catch (const std::exception& error) {
        console.error(std::string("internal error: ") + error.what());
    }
    return exit_failed;
}

}  // namespace
}  // namespace speedqa::cli

int main(int argc, char** argv) {
    speedqa::cli::keep_standard_streams();
    speedqa::cli::install_signal_handlers();
    return speedqa::cli::run_guarded(argc, argv);
}
