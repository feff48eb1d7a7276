// What the tool does with GPUs: several of them, one that is lost, one that is short of memory.
#include "cli/tool.h"

#include <gmock/gmock.h>

namespace speedqa {
namespace {

using testing::HasSubstr;

class ToolGpu : public ToolTest {
  protected:
    Outcome run_on(const std::string& device, int batch) const {
        return run_pair({"--feature", "speed_chroma", "--feature", "speed_temporal", "--json", "-o", "o.json",
                         "-q", "--backend", "cuda", "--device", device, "--batch", std::to_string(batch)},
                        {.environment = {"SPEEDQA_BACKEND_PATH=" EMULATED_MODULE_DIRECTORY}});
    }
    nlohmann::json result() const { return nlohmann::json::parse(get("o.json")); }
    nlohmann::json frames_of_cpu() const {
        return scores({"-r", "ref.y4m", "-d", "dis.y4m", "--backend", "cpu"})["frames"];
    }
};

TEST_F(ToolGpu, several_devices_give_the_scores_of_the_cpu) {
    for (const char* devices : {"0", "0,0", "0,2,0"}) {
        SCOPED_TRACE(devices);
        const Outcome outcome = run_on(devices, 3);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(result()["frames"], frames_of_cpu());
    }
}

TEST_F(ToolGpu, frames_before_the_device_was_lost_are_written) {
    const Outcome outcome = run_on("1", 4);
    EXPECT_EQ(outcome.code, 3);
    EXPECT_EQ(outcome.err,
              "speedqa: cuda device 1 (lost): can't run a kernel: it is gone; the scores cover the first 8 "
              "frame pairs\n");
    nlohmann::json expected = frames_of_cpu();
    expected.erase(expected.begin() + 8, expected.end());
    EXPECT_EQ(result()["frames"], expected);
    EXPECT_EQ(result()["speedqa"]["stopped"]["frame"], 8);
}

TEST_F(ToolGpu, a_batch_that_does_not_fit_is_made_smaller_and_that_is_said) {
    const Outcome outcome =
        run_pair({"--json", "-o", "o.json", "--backend", "cuda", "--device", "2", "--batch", "64"},
                 {.environment = {"SPEEDQA_BACKEND_PATH=" EMULATED_MODULE_DIRECTORY}});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("speedqa: note: batch of 64 frame pairs made smaller, to "));
    EXPECT_EQ(count_lines(outcome.err, "speedqa: note: "), 1);
}

TEST_F(ToolGpu, a_device_without_memory_is_an_error_that_says_how_much_is_needed) {
    const Outcome outcome = run_on("3", 4);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(count_lines(outcome.err), 1) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("a batch of 1 frame pairs needs "));
    EXPECT_THAT(outcome.err, HasSubstr(" MiB of device memory, 0 MiB are free"));
    EXPECT_FALSE(exists("o.json"));
}

TEST_F(ToolGpu, bench_measures_every_place_of_the_frames) {
    const Outcome outcome = run({"bench", "-r", "ref.y4m", "-d", "dis.y4m", "--frame_cnt", "2", "--json",
                                 "--backend", "cuda", "--device", "0", "--batch", "4"},
                                {.environment = {"SPEEDQA_BACKEND_PATH=" EMULATED_MODULE_DIRECTORY}});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const auto result = nlohmann::json::parse(outcome.out);
    for (const char* key : {"ms_per_frame", "pinned_ms_per_frame", "link_ms_per_frame",
                            "on_device_ms_per_frame", "alone_ms", "direct_ms_per_frame"})
        EXPECT_GT(result[key], 0.0) << key;
    // Four planes of 160 by 160, all rows but those between the taps; frames that come again are copied, so
    // that each of a batch is uploaded.
    EXPECT_GT(result["uploaded_bytes_per_frame"], 4 * 160 * 160 / 2);
    EXPECT_LT(result["uploaded_bytes_per_frame"], 4 * 160 * 160);
    // The emulated link carries a byte in a nanosecond.
    const double batch_bytes = 4 * double(result["uploaded_bytes_per_frame"]);
    EXPECT_EQ(double(result["link_ms_per_frame"]), batch_bytes * 1e-9 * 1e3 / 4);
    EXPECT_EQ(result["kernels"].size(), 9u);
}

}  // namespace
}  // namespace speedqa
