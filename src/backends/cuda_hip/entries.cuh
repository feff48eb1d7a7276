// The entry points of the kernels on a CUDA or HIP device.
#pragma once

#include "backends/device/launch_list.h"
#include "kernels/kernels.h"

namespace speedqa::gpu {

// A thread block as a group (kernels/group.h).
template <int group_size>
struct BlockGroup {
    __device__ int rank() const { return static_cast<int>(threadIdx.x); }
    __device__ constexpr int size() const { return group_size; }
    __device__ int x() const { return static_cast<int>(blockIdx.x); }
    __device__ int y() const { return static_cast<int>(blockIdx.y); }
    __device__ int columns() const { return static_cast<int>(gridDim.x); }
    __device__ void barrier() const { group_barrier<group_size>(); }
    __device__ void add(std::uint32_t* counter, unsigned amount) const { atomicAdd(counter, amount); }
};

#define SPEEDQA_ENTRY(name, size)                                                              \
    template <class Arithmetic>                                                                \
    __global__ void __launch_bounds__(size)                                                    \
        name##_entry(SPEEDQA_KERNEL_ARGUMENT kernels::FeatureBatch batch) {                    \
        extern __shared__ double local[];                                                      \
        kernels::name<Arithmetic>(BlockGroup<size>(), batch, reinterpret_cast<float*>(local)); \
    }
SPEEDQA_KERNELS(SPEEDQA_ENTRY)
#undef SPEEDQA_ENTRY

// In the order of device::Kernel.
template <class Arithmetic>
const void* entry(device::Kernel kernel) {
#define SPEEDQA_ADDRESS(name, size) reinterpret_cast<const void*>(&name##_entry<Arithmetic>),
    static const void* const entries[] = {SPEEDQA_KERNELS(SPEEDQA_ADDRESS)};
#undef SPEEDQA_ADDRESS
    return entries[static_cast<int>(kernel)];
}

}  // namespace speedqa::gpu
