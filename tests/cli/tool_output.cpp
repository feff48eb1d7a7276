// Where the program writes its result, and what it leaves alone.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sstream>

#include "clips.h"
#include "tool.h"

namespace speedqa {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

using ToolOutput = ToolTest;

nlohmann::json without_speed(const std::string& text) {
    nlohmann::json json = nlohmann::json::parse(text);
    json.erase("fps");
    return json;
}

TEST_F(ToolOutput, file_and_standard_output_hold_the_same) {
    ASSERT_EQ(run_pair({"--json", "-q", "-o", "o.json"}).code, 0);
    const auto file = without_speed(get("o.json"));
    EXPECT_EQ(file["frames"].size(), 20u);
    for (const char* name : {"-", "/dev/stdout"}) {
        const Outcome outcome = run_pair({"--json", "-o", name});
        EXPECT_EQ(outcome.code, 0);
        EXPECT_EQ(without_speed(outcome.out), file);
        EXPECT_THAT(outcome.err, StartsWith("reference  ref.y4m\n"));
    }
    EXPECT_EQ(without_speed(run_pair({"--json", "-q"}).out), file);
}

TEST_F(ToolOutput, formats_are_those_of_libvmaf_and_xml_is_the_default) {
    EXPECT_THAT(run_pair({"-q", "-o", "-"}).out, StartsWith("<VMAF version="));
    EXPECT_THAT(run_pair({"-q", "--xml"}).out, StartsWith("<VMAF version="));
    EXPECT_THAT(run_pair({"-q", "--sub"}).out, StartsWith("{0}{1}frame: 0|speed_chroma_u: "));
    std::istringstream csv(run_pair({"-q", "--csv"}).out);
    std::string line;
    for (int lines = 0; std::getline(csv, line); ++lines) {
        if (lines == 0) {
            EXPECT_EQ(line, "Frame,speed_chroma_u,speed_chroma_v,speed_chroma_uv,");
        }
        EXPECT_EQ(std::count(line.begin(), line.end(), ','), 4) << line;
    }
}

TEST_F(ToolOutput, a_name_of_another_format_is_worth_a_warning) {
    EXPECT_EQ(run_pair({"-o", "o.json"}).err.substr(0, 72),
              "speedqa: warning: --output o.json: written as XML; --json makes it JSON\n");
    EXPECT_THAT(run_pair({"-o", "o.json", "--json"}).err, testing::Not(HasSubstr("warning")));
}

TEST_F(ToolOutput, what_can_not_be_written_is_found_out_before_the_work) {
    // Damaged clips: to see them would be to start the work.
    put("bad.y4m", "YUV4MPEG2 nonsense\n");
    const auto outcome = [&](const std::string& output) {
        return run({"-r", "bad.y4m", "-d", "bad.y4m", "-o", output});
    };
    std::filesystem::create_directory(path("directory"));
    for (const char* name : {"nowhere/o.json", "directory", "bad.y4m"}) {
        EXPECT_EQ(outcome(name).code, 1);
        EXPECT_THAT(outcome(name).err, StartsWith("speedqa: --output " + std::string(name) + ": "));
        EXPECT_EQ(count_lines(outcome(name).err), 1);
    }
    EXPECT_THAT(files(), ElementsAre("bad.y4m", "directory", "dis.y4m", "ref.y4m"));
}

TEST_F(ToolOutput, an_input_is_never_overwritten) {
    const std::string reference = get("ref.y4m");
    std::filesystem::create_symlink("ref.y4m", path("link.json"));
    for (const char* name : {"ref.y4m", "./ref.y4m", "link.json", "dis.y4m"}) {
        const Outcome outcome = run_pair({"--json", "-o", name});
        EXPECT_EQ(outcome.code, 1);
        EXPECT_THAT(outcome.err, HasSubstr("this is the input"));
    }
    EXPECT_EQ(get("ref.y4m"), reference);
}

TEST_F(ToolOutput, a_full_device_is_a_failure) {
    EXPECT_EQ(run_pair({"--json", "-q", "-o", "/dev/full"}).code, 1);
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{}, {"--json"}, {"-o", "-"}}) {
        const Outcome outcome = run_pair(arguments, {.output = "/dev/full"});
        EXPECT_EQ(outcome.code, 1);
        EXPECT_THAT(outcome.err, HasSubstr("standard output: can't be written: No space left on device"));
    }
    EXPECT_EQ(run({"--version"}, {.output = "/dev/full"}).code, 1);
    EXPECT_EQ(run({"devices"}, {.output = "/dev/full"}).code, 1);
}

