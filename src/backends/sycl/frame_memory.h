// Memory from which a SYCL device reads frames at full speed, and how fast it is filled; for benchmarks.
#pragma once

#include <cstddef>
#include <memory>

#include "backends/backend.h"
#include "backends/sycl/device_list.h"

namespace speedqa::sycl_backend {

// See Backend::copy_to. Throws Error (device, out_of_memory).
std::shared_ptr<void> copy_to(FrameMemory memory, const Device& device, const void* from, std::size_t bytes);

// See Backend::link_seconds. Throws Error (device, out_of_memory).
double link_seconds(const Device& device, std::size_t bytes);

}  // namespace speedqa::sycl_backend
