// Which frames are scored, what numbers they have, and that pooled values are over exactly these.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "clips.h"
#include "tool.h"

namespace speedqa {
namespace {

using testing::HasSubstr;

class ToolNumbering : public ToolTest {
  protected:
    nlohmann::json pair_scores(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"-r", "ref.y4m", "-d", "dis.y4m"});
        return scores(std::move(arguments));
    }
};

// The fp32 scores that are written as their shortest decimals.
std::vector<float> column(const nlohmann::json& result, const std::string& name) {
    std::vector<float> values;
    for (const auto& frame : result["frames"]) values.push_back(frame["metrics"][name].get<float>());
    return values;
}

void expect_pooled_over_the_frames(const nlohmann::json& result) {
    for (const auto& [name, pooled] : result["pooled_metrics"].items()) {
        const std::vector<float> values = column(result, name);
        double sum = 0.0;
        double inverse_sum = 0.0;
        for (const float value : values) {
            sum += static_cast<double>(value);
            inverse_sum += 1.0 / (static_cast<double>(value) + 1.0);
        }
        const double count = static_cast<double>(values.size());
        EXPECT_EQ(pooled["min"].get<float>(), *std::min_element(values.begin(), values.end()));
        EXPECT_EQ(pooled["max"].get<float>(), *std::max_element(values.begin(), values.end()));
        EXPECT_EQ(pooled["mean"].get<double>(), sum / count);
        EXPECT_EQ(pooled["harmonic_mean"].get<double>(), count / inverse_sum - 1.0);
    }
}

TEST_F(ToolNumbering, every_frame_from_0_with_pooled_values_over_all) {
    const auto base = pair_scores({});
    ASSERT_EQ(base["frames"].size(), 20u);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(base["frames"][i]["frameNum"], i);
    EXPECT_EQ(base["frames"][0]["metrics"]["speed_temporal"], 0);
    EXPECT_EQ(base["pooled_metrics"].size(), 4u);
    expect_pooled_over_the_frames(base);
}

TEST_F(ToolNumbering, subsampled_scores_are_those_of_the_full_run) {
    const auto base = pair_scores({});
    for (const int every : {5, 7, 100}) {
        for (const char* threads : {"1", "8"}) {
            const auto result = pair_scores({"--subsample", std::to_string(every), "--threads", threads});
            nlohmann::json expected = nlohmann::json::array();
            for (int i = 0; i < 20; i += every) expected.push_back(base["frames"][i]);
            EXPECT_EQ(result["frames"], expected);
            EXPECT_EQ(result["speedqa"]["frames_scored"], expected.size());
            expect_pooled_over_the_frames(result);
        }
    }
}

TEST_F(ToolNumbering, screen_and_file_agree) {
    const Outcome outcome = run_pair({"--subsample", "7", "--json", "-o", "o.json"});
    const auto pooled = nlohmann::json::parse(get("o.json"))["pooled_metrics"];
    ASSERT_EQ(pooled.size(), 3u);
    EXPECT_THAT(outcome.err, HasSubstr("3 scored (0, 7, 14, ...)"));
    for (const auto& [name, values] : pooled.items()) {
        for (const auto& value : values)
            EXPECT_THAT(outcome.err, HasSubstr(fmt::format("{:.6f}", value.get<double>())));
    }
}

TEST_F(ToolNumbering, starts_at_0_after_skipped_frames) {
    const auto base = pair_scores({});
    const auto result = pair_scores({"--frame_skip_ref", "3", "--frame_skip_dist", "3"});
    ASSERT_EQ(result["frames"].size(), 17u);
    for (int i = 0; i < 17; ++i) {
        nlohmann::json expected = base["frames"][i + 3];
        expected["frameNum"] = i;
        if (i == 0) expected["metrics"]["speed_temporal"] = 0;
        EXPECT_EQ(result["frames"][i], expected);
    }
}

TEST_F(ToolNumbering, one_frame_is_one_frame) {
    put("ref1.y4m", first_frames(get("ref.y4m"), 1));
    put("dis1.y4m", first_frames(get("dis.y4m"), 1));
    const auto limited = pair_scores({"--frame_cnt", "1"});
    ASSERT_EQ(limited["frames"].size(), 1u);
    EXPECT_EQ(limited["frames"][0]["metrics"]["speed_temporal"], 0);
    EXPECT_EQ(scores({"-r", "ref1.y4m", "-d", "dis1.y4m"})["frames"], limited["frames"]);
    EXPECT_EQ(pair_scores({"--frame_cnt", "0"})["frames"].size(), 20u);
}

TEST_F(ToolNumbering, threads_and_batches_change_nothing) {
    auto base = pair_scores({});
    base.erase("fps");
    for (const char* threads : {"0", "1", "2", "7"}) {
        for (const char* batch : {"0", "1", "3"}) {
            auto result = pair_scores({"--threads", threads, "--batch", batch});
            result.erase("fps");
            EXPECT_EQ(result, base) << threads << " threads, batch " << batch;
        }
    }
}

}  // namespace
}  // namespace speedqa
