// The backends that this build has or can load, and the choice among them.
#pragma once

#include <string_view>
#include <vector>

#include "backends/backend.h"

namespace speedqa {

// Every backend that could be loaded, in the order in which "auto" prefers them: GPUs first, the CPU last.
const std::vector<Backend*>& backends();

// Throws Error (unsupported) that says why a known backend is missing, or lists the known ones.
Backend& find_backend(std::string_view name);

struct DeviceChoice {
    Backend* backend;
    DeviceInfo device;
};

// The device for a backend name ("auto" too) and an index (-1: the first usable one). Throws Error
// (unsupported, device) that lists the devices or says why one can't be used.
DeviceChoice choose_device(std::string_view backend, int device);

Backend& cpu_backend();

}  // namespace speedqa
