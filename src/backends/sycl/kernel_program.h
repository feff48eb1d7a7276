// The kernels, compiled for one device.
#pragma once

#include <memory>
#include <string>
#include <sycl/sycl.hpp>
#include <vector>

#include "backends/device/launch_list.h"

namespace speedqa::sycl_backend {

// Compiles a text that may include the headers of this module. Throws what the runtime throws.
sycl::kernel_bundle<sycl::bundle_state::executable> build_program(
    const sycl::context& context, const sycl::device& device, const char* text,
    const std::vector<std::string>& more_options);

class KernelProgram {
  public:
    explicit KernelProgram(const sycl::device& device);

    // The program of a device, compiled at the first call of a process and kept. May be called by several
    // threads. Throws Error (device) with the compiler's message.
    static std::shared_ptr<const KernelProgram> of(const sycl::device& device);

    const sycl::context& context() const { return context_; }
    const sycl::kernel& kernel(device::Kernel kernel) const {
        return kernels_[static_cast<std::size_t>(kernel)];
    }

    // The largest group that the device can run of a kernel.
    std::size_t largest_group(device::Kernel kernel) const {
        return largest_groups_[static_cast<std::size_t>(kernel)];
    }

  private:
    void compile(const sycl::device& device, const std::vector<std::string>& options,
                 const std::string& suffix);

    sycl::context context_;
    std::vector<sycl::kernel> kernels_;  // in the order of device::Kernel, like the sizes
    std::vector<std::size_t> largest_groups_;
};

}  // namespace speedqa::sycl_backend
