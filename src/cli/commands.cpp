// The table of commands.
#include "cli/command.h"

namespace speedqa::cli {

std::span<const Command> commands() {
    static constexpr Command table[] = {
        {"bench", "Time the scoring of two clips, frames in memory", declare_bench},
        {"devices", "List the devices of every backend, and why one can't be used", declare_devices},
        {"probe", "Show what a device's arithmetic does, and whether speedqa's is exact on it",
         declare_probe},
    };
    return table;
}

}  // namespace speedqa::cli
