// Whether a compiled program computes as the kernels need.
#pragma once

#include <sycl/sycl.hpp>

namespace speedqa::sycl_backend {

// Runs the probe (device_code/probe.h). Throws Error (device) that says what the device computes differently.
void test_arithmetic(sycl::queue& queue, const sycl::kernel& probe);

}  // namespace speedqa::sycl_backend
