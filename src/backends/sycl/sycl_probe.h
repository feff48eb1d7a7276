// A SYCL device as a device of the probe.
#pragma once

#include <memory>

#include "backends/sycl/device_list.h"
#include "probe/device.h"

namespace speedqa::sycl_backend {

// Compiles the probe's kernels. Throws Error (device).
std::unique_ptr<probe::Device> make_probe(const Device& device);

}  // namespace speedqa::sycl_backend
