// Estimates of quotients and roots that the functions of divide.h, square_root.h and inverse_root.h correct.
//
// An estimate policy has three static functions on significands. U is the distance of neighbouring fp32
// numbers next to the true value, on the side away from zero: 2^-24 below 1, 2^-23 from 1 to 2.
//   quotient(a, b)   a/b for 1 <= a, b < 2, within 7.5 U: an estimate 4 fp32 numbers from the correctly
//   rounded one is
//                    within this even where the spacing doubles on the way
//   root(m)          sqrt(m) for 1 <= m < 4, within 7.5 U
//   inverse_root(m)  1/sqrt(m) for 1 <= m < 4, within 12 fp32 numbers of the correctly rounded one
// Arguments and results are far from the subnormal range: an estimate may flush subnormals.
#pragma once

#include "exact/host_device.h"

namespace speedqa::exact {

// What the device offers: its `/` and sqrt, whatever their last bits are; on CUDA the approximate
// instructions, of which the PTX manual says: div.approx 2 ulp, sqrt.approx and rsqrt.approx a relative error
// of 2^-22.9.
struct NativeEstimate {
    static SPEEDQA_HOST_DEVICE float quotient(float a, float b) {
#if defined(__CUDA_ARCH__)
        return __fdividef(a, b);
#else
        return a / b;
#endif
    }

    static SPEEDQA_HOST_DEVICE float root(float m) {
#if defined(__CUDA_ARCH__)
        float result;
        asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(m));
        return result;
#else
        return __builtin_sqrtf(m);
#endif
    }

    static SPEEDQA_HOST_DEVICE float inverse_root(float m) {
#if defined(__CUDA_ARCH__)
        float result;
        asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(m));
        return result;
#else
        return 1.0f / __builtin_sqrtf(m);
#endif
    }
};

}  // namespace speedqa::exact
