// The choice of a backend and a device, with a fake module in the place of cuda.
#include "backends/registry.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include "api/error.h"

namespace speedqa {
namespace {

using testing::HasSubstr;

// Before any module is looked for.
const int path_is_set = setenv("SPEEDQA_BACKEND_PATH", MODULE_DIRECTORY, 1);

std::string message_of(const char* backend, int device, speedqa_status status) {
    try {
        choose_device(backend, device);
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), status);
        return error.what();
    }
    return "no exception";
}

TEST(Registry, AutoTakesTheFirstUsableGpu) {
    ASSERT_EQ(path_is_set, 0);
    const DeviceChoice choice = choose_device("auto", -1);
    EXPECT_STREQ(choice.backend->name(), "cuda");
    EXPECT_EQ(choice.device.index, 2);
}

TEST(Registry, ByNameTheFirstUsableDeviceOfAnyKind) {
    EXPECT_EQ(choose_device("cuda", -1).device.index, 0);
    EXPECT_EQ(choose_device("cuda", 3).device.name, "another GPU");
    EXPECT_EQ(choose_device("cpu", -1).device.kind, DeviceKind::cpu);
}

TEST(Registry, RefusesBadDevicesWithTheList) {
    EXPECT_EQ(message_of("cuda", 1, SPEEDQA_DEVICE),
              "backend cuda: device 1 (an old GPU) can't be used: too old");
    EXPECT_EQ(message_of("cuda", 99, SPEEDQA_DEVICE),
              "backend cuda: no device 99; its devices: 0 (a processor), 1 (an old GPU): too old, 2 (a GPU), "
              "3 (another GPU)");
    EXPECT_EQ(message_of("auto", 0, SPEEDQA_INVALID_ARGUMENT), "device 0: name its backend as well");
}

TEST(Registry, RefusesBackendsThatAreNotThere) {
    EXPECT_EQ(message_of("sycl", -1, SPEEDQA_UNSUPPORTED),
              "backend sycl: not in this build; the build option -DSPEEDQA_SYCL=ON adds it");
    EXPECT_THAT(message_of("hip", -1, SPEEDQA_UNSUPPORTED), HasSubstr("belongs to speedqa 0.0.1"));
    EXPECT_EQ(message_of("metal", -1, SPEEDQA_INVALID_ARGUMENT),
              "backend 'metal': must be auto, cpu, sycl, cuda or hip");
}

TEST(Registry, ListsEveryDeviceAndWhatCantBeLoaded) {
    const std::vector<DeviceInfo> devices = all_devices();
    ASSERT_EQ(devices.size(), 6u);
    EXPECT_EQ(devices[1].reason, "too old");
    EXPECT_EQ(devices[4].backend, "hip");
    EXPECT_FALSE(devices[4].usable);
    EXPECT_THAT(devices[4].reason, HasSubstr("belongs to speedqa 0.0.1"));
    EXPECT_EQ(devices[5].backend, "cpu");
    EXPECT_TRUE(devices[5].usable);
}

}  // namespace
}  // namespace speedqa
