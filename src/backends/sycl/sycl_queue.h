// The device engine's queue on a SYCL device.
#pragma once

#include <memory>

#include "backends/device/queue.h"
#include "backends/sycl/device_list.h"

namespace speedqa::sycl_backend {

// Compiles the kernels if need be. With `profile` the device keeps the time of each launch. Throws Error
// (device).
std::unique_ptr<device::Queue> make_queue(const Device& device, bool profile);

}  // namespace speedqa::sycl_backend
