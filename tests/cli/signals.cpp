// A signal in the middle of writing leaves no temporary file.
#include "cli/signals.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "report/output_file.h"

namespace speedqa::cli {
namespace {

TEST(Signals, an_unfinished_output_is_removed_and_the_process_ends_by_the_signal) {
    std::string name = (std::filesystem::temp_directory_path() / "speedqa-signal-XXXXXX").string();
    const std::filesystem::path directory = ::mkdtemp(name.data());
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::signal(SIGHUP, SIG_DFL);
            install_signal_handlers();
            OutputFile output((directory / "o.json").string(), {});
            output.write(std::string(1 << 20, 'x'));
            if (std::filesystem::is_empty(directory)) ::_exit(1);
            ::raise(number);
            ::_exit(2);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        EXPECT_TRUE(WIFSIGNALED(status)) << "exit code " << WEXITSTATUS(status);
        EXPECT_EQ(WTERMSIG(status), number);
        EXPECT_TRUE(std::filesystem::is_empty(directory));
    }
    std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace speedqa::cli
