// What the program takes for clips, how it pairs them, and what it leaves unread.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "clips.h"
#include "tool.h"

namespace speedqa {
namespace {

using testing::HasSubstr;

class ToolInputs : public ToolTest {
  protected:
    nlohmann::json base() const { return scores({"-r", "ref.y4m", "-d", "dis.y4m"})["frames"]; }
};

TEST_F(ToolInputs, raw_clips_give_the_same_bits) {
    put("ref.yuv", raw_frames(get("ref.y4m")));
    put("dis.yuv", raw_frames(get("dis.y4m")));
    EXPECT_EQ(scores({"-r", "ref.yuv", "-d", "dis.yuv", "-w", "160", "-h", "160", "-p", "444", "-b",
                      "8"})["frames"],
              base());
}

TEST_F(ToolInputs, standard_input_is_a_clip_when_asked_for) {
    const Outcome outcome = run({"-r", "-", "-d", "dis.y4m", "--feature", "speed_chroma", "--feature",
                                 "speed_temporal", "--json", "-q"},
                                {.input = "ref.y4m"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["frames"], base());
}

// A loop over lines of a file must not lose lines to the program.
TEST_F(ToolInputs, standard_input_is_not_read_otherwise) {
    put("list", "1\n2\n3\n");
    const std::string loop =
        "while read n; do \"$0\" -r ref.y4m -d dis.y4m --json -q -o $n.json; done < list";
    const std::string shell =
        "cd '" + directory_.string() + "' && sh -c '" + loop + "' '" SPEEDQA_TOOL_PATH "'";
    ASSERT_EQ(std::system(shell.c_str()), 0);
    EXPECT_TRUE(exists("1.json") && exists("2.json") && exists("3.json"));
}

TEST_F(ToolInputs, a_named_pipe_whose_writer_comes_late) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    std::thread writer([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        put("pipe", get("ref.y4m"));
    });
    const auto result = scores({"-r", "pipe", "-d", "dis.y4m"});
    writer.join();
    EXPECT_EQ(result["frames"], base());
}

TEST_F(ToolInputs, clips_that_do_not_match_are_refused) {
    put("wide.y4m", y4m_clip({.width = 176}));
    put("deep.y4m", y4m_clip({.tags = "C444p10 F25:1 Ip"}));
    for (const char* other : {"wide.y4m", "deep.y4m"}) {
        const Outcome outcome = run({"-r", "ref.y4m", "-d", other, "--json", "-o", "o.json"});
        EXPECT_EQ(outcome.code, 1);
        EXPECT_THAT(outcome.err, HasSubstr("ref.y4m is 160x160 4:4:4 8-bit, " + std::string(other) + " is "));
        EXPECT_FALSE(exists("o.json"));
    }
}

TEST_F(ToolInputs, differing_rates_ranges_and_fields_are_warned_of_and_change_nothing) {
    const std::vector<std::pair<const char*, const char*>> oddities = {
        {"C444 F50:1 Ip", "frame rates differ"},
        {"C444 F25:1 Ip XCOLORRANGE=FULL", "colour ranges"},
        {"C444 F25:1 It", "interlaced"}};
    const nlohmann::json expected = base();
    for (const auto& [tags, part] : oddities) {
        put("odd.y4m", y4m_clip({.seed = 2, .tags = tags}));
        const Outcome outcome = run({"-r", "ref.y4m", "-d", "odd.y4m"});
        EXPECT_EQ(outcome.code, 0);
        EXPECT_EQ(count_lines(outcome.err, "speedqa: warning: "), 1) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(part));
        EXPECT_EQ(scores({"-r", "ref.y4m", "-d", "odd.y4m"})["frames"], expected);
    }
}

TEST_F(ToolInputs, equal_clips_get_no_warning) {
    EXPECT_EQ(run_pair({}).err, "");
}

TEST_F(ToolInputs, grey_clips_have_no_chroma_to_score) {
    put("gref.y4m", y4m_clip({.seed = 1, .tags = "Cmono F25:1 Ip"}));
    put("gdis.y4m", y4m_clip({.seed = 2, .tags = "Cmono F25:1 Ip"}));
    const Outcome refused =
        run({"-r", "gref.y4m", "-d", "gdis.y4m", "--feature", "speed_chroma", "-o", "o.xml"});
    EXPECT_EQ(refused.code, 1);
    EXPECT_THAT(refused.err, HasSubstr("chroma"));
    EXPECT_FALSE(exists("o.xml"));
    const Outcome by_default = run({"-r", "gref.y4m", "-d", "gdis.y4m", "--json"});
    EXPECT_EQ(by_default.code, 0);
    EXPECT_THAT(by_default.err, HasSubstr("note: the clips have no chroma: speed_temporal is scored"));
    EXPECT_TRUE(nlohmann::json::parse(by_default.out)["frames"][1]["metrics"]["speed_temporal"].is_number());
}

TEST_F(ToolInputs, pictures_that_are_too_small_are_refused_with_the_smallest_size) {
    const auto outcome = [&](int width, int height, const char* feature) {
        put("small.y4m", y4m_clip({.width = width, .height = height, .frames = 2, .tags = "C420"}));
        return run({"-r", "small.y4m", "-d", "small.y4m", "--feature", feature, "--json", "-o", "o.json"});
    };
    EXPECT_EQ(outcome(158, 160, "speed_chroma").code, 1);
    EXPECT_THAT(outcome(158, 160, "speed_chroma").err, HasSubstr("160"));
    EXPECT_EQ(outcome(80, 79, "speed_temporal").code, 1);
    EXPECT_THAT(outcome(80, 79, "speed_temporal").err, HasSubstr("80"));
    EXPECT_EQ(outcome(1, 1, "speed_temporal").code, 1);
    EXPECT_FALSE(exists("o.json"));
    EXPECT_EQ(outcome(80, 80, "speed_temporal").code, 0);
}

// A name never makes a message longer than its line, nor the table.
TEST_F(ToolInputs, names_with_line_breaks) {
    const std::string name = "two\nlines.y4m";
    EXPECT_EQ(run({"-r", "ref.y4m", "-d", name}).err, "speedqa: two?lines.y4m: no such file\n");
    put(name, get("dis.y4m"));
    EXPECT_THAT(run({"-r", "ref.y4m", "-d", name}).out, HasSubstr("distorted  two?lines.y4m\n"));
    EXPECT_EQ(scores({"-r", "ref.y4m", "-d", name})["speedqa"]["distorted"]["path"], name);
    put(name, y4m_clip({.width = 176}));
    EXPECT_EQ(count_lines(run({"-r", "ref.y4m", "-d", name}).err, "speedqa: ref.y4m is 160x160"), 1);
}

// Loading its libraries takes longer than scoring a short clip.
TEST_F(ToolInputs, ffmpeg_is_loaded_only_for_clips_that_it_reads) {
    const Surroundings broken = {.environment = {"LD_LIBRARY_PATH=" + directory_.string()}};
    for (const std::string name : {"avutil", "avcodec", "avformat"}) {
        for (int version = 50; version < 80; ++version)
            put("lib" + name + ".so." + std::to_string(version), "this is no library");
    }
    EXPECT_EQ(run_pair({}, broken).code, 0);
    put("clip.mkv", "\x1a\x45\xdf\xa3 and more");
    const Outcome outcome = run({"-r", "ref.y4m", "-d", "clip.mkv"}, broken);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("speedqa: clip.mkv: is not Y4M, and "));
    EXPECT_EQ(count_lines(outcome.err), 1);
}

}  // namespace
}  // namespace speedqa
