// Estimates of reciprocals and inverse roots that the functions of divide.h, square_root.h and inverse_root.h
// correct.
//
// An estimate policy has two static functions:
//   reciprocal(b)    1/b for 2^-50 <= |b| < 2^50, at most 6 fp32 numbers from the correctly rounded one
//   inverse_root(x)  1/sqrt(x) for x >= 2^-75, at most 6 fp32 numbers from the correctly rounded one
// The corrections check their estimate: a worse one, NaN included, leads to the software path, not to a wrong
// result. Arguments and results are far from the subnormal range: an estimate may flush subnormals.
#pragma once

#include "exact/error_free.h"
#include "exact/float_parts.h"

namespace speedqa::exact {

// What the device offers: its `/` and sqrt, whatever their last bits are; on CUDA the approximate
// instructions, of which the PTX manual says: rcp.approx 1 ulp, rsqrt.approx a relative error of 2^-22.9.
struct NativeEstimate {
    static SPEEDQA_HOST_DEVICE float reciprocal(float b) {
#if defined(__CUDA_ARCH__)
        float result;
        asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(b));
        return result;
#else
        return 1.0f / b;
#endif
    }

    static SPEEDQA_HOST_DEVICE float inverse_root(float x) {
#if defined(__CUDA_ARCH__)
        float result;
        asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
        return result;
#else
        return 1.0f / __builtin_sqrtf(x);
#endif
    }
};

// root_estimate_error(x, estimate): (1/sqrt(x) - estimate) / (1/sqrt(x)), to first order, with two
// roundings.
// Domain: 2^-75 <= x, any estimate that is not negative. Special: NaN where x or the estimate is NaN, or
// for inf * 0.
// Stands for: nothing in the reference; the roots check and correct their estimate with it.
// Why: (1 - x*estimate^2)/2 = e - e^2/2, e being that relative error.
// Shown by: tests/exact/square_root.cpp, good_estimates_are_sure.
SPEEDQA_HOST_DEVICE float root_estimate_error(float x, float estimate) {
    return fused_multiply_add(-(x * estimate), 0.5f * estimate, 0.5f);
}

// Whether that error is small enough for the roots: estimates up to 6 fp32 numbers off are, beyond 17 none
// is.
SPEEDQA_HOST_DEVICE bool is_good_root_error(float error) {
    return magnitude(error) < 0x1p-20f;
}

// A result that is correctly rounded if `sure`, and of no meaning otherwise.
struct Attempt {
    float value;
    bool sure;
};

}  // namespace speedqa::exact
