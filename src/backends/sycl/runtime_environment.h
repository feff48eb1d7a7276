// The environment variables that the SYCL runtime and the OpenCL loader read when they start.
#pragma once

namespace speedqa::sycl_backend {

// Sets, where they are not set: SYCL_CACHE_PERSISTENT, so that kernels are compiled once per machine and not
// once per process; OCL_ICD_FILENAMES and OCL_ICD_VENDORS, so that the OpenCL loader finds the CPU driver
// beside the SYCL library. To be called before the first SYCL call. The process keeps the settings.
void prepare_environment();

}  // namespace speedqa::sycl_backend
