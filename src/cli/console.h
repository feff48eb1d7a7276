// What the tool says on standard error: messages of one line, and a progress line where a person watches.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace speedqa::cli {

class Console {
  public:
    // Quiet: errors only.
    explicit Console(bool quiet);
    ~Console() { end_progress(); }
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    void error(std::string_view text);
    void warning(std::string_view text);
    void note(std::string_view text);
    void print(std::string_view lines);

    // Shows how far the work is, a few times a second, if standard error is a terminal. The first call starts
    // the clock.
    void progress(std::int64_t frames, std::optional<std::int64_t> total);
    void end_progress();

  private:
    using Clock = std::chrono::steady_clock;

    void say(std::string_view prefix, std::string_view text);

    bool quiet_;
    bool watched_;
    std::optional<Clock::time_point> started_;
    Clock::time_point drawn_;
};

// "1234/2000 frames  57.1 frames per second  0:13 left"; `total` may be unknown.
std::string progress_text(std::int64_t frames, std::optional<std::int64_t> total, double seconds);

// Moves on from a progress line of this process, if there is one. May be called from a signal handler.
void leave_progress_line() noexcept;

}  // namespace speedqa::cli
