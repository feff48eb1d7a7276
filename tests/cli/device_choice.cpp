// A device is chosen by index, by "backend:index" or by name, and a wrong wish gets the list.
#include "cli/device_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/usage.h"

namespace speedqa::cli {
namespace {

DeviceInfo device(const char* backend, int index, const char* name) {
    DeviceInfo info;
    info.backend = backend;
    info.index = index;
    info.name = name;
    return info;
}

const std::vector<DeviceInfo> devices = {device("cuda", 0, "NVIDIA H200"), device("cuda", 1, "NVIDIA L4"),
                                         device("sycl", 0, "Intel Arc B580"), device("cpu", 0, "Intel Xeon")};

std::pair<std::string, int> chosen(const std::string& wish, const std::string& backend = "auto") {
    ScorerSettings settings;
    settings.backend = backend;
    choose_device(wish, devices, settings);
    return {settings.backend, settings.device};
}

std::string refusal(const std::string& wish, const std::string& backend = "auto") {
    try {
        chosen(wish, backend);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(ChooseDevice, by_index_name_or_both) {
    EXPECT_EQ(chosen("1", "cuda"), std::pair(std::string("cuda"), 1));
    EXPECT_EQ(chosen("99", "cuda"), std::pair(std::string("cuda"), 99));  // for the backend to refuse
    EXPECT_EQ(chosen("cuda:1"), std::pair(std::string("cuda"), 1));
    EXPECT_EQ(chosen("b580"), std::pair(std::string("sycl"), 0));
    EXPECT_EQ(chosen("intel", "cpu"), std::pair(std::string("cpu"), 0));
}

std::vector<int> all_chosen(const std::string& wish, const std::string& backend = "auto") {
    ScorerSettings settings;
    settings.backend = backend;
    choose_device(wish, devices, settings);
    std::vector<int> all = {settings.device};
    all.insert(all.end(), settings.more_devices.begin(), settings.more_devices.end());
    return all;
}

TEST(ChooseDevice, several_of_one_backend) {
    EXPECT_EQ(all_chosen("0,1", "cuda"), (std::vector{0, 1}));
    EXPECT_EQ(all_chosen("cuda:1,0"), (std::vector{1, 0}));
    EXPECT_EQ(all_chosen("cuda:0,cuda:1,cuda:0"), (std::vector{0, 1, 0}));
    EXPECT_EQ(all_chosen("0", "cuda"), std::vector{0});
    EXPECT_THAT(refusal("cuda:0,cpu:0"), testing::HasSubstr("several devices must be of one backend"));
    EXPECT_THAT(refusal("0,1"), testing::HasSubstr("give --backend too"));
    EXPECT_THAT(refusal("0,", "cuda"), testing::HasSubstr("no device has this name"));
    EXPECT_THAT(refusal("h200,l4"), testing::HasSubstr("no device has this name"));
}

TEST(ChooseDevice, the_list_says_why_a_device_is_not_usable) {
    DeviceInfo absent = device("hip", 0, "none");
    absent.usable = false;
    absent.reason = "no driver";
    ScorerSettings settings;
    try {
        choose_device("radeon", std::vector{absent}, settings);
        FAIL() << "chose a device that is not there";
    } catch (const UsageError& error) {
        EXPECT_STREQ(error.what(),
                     "--device radeon: no device has this name; devices: hip:0 (not usable: no driver)");
    }
}

TEST(ChooseDevice, a_wrong_wish_gets_the_list) {
    EXPECT_EQ(refusal("radeon"),
              "--device radeon: no device has this name; devices: cuda:0 (NVIDIA H200), cuda:1 (NVIDIA L4), "
              "sycl:0 (Intel "
              "Arc B580), cpu:0 (Intel Xeon)");
    EXPECT_THAT(refusal("nvidia"), testing::HasSubstr("more than one device has this name"));
    EXPECT_THAT(refusal("1"), testing::HasSubstr("give --backend too"));
    EXPECT_THAT(refusal("-1", "cuda"), testing::HasSubstr("no device has this name"));
    EXPECT_THAT(refusal(""), testing::HasSubstr("no device has this name"));
    EXPECT_THAT(refusal("H200", "sycl"), testing::HasSubstr("no device has this name"));
}

}  // namespace
}  // namespace speedqa::cli
