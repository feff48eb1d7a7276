// Devices: the list, the choice, and that the result names what computed.
#include <gmock/gmock.h>

#include "tool.h"

namespace speedqa {
namespace {

using testing::HasSubstr;

using ToolDevices = ToolTest;

nlohmann::json cpu_of(const nlohmann::json& devices) {
    for (const auto& device : devices) {
        if (device["backend"] == "cpu") return device;
    }
    return nullptr;
}

TEST_F(ToolDevices, the_cpu_is_always_listed_and_usable) {
    const Outcome outcome = run({"devices", "--json"});
    EXPECT_EQ(outcome.code, 0);
    const auto cpu = cpu_of(nlohmann::json::parse(outcome.out));
    EXPECT_EQ(cpu["index"], 0);
    EXPECT_EQ(cpu["usable"], true);
    EXPECT_NE(cpu["name"], "");
    const std::string table = run({"devices"}).out;
    EXPECT_THAT(table, HasSubstr("backend"));
    EXPECT_THAT(table, HasSubstr(std::string(cpu["name"])));
}

TEST_F(ToolDevices, the_result_names_the_device_as_the_list_does) {
    const auto cpu = cpu_of(nlohmann::json::parse(run({"devices", "--json"}).out));
    const std::string name = cpu["name"];
    const std::vector<std::vector<std::string>> wishes = {{"--backend", "cpu"},
                                                          {"--backend", "cpu", "--device", "0"},
                                                          {"--device", "cpu:0"},
                                                          {"--backend", "cpu", "--device", name}};
    for (std::vector<std::string> wish : wishes) {
        wish.insert(wish.end(), {"--json", "-o", "o.json"});
        const Outcome outcome = run_pair(wish);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        const auto result = nlohmann::json::parse(get("o.json"))["speedqa"];
        EXPECT_EQ(result["backend"], "cpu");
        EXPECT_EQ(result["device_index"], 0);
        EXPECT_EQ(result["device"], name);
        EXPECT_THAT(outcome.err, HasSubstr("device     cpu:0, " + name));
    }
}

// Frame ranges are dealt out to the devices, and the results come in order.
TEST_F(ToolDevices, several_devices_give_the_scores_of_one) {
    const std::vector<std::string> features = {"--feature", "speed_chroma", "--feature", "speed_temporal",
                                               "--json"};
    const auto scored = [&](const std::vector<std::string>& wish) {
        std::vector<std::string> all = features;
        all.insert(all.end(), wish.begin(), wish.end());
        const Outcome outcome = run_pair(all);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return nlohmann::json::parse(outcome.out);
    };
    const auto one = scored({"--backend", "cpu", "--device", "0"});
    const auto several = scored({"--backend", "cpu", "--device", "0,0,0", "--threads", "1", "--batch", "2"});
    EXPECT_EQ(several["frames"], one["frames"]);
    EXPECT_FALSE(one["speedqa"].contains("more_device_indices"));
    EXPECT_EQ(several["speedqa"]["more_device_indices"], (nlohmann::json{0, 0}));
}

TEST_F(ToolDevices, a_wish_that_can_not_be_met_is_an_error) {
    const std::vector<std::vector<std::string>> wishes = {{"--backend", "cpu", "--device", "99"},
                                                          {"--device", "99"},
                                                          {"--device", "-1"},
                                                          {"--backend", "cpu", "--device", "0,99"},
                                                          {"--device", "no such device"}};
    for (std::vector<std::string> wish : wishes) {
        wish.insert(wish.end(), {"--json", "-o", "o.json"});
        const Outcome outcome = run_pair(wish);
        EXPECT_THAT(outcome.code, testing::AnyOf(1, 2));
        EXPECT_EQ(outcome.signal, 0);
        EXPECT_THAT(outcome.err, HasSubstr("speedqa: "));
        EXPECT_THAT(outcome.err, HasSubstr("device"));
        EXPECT_FALSE(exists("o.json"));
    }
}

// A backend that is not here, or here without a device, is said in one message; no other does its work.
TEST_F(ToolDevices, an_absent_backend_is_never_replaced) {
    const auto devices = nlohmann::json::parse(run({"devices", "--json"}).out);
    for (const char* backend : {"cuda", "hip", "sycl"}) {
        const bool usable = std::any_of(devices.begin(), devices.end(), [&](const nlohmann::json& device) {
            return device["backend"] == backend && device["usable"] == true;
        });
        const Outcome outcome = run_pair({"--backend", backend, "--json", "-q", "-o", "o.json"});
        EXPECT_EQ(outcome.code, usable ? 0 : 1) << outcome.err;
        EXPECT_EQ(count_lines(outcome.err), usable ? 0 : 1) << outcome.err;
        EXPECT_EQ(exists("o.json"), usable);
        EXPECT_TRUE(!usable || nlohmann::json::parse(get("o.json"))["speedqa"]["backend"] == backend);
        std::filesystem::remove(path("o.json"));
    }
}

}  // namespace
}  // namespace speedqa
