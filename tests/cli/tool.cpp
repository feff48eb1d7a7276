// Runs the built program and keeps what it said.
#include "tool.h"

#include <fcntl.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "clips.h"

namespace speedqa {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
    std::ostringstream content;
    content << std::ifstream(path, std::ios::binary).rdbuf();
    return content.str();
}

// Runs in the child, which ends if it fails.
void redirect(const std::string& path, int flags, int descriptor) {
    const int opened = ::open(path.empty() ? "/dev/null" : path.c_str(), flags, 0644);
    if (opened < 0 || ::dup2(opened, descriptor) < 0) ::_exit(126);
}

[[noreturn]] void become_tool(const fs::path& directory, std::vector<std::string> arguments,
                              const Surroundings& surroundings, int terminal) {
    if (::chdir(directory.c_str()) != 0) ::_exit(126);
    const int write_flags = O_WRONLY | O_CREAT | O_TRUNC;
    redirect(surroundings.input, O_RDONLY, STDIN_FILENO);
    redirect(surroundings.output.empty() ? ".stdout" : surroundings.output, write_flags, STDOUT_FILENO);
    if (terminal < 0) redirect(".stderr", write_flags, STDERR_FILENO);
    if (terminal >= 0 && ::dup2(terminal, STDERR_FILENO) < 0) ::_exit(126);
    for (const std::string& variable : surroundings.environment)
        ::putenv(const_cast<char*>(variable.c_str()));
    std::vector<char*> argv = {const_cast<char*>("speedqa")};
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    ::execv(SPEEDQA_TOOL_PATH, argv.data());
    ::_exit(127);
}

// Everything that is written to a terminal until its last writer has gone.
std::string read_terminal(int terminal) {
    std::string text;
    char buffer[4096];
    for (;;) {
        const ssize_t count = ::read(terminal, buffer, sizeof buffer);
        if (count <= 0) return text;
        text.append(buffer, static_cast<std::size_t>(count));
    }
}

}  // namespace

ToolTest::ToolTest() {
    std::string name = (fs::temp_directory_path() / "speedqa-tool-XXXXXX").string();
    directory_ = ::mkdtemp(name.data());
    put("ref.y4m", y4m_clip({.seed = 1}));
    put("dis.y4m", y4m_clip({.seed = 2}));
}

ToolTest::~ToolTest() {
    fs::remove_all(directory_);
}

int ToolTest::start(std::vector<std::string> arguments, const Surroundings& surroundings) const {
    const pid_t child = ::fork();
    if (child == 0) become_tool(directory_, std::move(arguments), surroundings, -1);
    return child;
}

Outcome ToolTest::wait(int process) const {
    int status = 0;
    rusage usage = {};
    ::wait4(process, &status, 0, &usage);
    Outcome outcome;
    outcome.peak_kib = usage.ru_maxrss;
    if (WIFEXITED(status)) outcome.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
    outcome.out = content_of(directory_ / ".stdout");
    outcome.err = content_of(directory_ / ".stderr");
    fs::remove(directory_ / ".stdout");
    fs::remove(directory_ / ".stderr");
    return outcome;
}

Outcome ToolTest::run(std::vector<std::string> arguments, const Surroundings& surroundings) const {
    if (!surroundings.error_is_terminal) return wait(start(std::move(arguments), surroundings));
    int master = -1;
    int terminal = -1;
    if (::openpty(&master, &terminal, nullptr, nullptr, nullptr) != 0)
        throw std::runtime_error("no terminal");
    const pid_t child = ::fork();
    if (child == 0) become_tool(directory_, std::move(arguments), surroundings, terminal);
    ::close(terminal);
    const std::string text = read_terminal(master);
    ::close(master);
    Outcome outcome = wait(child);
    outcome.err = text;
    return outcome;
}

Outcome ToolTest::run_pair(std::vector<std::string> arguments, const Surroundings& surroundings) const {
    arguments.insert(arguments.begin(), {"-r", "ref.y4m", "-d", "dis.y4m"});
    return run(std::move(arguments), surroundings);
}

nlohmann::json ToolTest::scores(std::vector<std::string> arguments, int code) const {
    arguments.insert(arguments.end(), {"--feature", "speed_chroma", "--feature", "speed_temporal", "--json",
                                       "-q", "-o", "scores.json"});
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, code) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    const std::string text = exists("scores.json") ? get("scores.json") : "null";
    fs::remove(directory_ / "scores.json");
    return nlohmann::json::parse(text);
}

void ToolTest::put(const std::string& name, const std::string& content) const {
    std::ofstream(directory_ / name, std::ios::binary) << content;
}

std::string ToolTest::get(const std::string& name) const {
    return content_of(directory_ / name);
}

std::vector<std::string> ToolTest::files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(directory_))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

int count_lines(const std::string& text, const std::string& part) {
    std::istringstream lines(text);
    int count = 0;
    for (std::string line; std::getline(lines, line);) count += line.find(part) != std::string::npos;
    return count;
}

}  // namespace speedqa
