// What `speedqa bench` prints.
#include <gmock/gmock.h>

#include "tool.h"

namespace speedqa {
namespace {

using testing::HasSubstr;

class ToolBench : public ToolTest {
  protected:
    Outcome bench(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(),
                         {"bench", "-r", "ref.y4m", "-d", "dis.y4m", "--feature", "speed_chroma"});
        return run(std::move(arguments));
    }
};

TEST_F(ToolBench, json_tells_time_frames_batch_and_device) {
    const Outcome outcome = bench({"--backend", "cpu", "--threads", "2", "--batch", "3", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const nlohmann::json result = nlohmann::json::parse(outcome.out);
    EXPECT_GT(result["ms_per_frame"].get<double>(), 0.0);
    EXPECT_LT(result["ms_per_frame"].get<double>(), 1e4);
    EXPECT_GE(result["frames"].get<int>(), 20);
    EXPECT_EQ(result["distinct_frames"], 20);
    EXPECT_EQ(result["batch"], 3);
    EXPECT_EQ(result["threads"], 2);
    EXPECT_EQ(result["backend"], "cpu");
    EXPECT_FALSE(result["device"].get<std::string>().empty());
    EXPECT_EQ(result["width"], 160);
    EXPECT_EQ(result["height"], 160);
    EXPECT_EQ(result["scores"].size(), 3u);
}

TEST_F(ToolBench, the_cpu_chooses_a_larger_batch_for_small_frames) {
    const Outcome outcome = bench({"--backend", "cpu", "--threads", "1", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["batch"], 4);
}

TEST_F(ToolBench, refuses_an_output_file) {
    const Outcome outcome = bench({"--json", "-o", "out.json"});
    EXPECT_NE(outcome.code, 0);
    EXPECT_THAT(outcome.err, HasSubstr("redirect it"));
    EXPECT_FALSE(exists("out.json"));
}

}  // namespace
}  // namespace speedqa
