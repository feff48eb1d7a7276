// The one macro that lets a function compile for the host, CUDA, HIP and SYCL, and the bit casts all of them
// share.
#pragma once

#ifdef SPEEDQA_RUNTIME_COMPILED  // SYCL kernels compiled from source text at run time
#include <cstdint>
#else
#include <cstdint>
#include <cstring>
#endif

#ifdef __FAST_MATH__
#error "speedqa: src/exact needs every operation rounded once: compile without -ffast-math"
#endif

#if defined(__CUDACC__) || defined(__HIPCC__)
#define SPEEDQA_HOST_DEVICE __host__ __device__ inline
#else
#define SPEEDQA_HOST_DEVICE inline
#endif

namespace speedqa::exact {

SPEEDQA_HOST_DEVICE std::uint32_t bits_of(float value) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    return __float_as_uint(value);
#else
    return __builtin_bit_cast(std::uint32_t, value);
#endif
}

SPEEDQA_HOST_DEVICE float float_of(std::uint32_t bits) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    return __uint_as_float(bits);
#else
    return __builtin_bit_cast(float, bits);
#endif
}

}  // namespace speedqa::exact
