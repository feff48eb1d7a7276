// The program's answers to command lines: help, version, wrong usage.
#include <gmock/gmock.h>

#include "api/version.h"
#include "tool.h"

namespace speedqa {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

using ToolUsage = ToolTest;

TEST_F(ToolUsage, help_lists_the_options_and_exit_codes) {
    const Outcome outcome = run({"--help"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    for (const char* part : {"-h,--height", "--frame_skip_dist", "--no-graph", "devices",
                             "speed_prescale_method (psm)", "Exit codes:", "  3  written, but incomplete"}) {
        EXPECT_THAT(outcome.out, HasSubstr(part));
    }
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr("--model")));
}

TEST_F(ToolUsage, version_lists_what_this_build_has) {
    for (const char* option : {"-v", "--version"}) {
        const Outcome outcome = run({option});
        EXPECT_EQ(outcome.code, 0);
        EXPECT_THAT(outcome.out, StartsWith("speedqa " SPEEDQA_VERSION "\n"));
        for (const char* part : {"speed_chroma, speed_temporal", "vmaf_v1_3d0h", "cpu:0", "Y4M, raw YUV"}) {
            EXPECT_THAT(outcome.out, HasSubstr(part));
        }
    }
}

TEST_F(ToolUsage, wrong_usage_is_code_2_and_one_message) {
    const std::vector<std::vector<std::string>> lines = {
        {},
        {"-r", "ref.y4m"},
        {"--refernce", "ref.y4m", "-d", "dis.y4m"},
        {"-r", "ref.y4m", "-d", "dis.y4m", "--subsample", "0"},
        {"-r", "ref.y4m", "-d", "dis.y4m", "--feature", "psnr"},
        {"-r", "ref.y4m", "-d", "dis.y4m", "-m", "version=vmaf_v0.6.1"},
        {"device"},
        {"devices", "--jsno"},
    };
    for (const auto& line : lines) {
        const Outcome outcome = run(line);
        EXPECT_EQ(outcome.code, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_THAT(outcome.err, StartsWith("speedqa: "));
        EXPECT_EQ(count_lines(outcome.err), 2) << outcome.err;
    }
    EXPECT_EQ(files().size(), 2u);
}

TEST_F(ToolUsage, a_misspelt_option_gets_a_suggestion) {
    EXPECT_THAT(run({"--refernce", "ref.y4m"}).err, HasSubstr("did you mean --reference?"));
    EXPECT_THAT(run({"devices", "--jsno"}).err, HasSubstr("did you mean --json?"));
    EXPECT_THAT(run({"device"}).err, HasSubstr("did you mean devices?"));
}

}  // namespace
}  // namespace speedqa
