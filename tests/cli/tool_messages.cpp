// What the program says while it works, and what it keeps to itself.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "clips.h"
#include "tool.h"

namespace speedqa {
namespace {

using testing::HasSubstr;
using testing::Not;

class ToolMessages : public ToolTest {
  protected:
    // A run that takes long enough for a progress line: its second clip comes through a pipe, 20 ms a frame.
    Outcome run_slowly(bool error_is_terminal) const {
        EXPECT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
        std::thread writer([this] {
            std::ofstream pipe(path("pipe"), std::ios::binary);
            const std::string clip = get("dis.y4m");
            for (int frame = 0; frame < 20; ++frame) {
                const std::size_t start = frame ? first_frames(clip, frame).size() : 0;
                pipe << first_frames(clip, frame + 1).substr(start) << std::flush;
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            }
        });
        const Outcome outcome =
            run({"-r", "ref.y4m", "-d", "pipe"}, {.error_is_terminal = error_is_terminal});
        writer.join();
        return outcome;
    }

    ToolMessages() {
        put("flat1.y4m", y4m_clip({.frames = 100, .seed = 1, .flat_chroma = true}));
        put("flat2.y4m", y4m_clip({.frames = 100, .seed = 2, .flat_chroma = true}));
    }
};

TEST_F(ToolMessages, a_repeated_warning_is_one_line_with_a_count) {
    const Outcome outcome = run({"-r", "flat1.y4m", "-d", "flat2.y4m", "--json", "-o", "o.json"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(count_lines(outcome.err, "warning"), 1) << outcome.err;
    EXPECT_THAT(outcome.err,
                HasSubstr("singular covariance matrix (a flat or nearly flat image) in 100 of 100 frames"));
    EXPECT_EQ(nlohmann::json::parse(get("o.json"))["speedqa"]["statistics"]["singular_images"], 400);
}

TEST_F(ToolMessages, a_log_holds_no_progress) {
    const Outcome outcome = run_slowly(false);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
}

TEST_F(ToolMessages, quiet_says_nothing_but_errors) {
    const Outcome outcome =
        run({"-r", "flat1.y4m", "-d", "flat2.y4m", "-q", "-o", "o.json"}, {.error_is_terminal = true});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(run({"-r", "flat1.y4m", "-d", "nowhere.y4m", "-q"}).err,
              "speedqa: nowhere.y4m: no such file\n");
}

TEST_F(ToolMessages, quiet_without_an_output_still_prints_the_table) {
    const Outcome outcome = run_pair({"-q"});
    EXPECT_THAT(outcome.out, HasSubstr("speed_chroma_uv"));
    EXPECT_EQ(outcome.err, "");
}

TEST_F(ToolMessages, a_terminal_sees_progress_that_is_wiped_at_the_end) {
    const Outcome outcome = run_slowly(true);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.err, HasSubstr("/20 frames  "));
    EXPECT_TRUE(outcome.err.ends_with("\r\033[K")) << outcome.err;
    EXPECT_THAT(outcome.out, Not(HasSubstr("\r")));
}

}  // namespace
}  // namespace speedqa
