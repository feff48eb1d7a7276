// The environment variables that the SYCL runtime and the OpenCL loader read when they start.
#include "backends/sycl/runtime_environment.h"

#include <dlfcn.h>
#include <stdlib.h>

#include <filesystem>
#include <sycl/sycl.hpp>

namespace speedqa::sycl_backend {
namespace {

namespace fs = std::filesystem;

void set_if_unset(const char* name, const char* value) {
    setenv(name, value, 0);
}

// The directory of libsycl.so as it is loaded.
fs::path runtime_directory() {
    Dl_info info = {};
    const auto function = static_cast<std::vector<sycl::platform> (*)()>(&sycl::platform::get_platforms);
    if (!dladdr(reinterpret_cast<void*>(function), &info) || !info.dli_fname) return {};
    return fs::path(info.dli_fname).parent_path();
}

bool has_registered_drivers() {
    std::error_code error;
    const fs::directory_iterator registered("/etc/OpenCL/vendors", error);
    return !error && registered != fs::directory_iterator();
}

}  // namespace

// Two loaders are in use: that of Khronos, which adds OCL_ICD_FILENAMES to the registered drivers, and
// ocl-icd (loaded first where the program links FFmpeg, for example), which takes OCL_ICD_VENDORS in their
// place.
void prepare_environment() {
    set_if_unset("SYCL_CACHE_PERSISTENT", "1");
    const fs::path driver = runtime_directory() / "libintelocl.so";
    std::error_code ignored;
    if (!fs::exists(driver, ignored)) return;
    set_if_unset("OCL_ICD_FILENAMES", driver.c_str());
    if (!has_registered_drivers()) set_if_unset("OCL_ICD_VENDORS", driver.c_str());
}

}  // namespace speedqa::sycl_backend
