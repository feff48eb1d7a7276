// The arithmetic of devices with fp64.
#pragma once

#include "exact/constants.h"
#include "exact/divide.h"
#include "exact/inverse_root.h"
#include "exact/native_binary64.h"

namespace speedqa::kernels {

struct DeviceBinary64 : exact::NativeBinary64 {
    using Binary64 = double;

    // a / b, rounded correctly where sure: for |a| <= |b| that are neither huge nor tiny.
    SPEEDQA_HOST_DEVICE static exact::Attempt attempt_divide(float a, float b) {
#if defined(__CUDA_ARCH__)
        float reciprocal;
        asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(b));
        reciprocal = __fmaf_rn(reciprocal, __fmaf_rn(-b, reciprocal, 1.0f), reciprocal);
        const float near = a * reciprocal;
        const float quotient = __fmaf_rn(reciprocal, __fmaf_rn(-b, near, a), near);
        // Correct if the remainder, exact in this range, is less than half a place of the quotient times b.
        // At powers of two the place changes: these are not sure.
        const float remainder = __fmaf_rn(-quotient, b, a);
        const std::uint32_t bits = exact::bits_of(quotient);
        const float half_place = exact::float_of((bits & exact::exponent_mask) - (24u << 23));
        const bool near_enough = exact::magnitude(remainder) < half_place * exact::magnitude(b);
        const bool numerator_usual = exact::magnitude(a) >= 0x1p-40f;
        const bool denominator_usual = exact::magnitude(b) <= 0x1p60f;
        const bool inside_place = (bits & exact::fraction_mask) != 0;
        // Without `&&`, whose branches would cost more than all the comparisons.
        return {quotient, near_enough & numerator_usual & denominator_usual & inside_place};
#else
        return exact::attempt_divide_f32<>(a, b);
#endif
    }

    // RN32(RN64(1/RN64(sqrt(x)))) in fp32, faster than a division and a root in fp64. Domain: 1 <= x <= 2,
    // all that a rotation asks for.
    SPEEDQA_HOST_DEVICE static float inverse_root(float x) {
        const float estimate = exact::NativeEstimate::inverse_root(x);
        return exact::settled_inverse_root(x, exact::neighbouring_inverse_root(x, estimate));
    }

    // In fp32 as well, where it needs no software: the fp64 form waits longer for conversions than it
    // computes.
    SPEEDQA_HOST_DEVICE static bool below_millionth_of(float a, float bracket) {
        if (!(bracket >= 0x1p-31f)) return NativeBinary64::below_millionth_of(a, bracket);
        return exact::below_millionth_of(a, bracket);
    }
    SPEEDQA_HOST_DEVICE static float minus_half_product(float tau, float x) {
        return exact::minus_half_product(tau, x);
    }

    // RN64(sum + x*y). Domain: x and y are fp32 numbers, so that x*y is exact and one fused operation gives
    // the same bits as two.
    SPEEDQA_HOST_DEVICE static double add_product(double sum, double x, double y) {
#if defined(__CUDA_ARCH__)
        return __fma_rn(x, y, sum);
#else
        return sum + x * y;
#endif
    }
};

}  // namespace speedqa::kernels
