// Suggestions for misspelt names, and the checks of option values.
#include "cli/usage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

#include "cli/arguments.h"

namespace speedqa::cli {
namespace {

// The message for a command line without commands, or "accepted".
std::string message_for(std::vector<std::string> words, Arguments& arguments) {
    CLI::App parser("", "speedqa");
    parser.set_help_flag("--help", "");
    declare_arguments(parser, arguments);
    std::reverse(words.begin(), words.end());  // as CLI11 wants them
    try {
        parser.parse(words);
        check_arguments(arguments);
    } catch (const UsageError& error) {
        return error.what();
    } catch (const CLI::ParseError& error) {
        return explain(error, parser);
    }
    return "accepted";
}

std::string message_for(std::vector<std::string> words) {
    Arguments arguments;
    return message_for(std::move(words), arguments);
}

TEST(Closest, finds_misspellings_and_beginnings_but_nothing_far) {
    const std::vector<std::string> names = {"--reference", "--distorted", "--bitdepth", "--xml"};
    EXPECT_EQ(closest("--refernce", names), "--reference");
    EXPECT_EQ(closest("--ref", names), "--reference");
    EXPECT_EQ(closest("--bit-depth", names), "--bitdepth");
    EXPECT_EQ(closest("--xnl", names), "--xml");
    EXPECT_EQ(closest("--colour", names), "");
}

TEST(Arguments, messages_name_option_value_and_what_is_allowed) {
    EXPECT_EQ(message_for({"--bitdepth", "9"}), "--bitdepth 9: must be 8, 10, 12 or 16");
    EXPECT_EQ(message_for({"-p", "411"}), "--pixel_format 411: must be 420, 422, 444 or 400");
    EXPECT_EQ(message_for({"--subsample", "0"}), "--subsample 0: must be 1 or more");
    EXPECT_EQ(message_for({"-w", "64x"}), "--width 64x: must be a whole number, 1 to 1048576");
    EXPECT_EQ(message_for({"-w", ""}), "--width '': must be a whole number, 1 to 1048576");
    EXPECT_EQ(message_for({"--threads", "-1"}), "--threads -1: must be 0 to 1024");
    EXPECT_EQ(message_for({"--frame_cnt", "99999999999999999999"}),
              "--frame_cnt 99999999999999999999: must be 0 or more");
    EXPECT_EQ(message_for({"--backend", "cpux"}), "--backend cpux: must be auto, cpu, sycl, cuda or hip");
    EXPECT_EQ(message_for({"-r", "a", "-r", "b"}), "--reference: given more than once: 'a', 'b'");
    EXPECT_EQ(message_for({"-r"}), "--reference: a value is missing");
    EXPECT_EQ(message_for({"--json", "--csv"}), "--json and --csv: give one output format");
    EXPECT_EQ(message_for({"--refernce", "x"}), "--refernce: no such option; did you mean --reference?");
    EXPECT_EQ(message_for({"-r", "a"}), "--distorted: a clip is required");
    EXPECT_EQ(message_for({"-r", "-", "-d", "-"}),
              "--reference - and --distorted -: only one clip can come from standard input");
    EXPECT_THAT(message_for({"-m", "version=vmaf_v0.6.1"}), testing::HasSubstr("presets"));
    EXPECT_THAT(message_for({"--feature", "speed_chroma=snn=9"}),
                testing::StartsWith("--feature: speed_chroma"));
    EXPECT_THAT(message_for({"--preset", "v2"}), testing::HasSubstr("vmaf_v1_3d0h"));
}

TEST(Arguments, short_forms_are_those_of_libvmaf) {
    Arguments arguments;
    EXPECT_EQ(message_for({"-r", "a.yuv", "-d", "-", "-w", "64", "-h", "48", "-p", "422", "-b", "10", "-o",
                           "-", "-n", "-q"},
                          arguments),
              "accepted");
    EXPECT_EQ(arguments.reference, "a.yuv");
    EXPECT_EQ(arguments.distorted, "-");
    EXPECT_EQ(arguments.raw.width, 64);
    EXPECT_EQ(arguments.raw.height, 48);
    EXPECT_EQ(arguments.raw.chroma, ChromaSubsampling::yuv422);
    EXPECT_EQ(arguments.raw.bit_depth, 10);
    EXPECT_EQ(arguments.output, "-");
    EXPECT_TRUE(arguments.quiet);
}

TEST(Arguments, names_are_taken_literally) {
    Arguments arguments;
    EXPECT_EQ(message_for({"-r", "[a,b]", "-d", "-dis.y4m", "-o", "--json"}, arguments), "accepted");
    EXPECT_EQ(arguments.reference, "[a,b]");
    EXPECT_EQ(arguments.distorted, "-dis.y4m");
    EXPECT_EQ(arguments.output, "--json");
    EXPECT_FALSE(arguments.format);
}

TEST(Arguments, features_and_presets_add_up) {
    Arguments arguments;
    EXPECT_EQ(message_for({"-r", "a", "-d", "b", "--feature", "speed_chroma=wvm=5:snn=0.19", "--feature",
                           "speed_temporal", "--preset", "vmaf_v1_3d0h"},
                          arguments),
              "accepted");
    ASSERT_EQ(arguments.requests.size(), 3u);
    EXPECT_EQ(arguments.requests[0].options.weight_var_mode, 5);
    EXPECT_EQ(arguments.requests[1].feature, Feature::speed_temporal);
    EXPECT_EQ(arguments.requests[2].options.max_val, 45.0);
}

}  // namespace
}  // namespace speedqa::cli
