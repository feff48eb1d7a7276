// The arithmetic of the kernels: fp32 and integers alone.
#pragma once

// Sums stay in order (exact/host_device.h): the offset of a launch is always 0, but no compiler can know.
#ifdef SPEEDQA_KEEP_ORDER
#include <sycl/__spirv/spirv_vars.hpp>
#define SPEEDQA_OPAQUE_ZERO static_cast<std::uint32_t>(__spirv_BuiltInGlobalOffset(0))
#endif

#include "exact/pairs_only.h"

namespace speedqa::sycl_backend {

#ifndef SPEEDQA_ESTIMATES_OFF
using Estimate = exact::NativeEstimate;
#else
// A device whose division and roots are off by an ulp, up or down: for tests.
struct Estimate {
    static float off(float x) {
        const std::uint32_t bits = exact::bits_of(x);
        return exact::float_of((bits & 1) != 0 ? bits + 1 : bits - 1);
    }
    static float reciprocal(float b) { return off(exact::NativeEstimate::reciprocal(b)); }
    static float inverse_root(float x) { return off(exact::NativeEstimate::inverse_root(x)); }
};
#endif

#ifndef SPEEDQA_FORCE_FALLBACK
#define SPEEDQA_FORCE_FALLBACK false
#endif

using Arithmetic = exact::PairsOnly<Estimate, SPEEDQA_FORCE_FALLBACK>;

}  // namespace speedqa::sycl_backend
