// The probe's operations as SYCL free functions: compiled at run time, never by the host's compiler.
#pragma once

#include <sycl/builtins.hpp>
#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/ext/oneapi/kernel_properties/properties.hpp>

#include "backends/sycl/device_code/arithmetic.h"
#include "probe/operation_list.h"
#include "probe/operations.h"

namespace speedqa::probe {

inline sycl::nd_item<1> this_item() {
    return sycl::ext::oneapi::this_work_item::get_nd_item<1>();
}

template <class Type>
void run_operation(std::uint64_t first, std::uint64_t count, std::uint64_t* results) {
    const sycl::nd_item<1> item = this_item();
    for (std::uint64_t i = item.get_global_id(0); i < count; i += item.get_global_range(0))
        results[i] = Type::result(Type::Set::at(first + i));
}

// `sums` has a word for each work-item.
template <class Type>
void repeat_operation(std::uint32_t count, std::uint64_t* sums) {
    const sycl::nd_item<1> item = this_item();
    const auto stride = static_cast<std::uint32_t>(item.get_global_range(0));
    std::uint64_t sum = 0;
    for (auto n = static_cast<std::uint32_t>(item.get_global_id(0)); n < count; n += stride)
        sum += Type::result(Type::Set::Timed::at(n));
    sums[item.get_global_id(0)] = sum;
}

}  // namespace speedqa::probe

#define SPEEDQA_PROBE_KERNEL                                    \
    extern "C" SYCL_EXTERNAL SYCL_EXT_ONEAPI_FUNCTION_PROPERTY( \
        (sycl::ext::oneapi::experimental::nd_range_kernel<1>))

#define SPEEDQA_PROBE_ENTRY_POINTS(name, type)                                                               \
    SPEEDQA_PROBE_KERNEL void run_##name(std::uint64_t first, std::uint64_t count, std::uint64_t* results) { \
        using namespace speedqa::probe;                                                                      \
        run_operation<type>(first, count, results);                                                          \
    }                                                                                                        \
    SPEEDQA_PROBE_KERNEL void repeat_##name(std::uint32_t count, std::uint64_t* sums) {                      \
        using namespace speedqa::probe;                                                                      \
        repeat_operation<type>(count, sums);                                                                 \
    }

SPEEDQA_PROBE_F32_OPERATIONS(SPEEDQA_PROBE_ENTRY_POINTS)
SPEEDQA_PROBE_OUR_OPERATIONS(SPEEDQA_PROBE_ENTRY_POINTS)
