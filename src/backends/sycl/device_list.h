// The SYCL devices of this machine.
#pragma once

#include <string>
#include <sycl/sycl.hpp>
#include <vector>

#include "backends/backend.h"

namespace speedqa::sycl_backend {

struct Device {
    sycl::device device;
    DeviceInfo info;
};

// GPUs first, then the CPU, then the rest, which is not usable. Asked for once; the order then stays. Throws
// Error (device) if the runtime can't list devices.
const std::vector<Device>& device_list();

bool has_graphs(const sycl::device& device);

// "sycl device 0 (Intel(R) Arc(TM) B580 Graphics)", for messages.
std::string name_of(const Device& device);

}  // namespace speedqa::sycl_backend
