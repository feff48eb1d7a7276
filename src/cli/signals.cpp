// How the tool ends when it is interrupted.
#include "cli/signals.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>

#include "cli/console.h"
#include "report/output_file.h"

namespace speedqa::cli {
namespace {

// The default action is in force again here, and takes effect on the raise.
extern "C" void end_by_signal(int number) {
    remove_unfinished_output();
    leave_progress_line();
    ::raise(number);
}

bool is_ignored(int number) {
    struct sigaction current = {};
    return ::sigaction(number, nullptr, &current) == 0 && current.sa_handler == SIG_IGN;
}

}  // namespace

void install_signal_handlers() {
    struct sigaction action = {};
    action.sa_handler = end_by_signal;
    action.sa_flags = SA_RESETHAND | SA_NODEFER;
    for (const int number : {SIGINT, SIGTERM}) ::sigaction(number, &action, nullptr);
    if (!is_ignored(SIGHUP)) ::sigaction(SIGHUP, &action, nullptr);  // nohup ignores it
    ::signal(SIGPIPE, SIG_IGN);
}

void keep_standard_streams() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) != -1) continue;
        // For reading only: a result written to a closed standard output must fail. The lowest free number is
        // taken.
        if (::open("/dev/null", O_RDONLY) != descriptor) std::abort();
    }
}

}  // namespace speedqa::cli
