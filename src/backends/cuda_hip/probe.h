// A CUDA or HIP device as a device of the probe.
#pragma once

#include <memory>

#include "probe/device.h"

namespace speedqa::gpu {

// Throws Error (device).
std::unique_ptr<probe::Device> make_probe(int device);

}  // namespace speedqa::gpu
