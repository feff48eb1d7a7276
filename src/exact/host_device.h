// The one macro that lets a function compile for the host, CUDA, HIP and SYCL, and the bit casts all of them
// share.
#pragma once

#ifdef SPEEDQA_RUNTIME_COMPILED  // SYCL kernels compiled from source text at run time
#include <cstdint>
#else
#include <cstdint>
#include <cstring>
#endif

#if defined(__FAST_MATH__) && !defined(SPEEDQA_PROBE_FAST_MATH)  // tests/probe shows what it would do
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

// in_order(sum): `sum = in_order(sum + x)` in a loop adds in the order of the loop. The value itself; hidden
// from compilers that reorder sums whatever their flags say. Intel's OpenCL compiler for CPUs does so in
// loops that it does not run in lanes (docs/sycl.md); for it, the kernels define SPEEDQA_OPAQUE_ZERO.
SPEEDQA_HOST_DEVICE float in_order(float sum) {
#ifdef SPEEDQA_OPAQUE_ZERO
    return float_of(bits_of(sum) ^ SPEEDQA_OPAQUE_ZERO);
#else
    return sum;
#endif
}

}  // namespace speedqa::exact
