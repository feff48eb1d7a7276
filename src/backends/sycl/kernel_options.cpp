// The compiler options of this module's kernels.
#include "backends/sycl/device_code.h"
#include "speed/text.h"

namespace speedqa::sycl_backend {

std::vector<std::string> kernel_options() {
    std::vector<std::string> options;
    for (const std::string_view option : split(SPEEDQA_KERNEL_OPTIONS, ' '))
        if (!option.empty()) options.emplace_back(option);
    return options;
}

}  // namespace speedqa::sycl_backend
