// The exit codes of the tool; --help and docs/tool.md list them.
#pragma once

namespace speedqa::cli {

enum ExitCode : int {
    exit_done = 0,
    exit_failed = 1,      // nothing was written
    exit_usage = 2,       // the command line is wrong
    exit_incomplete = 3,  // written, but not for all frames or scores
};

}  // namespace speedqa::cli
