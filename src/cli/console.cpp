// What the tool says on standard error.
#include "cli/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>

#include "cli/terminal.h"

namespace speedqa::cli {
namespace {

constexpr std::chrono::milliseconds redraw_interval(100);

std::atomic<bool> progress_line_shown{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void put(const std::string& text) {
    std::fputs(text.c_str(), stderr);
}

std::string clock_text(double seconds) {
    const auto whole = static_cast<std::int64_t>(seconds + 0.5);
    if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace

Console::Console(bool quiet) : quiet_(quiet), watched_(!quiet && is_terminal(STDERR_FILENO)) {}

void Console::error(std::string_view text) {
    say("speedqa: ", text);
}

void Console::warning(std::string_view text) {
    if (!quiet_) say("speedqa: warning: ", text);
}

void Console::note(std::string_view text) {
    if (!quiet_) say("speedqa: note: ", text);
}

void Console::print(std::string_view lines) {
    end_progress();
    if (!quiet_) put(std::string(lines));
}

void Console::say(std::string_view prefix, std::string_view text) {
    end_progress();
    // A command to copy stands on a line of its own, indented; other line breaks come from names of files.
    const std::size_t command = std::min(text.rfind("\n  "), text.size());
    const std::string message = printable_line(text.substr(0, command));
    put(fmt::format("{}{}{}\n", prefix, message, printable(text.substr(command))));
}

void Console::progress(std::int64_t frames, std::optional<std::int64_t> total) {
    if (!watched_) return;
    const Clock::time_point now = Clock::now();
    if (!started_) started_ = drawn_ = now;
    if (now - drawn_ < redraw_interval) return;
    drawn_ = now;
    const double seconds = std::chrono::duration<double>(now - *started_).count();
    progress_line_shown = true;
    put(fmt::format("\r{}\033[K", progress_text(frames, total, seconds)));
}

void Console::end_progress() {
    if (progress_line_shown.exchange(false)) put("\r\033[K");
}

std::string progress_text(std::int64_t frames, std::optional<std::int64_t> total, double seconds) {
    const double rate = static_cast<double>(frames) / seconds;
    std::string text = total ? fmt::format("{}/{} frames", frames, *total) : fmt::format("{} frames", frames);
    text += fmt::format("  {:.1f} frames per second", rate);
    if (total && frames > 0 && frames <= *total) {
        text += fmt::format("  {} left", clock_text(static_cast<double>(*total - frames) / rate));
    }
    return text;
}

void leave_progress_line() noexcept {
    if (!progress_line_shown) return;
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, "\n", 1);
}

}  // namespace speedqa::cli
