// Runs the built program in a directory of its own and keeps what it said.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace speedqa {

struct Outcome {
    int code = -1;   // the exit code, or -1 if a signal ended it
    int signal = 0;  // that signal
    std::string out;
    std::string err;
    long peak_kib = 0;  // of memory: what was resident at most
};

// How the program is started. An empty path stands for the null device.
struct Surroundings {
    std::string input{};                     // of standard input
    std::string output{};                    // of standard output; what goes there is not in the Outcome
    std::vector<std::string> environment{};  // NAME=value, beside what the test has
    bool error_is_terminal = false;
};

// A directory with the clips ref.y4m and dis.y4m: 160x160, 4:4:4, 8 bits, 20 frames of noise.
class ToolTest : public testing::Test {
  protected:
    ToolTest();
    ~ToolTest() override;

    // Runs the program to its end; relative paths are those of the directory.
    Outcome run(std::vector<std::string> arguments, const Surroundings& surroundings = {}) const;

    // The program with "-r ref.y4m -d dis.y4m" before `arguments`.
    Outcome run_pair(std::vector<std::string> arguments, const Surroundings& surroundings = {}) const;

    // Starts the program; `wait` ends it. Standard output and error go to files.
    int start(std::vector<std::string> arguments, const Surroundings& surroundings = {}) const;
    Outcome wait(int process) const;

    // The JSON that the program writes for both features of a pair of clips, strictly parsed; fails the test
    // if it does not end with `code`.
    nlohmann::json scores(std::vector<std::string> arguments, int code = 0) const;

    std::string path(const std::string& name) const { return (directory_ / name).string(); }
    void put(const std::string& name, const std::string& content) const;
    std::string get(const std::string& name) const;
    bool exists(const std::string& name) const { return std::filesystem::exists(directory_ / name); }
    std::vector<std::string> files() const;  // names, sorted

    std::filesystem::path directory_;
};

// Lines of `text` that hold `part`.
int count_lines(const std::string& text, const std::string& part = "");

}  // namespace speedqa
