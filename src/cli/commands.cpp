// The table of commands.
#include "cli/command.h"

namespace speedqa::cli {

std::span<const Command> commands() {
    static constexpr Command table[] = {
        {"devices", "List the devices of every backend, and why one can't be used", declare_devices},
    };
    return table;
}

}  // namespace speedqa::cli