TEST_F(ToolOutput, after_an_error_an_older_result_is_as_it_was) {
    put("small.y4m", y4m_clip({.width = 176}));
    put("o.json", "older");
    EXPECT_EQ(run({"-r", "ref.y4m", "-d", "small.y4m", "--json", "-o", "o.json"}).code, 1);
    EXPECT_EQ(get("o.json"), "older");
    EXPECT_EQ(files().size(), 4u);
    EXPECT_EQ(run_pair({"--json", "-q", "-o", "o.json"}).code, 0);
    EXPECT_THAT(get("o.json"), StartsWith("{"));
    EXPECT_EQ(files().size(), 4u);
}

TEST_F(ToolOutput, names_are_taken_literally_and_come_back_escaped) {
    const std::string name = "a b, [c] 'd' \"&<\xc3\xa9\xe6\xbc\xa2";
    std::filesystem::create_directory(path(name));
    std::filesystem::copy_file(path("ref.y4m"), path(name + "/" + name + ".y4m"));
    const std::string clip = name + "/" + name + ".y4m";
    const std::string output = name + "/[o]";
    ASSERT_EQ(run({"-r", clip, "-d", "dis.y4m", "--json", "-q", "-o", output}).code, 0);
    const auto odd = nlohmann::json::parse(get(output));
    EXPECT_EQ(odd["speedqa"]["reference"]["path"], clip);
    EXPECT_EQ(odd["frames"], nlohmann::json::parse(run_pair({"--json", "-q"}).out)["frames"]);
    EXPECT_THAT(run({"-r", clip, "-d", "dis.y4m", "--xml", "-q"}).out,
                HasSubstr("path=\"a b, [c] 'd' &quot;&amp;&lt;\xc3\xa9\xe6\xbc\xa2/"));
}

TEST_F(ToolOutput, the_locale_changes_nothing_in_a_result) {
    const auto json = [&](const char* locale) {
        return without_speed(
            run_pair({"--json", "-q"}, {.environment = {std::string("LC_ALL=") + locale}}).out);
    };
    EXPECT_EQ(json("de_DE.UTF-8"), json("C"));
}

TEST_F(ToolOutput, the_table_takes_ascii_where_the_locale_does_not_say_utf8) {
    const auto table = [&](const char* locale) {
        return run_pair({}, {.environment = {std::string("LC_ALL=") + locale}}).out;
    };
    EXPECT_THAT(table("C.UTF-8"), HasSubstr("\u2588"));
    const std::string ascii = table("C");
    EXPECT_TRUE(
        std::all_of(ascii.begin(), ascii.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
}

// A closed stream's number would go to the next file that is opened: messages would land in the result.
TEST_F(ToolOutput, closed_standard_streams_do_no_harm) {
    put("odd.y4m", y4m_clip({.seed = 2, .tags = "C444 F50:1 Ip"}));
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    for (const char* closed : {"2>&-", "0<&- 2>&-", "0<&- 1>&- 2>&-"}) {
        const std::string command = "cat pipe > o.json & \"$0\" -r ref.y4m -d odd.y4m --json -o pipe " +
                                    std::string(closed) + "; code=$?; wait; exit $code";
        const std::string shell =
            "cd '" + directory_.string() + "' && sh -c '" + command + "' '" SPEEDQA_TOOL_PATH "'";
        ASSERT_EQ(std::system(shell.c_str()), 0) << closed;
        EXPECT_EQ(nlohmann::json::parse(get("o.json"))["frames"].size(), 20u) << closed;
    }
}

}  // namespace
}  // namespace speedqa
