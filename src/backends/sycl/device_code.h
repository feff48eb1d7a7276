// The source text that the runtime compiles for a device.
#pragma once

#include <string>
#include <vector>

namespace speedqa::sycl_backend {

struct SourceFile {
    const char* path;  // as it is included
    const char* text;
};

// The headers of src/exact, src/speed, src/kernels and device_code; made by embed_text.cmake.
const std::vector<SourceFile>& device_code();

// Compiler options beside the usual ones: none, or those with which a test stands for another device.
std::vector<std::string> kernel_options();

}  // namespace speedqa::sycl_backend
