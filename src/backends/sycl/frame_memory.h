// Memory from which a SYCL device reads frames: of callers, and for benchmarks.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "backends/backend.h"
#include "backends/sycl/device_list.h"

namespace speedqa::sycl_backend {

// See Backend::unreadable_memory.
std::string unreadable_memory(const Device& device, const void* address);

// See Backend::copy_to. Throws Error (device, out_of_memory).
std::shared_ptr<void> copy_to(FrameMemory memory, const Device& device, const void* from, std::size_t bytes);

// See Backend::link_seconds. Throws Error (device, out_of_memory).
double link_seconds(const Device& device, std::size_t bytes);

}  // namespace speedqa::sycl_backend
