// The backends that this build has or can load, and the choice among them.
#pragma once

#include <string_view>
#include <vector>

#include "backends/backend.h"

namespace speedqa {

// Loads the module of a backend if need be. Throws Error (unsupported) that says why a known backend can't be
// used, or (invalid_argument) lists the known ones.
Backend& find_backend(std::string_view name);

// Every device of every backend, usable or not, GPU backends first. A module that is there but can't be
// loaded, or fails to list its devices, is one device that is not usable. Throws only std::bad_alloc.
std::vector<DeviceInfo> all_devices();

struct DeviceChoice {
    Backend* backend;
    DeviceInfo device;
};

// The device for a backend name and an index (-1: the first usable one); "auto" is the first usable GPU, or
// else the CPU backend. Throws Error (unsupported, device) that lists the devices or says why one can't be
// used.
DeviceChoice choose_device(std::string_view backend, int device);

Backend& cpu_backend();

}  // namespace speedqa
