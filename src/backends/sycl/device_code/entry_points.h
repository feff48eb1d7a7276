// The kernels as SYCL free functions: compiled at run time, never by the host's compiler.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/atomic_ref.hpp>
#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/ext/oneapi/kernel_properties/properties.hpp>
#include <sycl/group_barrier.hpp>

#include "backends/sycl/device_code/arithmetic.h"
#include "backends/sycl/device_code/probe.h"
#include "kernels/kernels.h"

namespace speedqa::sycl_backend {

// A work-group of a two-dimensional range; see kernels/group.h.
class WorkGroup {
  public:
    int rank() const { return static_cast<int>(item_.get_local_id(1)); }
    int size() const { return static_cast<int>(item_.get_local_range(1)); }
    void barrier() const { sycl::group_barrier(item_.get_group()); }

    int x() const { return static_cast<int>(item_.get_group(1)); }
    int y() const { return static_cast<int>(item_.get_group(0)); }
    int columns() const { return static_cast<int>(item_.get_group_range(1)); }

    void add(std::uint32_t* counter, std::uint32_t amount) const {
        sycl::atomic_ref<std::uint32_t, sycl::memory_order::relaxed, sycl::memory_scope::device>(*counter) +=
            amount;
    }

  private:
    sycl::nd_item<2> item_ = sycl::ext::oneapi::this_work_item::get_nd_item<2>();
};

}  // namespace speedqa::sycl_backend

#ifndef SPEEDQA_KERNEL_SUFFIX
#define SPEEDQA_KERNEL_SUFFIX
#endif
#define SPEEDQA_JOINED(a, b) a##b
#define SPEEDQA_JOIN(a, b) SPEEDQA_JOINED(a, b)

#define SPEEDQA_ENTRY_POINT(name, group_size)                                         \
    extern "C" SYCL_EXTERNAL SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(                       \
        (sycl::ext::oneapi::experimental::nd_range_kernel<2>)) void                   \
    SPEEDQA_JOIN(name, SPEEDQA_KERNEL_SUFFIX)(speedqa::kernels::FeatureBatch batch,   \
                                              sycl::local_accessor<float, 1> local) { \
        speedqa::kernels::name<speedqa::sycl_backend::Arithmetic>(                    \
            speedqa::sycl_backend::WorkGroup(), batch,                                \
            local.get_multi_ptr<sycl::access::decorated::no>().get());                \
    }

SPEEDQA_KERNELS(SPEEDQA_ENTRY_POINT)

extern "C" SYCL_EXTERNAL SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(
    (sycl::ext::oneapi::experimental::nd_range_kernel<2>)) void SPEEDQA_JOIN(probe,
                                                                             SPEEDQA_KERNEL_SUFFIX)(
    const float* inputs, std::uint32_t* results) {
    if (speedqa::sycl_backend::WorkGroup().rank() == 0)
        speedqa::sycl_backend::probe<speedqa::sycl_backend::Arithmetic>(inputs, results);
}
