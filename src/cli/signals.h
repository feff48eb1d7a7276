// How the tool ends when it is interrupted.
#pragma once

namespace speedqa::cli {

// An interrupted run (SIGINT, SIGTERM, SIGHUP) removes its unfinished output and ends by that signal, which a
// shell sees as 128 + its number. Writing to a closed pipe becomes an error of the write.
void install_signal_handlers();

// A standard stream that is closed is opened on nothing, so that no clip or output takes its number.
void keep_standard_streams();

}  // namespace speedqa::cli
