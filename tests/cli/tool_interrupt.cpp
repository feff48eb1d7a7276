// An interrupted run leaves no result and no rubbish.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <random>
#include <thread>

#include "clips.h"
#include "tool.h"

namespace speedqa {
namespace {

using testing::ElementsAre;

class ToolInterrupt : public ToolTest {
  protected:
    // A run that waits for the rest of a clip that never comes.
    int start_endless() {
        EXPECT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
        const int process = start({"-r", "ref.y4m", "-d", "pipe", "--json", "-o", "o.json"});
        writer_ = ::open(path("pipe").c_str(), O_WRONLY);
        const std::string some = first_frames(get("dis.y4m"), 5);
        EXPECT_EQ(::write(writer_, some.data(), some.size()), static_cast<ssize_t>(some.size()));
        return process;
    }
    ~ToolInterrupt() override {
        if (writer_ >= 0) ::close(writer_);
    }

    int writer_ = -1;
};

TEST_F(ToolInterrupt, ends_by_the_signal_and_keeps_an_older_result) {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        put("o.json", "older");
        const int process = start_endless();
        ::kill(process, number);
        const Outcome outcome = wait(process);
        EXPECT_EQ(outcome.signal, number);
        EXPECT_EQ(get("o.json"), "older");
        EXPECT_THAT(files(), ElementsAre("dis.y4m", "o.json", "pipe", "ref.y4m"));
        ::close(writer_);
        std::filesystem::remove(path("pipe"));
    }
    writer_ = -1;
}

// Wherever it strikes, the old result is there or the new one, whole.
TEST_F(ToolInterrupt, at_any_moment_there_is_no_half_result) {
    const unsigned seed = std::random_device{}();
    std::mt19937 random(seed);
    for (int i = 0; i < 40; ++i) {
        put("o.json", "older");
        const int process = start({"-r", "ref.y4m", "-d", "dis.y4m", "--json", "-o", "o.json"});
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 40000));
        ::kill(process, i % 2 ? SIGINT : SIGTERM);
        const Outcome outcome = wait(process);
        const std::string result = get("o.json");
        const bool whole = result == "older" || nlohmann::json::parse(result)["frames"].size() == 20;
        EXPECT_TRUE(whole) << "seed " << seed;
        EXPECT_TRUE(outcome.code != 0 || result != "older") << "seed " << seed;
        EXPECT_THAT(files(), ElementsAre("dis.y4m", "o.json", "ref.y4m")) << "seed " << seed;
    }
}

TEST_F(ToolInterrupt, a_reader_that_goes_away_is_an_error_of_the_write) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    const int reader = ::open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
    const int process =
        start({"-r", "ref.y4m", "-d", "dis.y4m", "--json", "-q", "-o", "pipe", "--frame_cnt", "20"});
    // The program opens the pipe before it works; a regular file would be replaced instead.
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ::close(reader);
    const Outcome outcome = wait(process);
    EXPECT_EQ(outcome.signal, 0);
    EXPECT_TRUE(std::filesystem::is_fifo(path("pipe")));
}

}  // namespace
}  // namespace speedqa
