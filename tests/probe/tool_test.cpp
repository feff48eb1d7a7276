// The command "probe": its table, its JSON, its exit code.
#include "cli/tool.h"

#include <gmock/gmock.h>

namespace speedqa {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class ToolProbe : public ToolTest {
  protected:
    Outcome probe(std::vector<std::string> arguments, const std::string& modules = "/nonexistent") const {
        arguments.insert(arguments.begin(), {"probe", "--operands", "5000"});
        return run(arguments, {.environment = {"SPEEDQA_BACKEND_PATH=" + modules}});
    }
};

const nlohmann::json& row(const nlohmann::json& result, const std::string& operation) {
    for (const auto& each : result["rows"])
        if (each["operation"] == operation) return each;
    throw std::runtime_error("no row " + operation);
}

TEST_F(ToolProbe, the_cpu_is_exact) {
    const Outcome outcome = probe({"--backend", "cpu", "--json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    const auto result = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(result["backend"], "cpu");
    EXPECT_EQ(result["device_index"], 0);
    EXPECT_EQ(result["exact"], true);
    EXPECT_GT(result["rows"].size(), 40u);
    for (const auto& each : result["rows"]) {
        EXPECT_EQ(each["compared"], 5000);
        EXPECT_GT(each["seconds"], 0.0);
        EXPECT_TRUE(each["ours"] == false || each["differ"] == 0) << each;
    }
    EXPECT_EQ(row(result, "multiply_add")["fused"], 0);
    EXPECT_GT(row(result, "inverse_root")["differ"], 0);
    EXPECT_EQ(row(result, "inverse_root")["max_ulp"], 1);
    EXPECT_GT(row(result, "our_divide")["native_seconds"], 0.0);
}

TEST_F(ToolProbe, the_table_says_what_the_device_does) {
    const Outcome outcome = probe({});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    for (const char* part :
         {"device    cpu:0, ", "operands  5000 for each operation", "rounds twice, not fused", "rounds once",
          "subnormals kept", "correctly rounded", "divide_f32", "exact"})
        EXPECT_THAT(outcome.out, HasSubstr(part));
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr("WRONG")));
}

TEST_F(ToolProbe, one_wrong_bit_of_ours_is_an_error) {
    const Outcome outcome = probe({"--backend", "hip"}, WRONG_MODULE);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(
        outcome.err,
        "speedqa: hip device 0 (wrong): not every row of speedqa's is exact: its scores would be wrong\n");
    EXPECT_EQ(count_lines(outcome.out, "WRONG"), 1);
    EXPECT_THAT(outcome.out, HasSubstr("    worst at a, b, c = "));
    const auto result = nlohmann::json::parse(probe({"--backend", "hip", "--json"}, WRONG_MODULE).out);
    EXPECT_EQ(result["exact"], false);
    EXPECT_EQ(row(result, "our_divide")["differ"], 1);
    EXPECT_TRUE(row(result, "our_divide").contains("worst"));
}

TEST_F(ToolProbe, a_device_that_scoring_refuses_can_be_named) {
    EXPECT_EQ(probe({"--backend", "hip", "--device", "1"}, WRONG_MODULE).code, 0);
}

TEST_F(ToolProbe, wrong_usage) {
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--operands", "0"},
                                                      {"--backend", "metal"},
                                                      {"--json", "cpu"},
                                                      {"--threads", "1"},
                                                      {"--backend", "cpu", "--device", "0,0"}}) {
        std::vector<std::string> line = arguments;
        line.insert(line.begin(), "probe");
        const Outcome outcome = run(line);
        EXPECT_EQ(outcome.code, 2) << outcome.err;
        EXPECT_EQ(outcome.out, "");
        EXPECT_THAT(outcome.err, StartsWith("speedqa: "));
    }
    const Outcome absent = probe({"--backend", "cpu", "--device", "9"});
    EXPECT_EQ(absent.code, 1);
    EXPECT_THAT(absent.err, HasSubstr("no device 9"));
}

#ifdef SYCL_MODULE
TEST_F(ToolProbe, the_sycl_device_is_exact) {
    const Outcome outcome = probe({"--backend", "sycl", "--json"}, SYCL_MODULE);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const auto result = nlohmann::json::parse(outcome.out);
    for (const char* operation :
         {"nothing", "multiply_add", "fused_multiply_add", "subnormal_sum", "subnormal_product"})
        EXPECT_EQ(row(result, operation)["differ"], 0) << operation;
}

TEST_F(ToolProbe, a_fused_multiply_add_of_the_sycl_compiler_is_seen) {
    const auto result = nlohmann::json::parse(probe({"--backend", "sycl", "--json"}, SYCL_CONTRACTED).out);
    EXPECT_GT(row(result, "multiply_add")["fusing_shows"], 500);
    EXPECT_EQ(row(result, "multiply_add")["fused"], row(result, "multiply_add")["fusing_shows"]);
}
#endif

}  // namespace
}  // namespace speedqa
