// Clips that end early, are damaged or hold nothing: what exists is scored and the exit code says that it is
// not all.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "clips.h"
#include "tool.h"

namespace speedqa {
namespace {

using testing::HasSubstr;

class ToolIncomplete : public ToolTest {
  protected:
    // Frames 0 to `count` - 1 of the undamaged pair.
    nlohmann::json first(std::size_t count) const {
        nlohmann::json frames = scores({"-r", "ref.y4m", "-d", "dis.y4m"})["frames"];
        frames.erase(frames.begin() + static_cast<std::ptrdiff_t>(count), frames.end());
        return frames;
    }

    void expect_nothing(const std::vector<std::string>& arguments, const std::string& message) const {
        std::vector<std::string> all = arguments;
        all.insert(all.end(), {"--json", "-o", "o.json"});
        const Outcome outcome = run(all);
        EXPECT_EQ(outcome.code, 1);
        EXPECT_THAT(outcome.err, HasSubstr(message));
        EXPECT_EQ(outcome.out, "");
        EXPECT_FALSE(exists("o.json"));
    }
};

TEST_F(ToolIncomplete, the_common_part_is_scored_when_one_clip_is_shorter) {
    put("ref15.y4m", first_frames(get("ref.y4m"), 15));
    put("dis15.y4m", first_frames(get("dis.y4m"), 15));
    const nlohmann::json expected = first(15);
    const auto reference = scores({"-r", "ref15.y4m", "-d", "dis.y4m"}, 3);
    const auto distorted = scores({"-r", "ref.y4m", "-d", "dis15.y4m"}, 3);
    EXPECT_EQ(reference["frames"], expected);
    EXPECT_EQ(distorted["frames"], expected);
    EXPECT_EQ(reference["speedqa"]["reference"]["frames"], 15);
    EXPECT_EQ(reference["speedqa"]["stopped"]["frame"], 15);
    EXPECT_EQ(reference["speedqa"]["stopped"]["reason"], "ref15.y4m has 15 frames, dis.y4m has 20 frames");
    EXPECT_EQ(run({"-r", "ref.y4m", "-d", "dis15.y4m", "-q", "--csv"}).err,
              "speedqa: dis15.y4m has 15 frames, ref.y4m has 20 frames; the scores cover the first 15 frame "
              "pairs\n");
}

// The length of what comes through a pipe is known only when it ends.
TEST_F(ToolIncomplete, lengths_that_are_not_known) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    ::signal(SIGPIPE, SIG_IGN);  // the program leaves a longer clip unread
    const auto run_with_pipe = [&](const char* distorted) {
        std::thread writer([this] { put("pipe", get("ref.y4m")); });
        const Outcome outcome = run({"-r", "-", "-d", distorted, "--json", "-q"}, {.input = "pipe"});
        writer.join();
        return std::pair(outcome.err, nlohmann::json::parse(outcome.out)["speedqa"]["reference"]["frames"]);
    };
    put("dis1.y4m", first_frames(get("dis.y4m"), 1));
    EXPECT_EQ(
        run_with_pipe("dis1.y4m").first,
        "speedqa: dis1.y4m has 1 frame, standard input has more; the scores cover the first frame pair\n");
    EXPECT_EQ(run_with_pipe("dis.y4m"), std::pair(std::string(), nlohmann::json(20)));
}

TEST_F(ToolIncomplete, skipped_frames_count_for_the_length) {
    const Outcome outcome = run_pair({"--frame_skip_dist", "6", "-q", "--csv"});
    EXPECT_EQ(outcome.code, 3);
    EXPECT_EQ(outcome.err,
              "speedqa: dis.y4m has 14 frames after the first 6, ref.y4m has 20 frames; the scores cover the "
              "first 14 "
              "frame pairs\n");
    EXPECT_EQ(run_pair({"--frame_skip_dist", "6", "--frame_cnt", "14", "-q", "--csv"}).code, 0);
    EXPECT_EQ(run_pair({"--frame_cnt", "1000", "-q", "--csv"}).code, 0);
}

TEST_F(ToolIncomplete, frames_before_a_cut_are_scored) {
    put("cut.y4m", first_frames(get("dis.y4m"), 12) + "FRAME\nabc");
    const auto result = scores({"-r", "ref.y4m", "-d", "cut.y4m"}, 3);
    EXPECT_EQ(result["frames"], first(12));
    EXPECT_EQ(result["speedqa"]["stopped"]["frame"], 12);
    EXPECT_THAT(std::string(result["speedqa"]["stopped"]["reason"]), HasSubstr("cut.y4m"));
    const Outcome outcome = run({"-r", "ref.y4m", "-d", "cut.y4m", "-q", "--csv"});
    EXPECT_THAT(outcome.err, HasSubstr("cut.y4m"));
    EXPECT_THAT(outcome.err, HasSubstr("frame 12"));
    EXPECT_THAT(outcome.err, HasSubstr("; the scores cover the first 12 frame pairs\n"));
}

// One clip loses its end while the run waits for the other: no score comes from samples that are gone.
TEST_F(ToolIncomplete, a_file_that_becomes_shorter_during_the_run) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    const std::string distorted = get("dis.y4m");
    const std::string start_of_distorted = first_frames(distorted, 12);
    const int process = start({"-r", "ref.y4m", "-d", "pipe", "--threads", "1", "--feature", "speed_chroma",
                               "--feature", "speed_temporal", "--json", "-q", "-o", "o.json"});
    const int writer = ::open(path("pipe").c_str(), O_WRONLY);
    const auto send = [&](const std::string& bytes) {
        EXPECT_EQ(::write(writer, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    };
    send(start_of_distorted);
    for (int unread = 1; unread > 0;) {
        ASSERT_EQ(::ioctl(writer, FIONREAD, &unread), 0);
        std::this_thread::sleep_for(std::chrono::milliseconds(500));  // time enough to score some of them
    }
    ASSERT_EQ(::truncate(path("ref.y4m").c_str(), 1000), 0);
    send(distorted.substr(start_of_distorted.size()));
    ::close(writer);
    const Outcome outcome = wait(process);
    EXPECT_EQ(outcome.code, 3);
    EXPECT_THAT(outcome.err, HasSubstr("speedqa: ref.y4m: became shorter while it was read: "));
    EXPECT_EQ(count_lines(outcome.err), 1);
    const auto result = nlohmann::json::parse(get("o.json"));
    put("ref.y4m", y4m_clip({.seed = 1}));
    EXPECT_GE(result["frames"].size(), 1U);
    EXPECT_EQ(result["frames"], first(result["frames"].size()));
    EXPECT_EQ(result["speedqa"]["stopped"]["frame"], result["frames"].size());
}

TEST_F(ToolIncomplete, nothing_scored_is_a_failure_without_output) {
    put("header.y4m", first_frames(get("dis.y4m"), 0));
    put("cut.y4m", first_frames(get("dis.y4m"), 0) + "FRAME\nabc");
    put("empty.y4m", "");
    expect_nothing({"-r", "ref.y4m", "-d", "header.y4m"}, "header.y4m");
    expect_nothing({"-r", "header.y4m", "-d", "ref.y4m"}, "header.y4m");
    expect_nothing({"-r", "ref.y4m", "-d", "cut.y4m"}, "cut.y4m: frame 0");
    expect_nothing({"-r", "ref.y4m", "-d", "empty.y4m"}, "empty.y4m");
    expect_nothing({"-r", "ref.y4m", "-d", "."}, "directory");
    expect_nothing({"-r", "ref.y4m", "-d", "nowhere.y4m"}, "nowhere.y4m");
    expect_nothing({"-r", "ref.y4m", "-d", "dis.y4m", "--frame_skip_ref", "50"}, "ref.y4m");
    expect_nothing({"-r", "ref.y4m", "-d", "dis.y4m", "--frame_skip_dist", "20"},
                   "nothing to score: dis.y4m has 0 frames after the first 20");
}

TEST_F(ToolIncomplete, a_score_that_is_not_finite_is_never_a_number) {
    put("squares.y4m", squares_clip(498, 3));
    const std::vector<std::string> pair = {"-r",        "squares.y4m",    "-d", "squares.y4m",
                                           "--feature", "speed_temporal", "-q"};
    const auto written = [&](const char* format) {
        std::vector<std::string> arguments = pair;
        arguments.push_back(format);
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 3);
        EXPECT_EQ(outcome.err,
                  "speedqa: score not finite in 1 of 3 frames, first in frame 1, speed_temporal; it is left "
                  "empty\n");
        return outcome.out;
    };
    const auto json = nlohmann::json::parse(written("--json"));
    EXPECT_EQ(json["frames"][0]["metrics"]["speed_temporal"], 0);
    EXPECT_TRUE(json["frames"][1]["metrics"]["speed_temporal"].is_null());
    EXPECT_TRUE(json["frames"][2]["metrics"]["speed_temporal"].is_number());
    for (const auto& value : json["pooled_metrics"]["speed_temporal"]) EXPECT_TRUE(value.is_null());
    EXPECT_EQ(written("--csv"), "Frame,speed_temporal,\n0,0,\n1,,\n2,0,\n");
    EXPECT_THAT(written("--xml"), HasSubstr("<frame frameNum=\"1\" />\n"));
}

}  // namespace
}  // namespace speedqa
