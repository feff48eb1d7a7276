// The tool on SYCL devices: the list, the choice, devices that fail, the cache of compiled kernels.
#include "tool.h"

#include <gmock/gmock.h>

namespace speedqa {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class SyclTool : public ToolTest {
  protected:
    nlohmann::json frames_of(const std::string& backend, std::vector<std::string> more = {},
                             std::vector<std::string> environment = {}, int code = 0) {
        more.insert(more.end(), {"--backend", backend, "--json", "-q", "-o", "o.json"});
        outcome_ = run_pair(more, {.environment = std::move(environment)});
        EXPECT_EQ(outcome_.code, code) << outcome_.err;
        EXPECT_EQ(outcome_.signal, 0);
        return exists("o.json") ? nlohmann::json::parse(get("o.json"))["frames"] : nlohmann::json();
    }

    Outcome outcome_;
};

const std::string failing = "SPEEDQA_BACKEND_PATH=" FAILING_MODULE;

TEST_F(SyclTool, devices_are_listed_with_what_matters) {
    const auto devices = nlohmann::json::parse(run({"devices", "--json"}).out);
    int listed = 0;
    for (const auto& device : devices) {
        if (device["backend"] != "sycl") continue;
        EXPECT_EQ(device["index"], listed++);
        EXPECT_NE(device["name"], "");
        EXPECT_NE(device["driver"], "");
        for (const char* property :
             {"type", "memory", "local memory", "compute units", "sub-groups", "fp64", "graphs"})
            EXPECT_NE(device["properties"].value(property, ""), "") << property;
        EXPECT_EQ(device["usable"] == true, device["reason"] == "");
        const std::string name = device["name"];
        const std::string index = std::to_string(int{device["index"]});
        if (device["usable"] != true) continue;
        EXPECT_EQ(frames_of("sycl", {"--device", name}).size(), 20u);
        EXPECT_EQ(frames_of("sycl", {"--device", index}), frames_of("cpu"));
    }
    EXPECT_GT(listed, 0);
}

TEST_F(SyclTool, no_device_is_said_in_one_line) {
    frames_of("sycl", {}, {"ONEAPI_DEVICE_SELECTOR=cuda:*"}, 1);
    EXPECT_EQ(outcome_.err, "speedqa: backend sycl: no usable device; its devices: none\n");
    EXPECT_FALSE(exists("o.json"));
    const std::string table = run({"devices"}, {.environment = {"ONEAPI_DEVICE_SELECTOR=cuda:*"}}).out;
    EXPECT_THAT(table, HasSubstr("no: no device found"));
    frames_of("sycl", {}, {"ONEAPI_DEVICE_SELECTOR=nonsense"}, 1);
    EXPECT_THAT(outcome_.err, StartsWith("speedqa: SYCL runtime: "));
    EXPECT_EQ(count_lines(outcome_.err), 1) << outcome_.err;
}

// Two whole batches, which are replayed, then four frames, which are launched.
TEST_F(SyclTool, frames_before_a_lost_device_are_written) {
    nlohmann::json wanted = frames_of("cpu");
    wanted.erase(wanted.begin() + 16, wanted.end());
    const std::vector<std::string> environment = {failing, "SPEEDQA_TEST_FAILURE=lost launch 1"};
    EXPECT_EQ(frames_of("sycl", {"--batch", "8"}, environment, 3), wanted);
    EXPECT_THAT(outcome_.err, StartsWith("speedqa: sycl device 0 ("));
    EXPECT_THAT(outcome_.err, HasSubstr("DEVICE_LOST"));
    EXPECT_THAT(outcome_.err, HasSubstr("; the scores cover the first 16 frame pairs\n"));
    EXPECT_EQ(count_lines(outcome_.err), 1) << outcome_.err;
}

TEST_F(SyclTool, a_device_that_is_lost_at_once_is_an_error_without_output) {
    for (const char* call : {"allocate_device", "upload", "wait"}) {
        frames_of("sycl", {}, {failing, std::string("SPEEDQA_TEST_FAILURE=lost ") + call + " 1"}, 1);
        EXPECT_THAT(outcome_.err, HasSubstr("DEVICE_LOST"));
        EXPECT_EQ(count_lines(outcome_.err), 1) << outcome_.err;
        EXPECT_FALSE(exists("o.json"));
    }
}

TEST_F(SyclTool, a_device_without_memory_gets_smaller_batches) {
    const nlohmann::json all = frames_of("cpu");
    const std::vector<std::string> arguments = {"--batch", "8", "--backend", "sycl", "--csv", "-o", "o.csv"};
    for (const char* call : {"allocate_device", "replay"}) {
        const std::vector<std::string> environment = {
            failing, std::string("SPEEDQA_TEST_FAILURE=memory ") + call + " 1"};
        EXPECT_EQ(frames_of("sycl", {"--batch", "8"}, environment), all);
        EXPECT_EQ(outcome_.err, "");
        const Outcome outcome = run_pair(arguments, {.environment = environment});
        EXPECT_EQ(outcome.code, 0);
        EXPECT_EQ(count_lines(outcome.err, "batch of 8 frame pairs made smaller, to 4: "), 1) << outcome.err;
    }
}

TEST_F(SyclTool, kernels_that_do_not_compile_are_said_in_one_line) {
    frames_of("sycl", {}, {"SPEEDQA_BACKEND_PATH=" BROKEN_KERNELS}, 1);
    EXPECT_THAT(outcome_.err, StartsWith("speedqa: sycl device 0 ("));
    EXPECT_THAT(outcome_.err, HasSubstr("no_such_header.h"));
    EXPECT_EQ(count_lines(outcome_.err), 1) << outcome_.err;
}

TEST_F(SyclTool, bench_tells_replay_from_direct_launches_and_each_kernel) {
    const auto json = nlohmann::json::parse(
        run({"bench", "-r", "ref.y4m", "-d", "dis.y4m", "--backend", "sycl", "--batch", "4", "--json"}).out);
    EXPECT_GT(json["ms_per_frame"], 0.0);
    EXPECT_GT(json["direct_ms_per_frame"], 0.0);
    for (const char* time :
         {"pinned_ms_per_frame", "link_ms_per_frame", "on_device_ms_per_frame", "alone_ms"})
        EXPECT_GT(json.value(time, 0.0), 0.0) << time;
    EXPECT_EQ(json["launches_per_batch"], 10);
    ASSERT_EQ(json["kernels"].size(), 10u);
    for (const auto& kernel : json["kernels"]) {
        EXPECT_EQ(kernel["launches_per_batch"], 1);
        EXPECT_GT(kernel["ms_per_frame"], 0.0) << kernel["name"];
    }
}

// Where nothing can be kept, kernels are compiled each time.
TEST_F(SyclTool, needs_no_directory_for_a_cache) {
    put("a_file", "");
    const nlohmann::json all = frames_of("cpu");
    EXPECT_EQ(frames_of("sycl", {}, {"HOME=/dev/null", "SYCL_CACHE_DIR=" + path("a_file")}), all);
    EXPECT_EQ(outcome_.err, "");
}

using SyclToolCache = SyclTool;

// Two processes compile at once into a new cache; then its files are damaged, each in one of three ways.
TEST_F(SyclToolCache, is_shared_and_survives_damage) {
    const nlohmann::json all = frames_of("cpu");
    const std::vector<std::string> environment = {"SYCL_CACHE_DIR=" + path("cache")};
    const std::vector<std::string> arguments = {"-r",        "ref.y4m", "-d",     "dis.y4m",
                                                "--backend", "sycl",    "--json", "-q"};
    const int first = start(arguments, {.output = path("first.json"), .environment = environment});
    const int second = start(arguments, {.output = path("second.json"), .environment = environment});
    EXPECT_EQ(wait(first).code, 0);
    EXPECT_EQ(wait(second).code, 0);
    EXPECT_EQ(nlohmann::json::parse(get("first.json"))["frames"], all);
    EXPECT_EQ(nlohmann::json::parse(get("second.json"))["frames"], all);
    for (const char* damage : {"cut", "empty", "noise"}) {
        SCOPED_TRACE(damage);
        int damaged = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(path("cache"))) {
            if (!entry.is_regular_file()) continue;
            const std::string file = entry.path().lexically_relative(directory_).string();
            const std::string content = get(file);
            std::string changed = content.substr(0, content.size() / 2);
            if (damage == std::string("empty")) changed.clear();
            if (damage == std::string("noise"))
                for (std::size_t i = 0; i < content.size(); ++i) changed += static_cast<char>(i * i + i / 7);
            put(file, changed);
            ++damaged;
        }
        EXPECT_GT(damaged, 0);
        EXPECT_EQ(frames_of("sycl", {}, environment), all);
        EXPECT_EQ(outcome_.err, "");
    }
}

}  // namespace
}  // namespace speedqa
