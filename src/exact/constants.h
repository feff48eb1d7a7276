// Comparisons with the fp64 constant 1e-6 and the product with the fp64 constant -0.5, in fp32.
#pragma once

#include "exact/binary64_arithmetic.h"
#include "exact/error_free.h"

namespace speedqa::exact {

// The fp64 number next to 1e-6 is millionth_high + millionth_low exactly; millionth_high is also the fp32
// one.
inline constexpr float millionth_high = 0x1.0c6f7ap-20f;
inline constexpr float millionth_low = 0x1.6bdb1ap-49f;

// less_than_millionth_in_binary64(bound, x): bound < RN64(1e-6 * x), in software fp64.
// Domain: every pair. Special: false if either is NaN, or x is NaN.
// Stands for: less_than_millionth_of where its pair products could underflow.
// Why exact: the reference's own steps.
// Shown by: tests/exact/constants.cpp, forced for all operands.
SPEEDQA_HOST_DEVICE bool less_than_millionth_in_binary64(float bound, float x) {
    const Binary64 millionth = {0x3eb0c6f7u, 0xa0b5ed8du};
    return less_f64(f64_from_f32(bound), multiply_f64(millionth, f64_from_f32(x)));
}

// less_than_millionth_of(bound, x): bound < RN64(1e-6 * x), 1e-6 the fp64 constant.
// Domain: every pair. Special: false if either is NaN.
// Stands for: the fp64 comparisons below.
// Why exact: docs/numerics.md, 5. For x >= 2^-31, high = RN32(millionth_high*x) and low = RN32(1e-6*x -
// high) without underflow: bound < 1e-6*x exactly if bound < high, or bound = high and low > 0; and no
// fp32 bound below 1e-6*x equals RN64(1e-6*x), checked for each of the 2^23 significands of x.
// Shown by: tests/exact/constants.cpp.
template <bool force_fallback = false>
SPEEDQA_HOST_DEVICE bool less_than_millionth_of(float bound, float x) {
    if (force_fallback || !(x >= 0x1p-31f)) return less_than_millionth_in_binary64(bound, x);
    const FloatPair product = two_prod(millionth_high, x);
    const float low = fused_multiply_add(millionth_low, x, product.low);
    return bound < product.high || (bound == product.high && low > 0.0f);
}

// below_millionth_of(a, bracket): |a| < RN64(1e-6 * bracket).
// Domain: every pair. Special: false if either is NaN.
// Stands for: `fabs(sd) < 1e-6 * (fabs(d0) + fabs(d1))`, chop: the bracket in fp32, the product and
// comparison in fp64.
// Why exact: less_than_millionth_of.
// Shown by: tests/exact/constants.cpp.
template <bool force_fallback = false>
SPEEDQA_HOST_DEVICE bool below_millionth_of(float a, float bracket) {
    return less_than_millionth_of<force_fallback>(magnitude(a), bracket);
}

// millionth_exceeds(mu, bracket): RN64(1e-6 * |mu|) > bracket.
// Domain: every pair. Special: false if either is NaN.
// Stands for: `1e-6 * fabs(mu) > fabs(d0) + fabs(sd0)`, the QR step's shift: fp32 sum, fp64 product and
// comparison.
// Why exact: less_than_millionth_of.
// Shown by: tests/exact/constants.cpp.
template <bool force_fallback = false>
SPEEDQA_HOST_DEVICE bool millionth_exceeds(float mu, float bracket) {
    return less_than_millionth_of<force_fallback>(bracket, magnitude(mu));
}

// below_millionth(x): x < 1e-6, 1e-6 the fp64 constant.
// Domain: every x. Special: false for NaN.
// Stands for: the fp64 comparison of an eigenvalue, and of a pivot's magnitude, with 1e-6.
// Why exact: millionth_high is the largest fp32 number below the constant.
// Shown by: tests/exact/constants.cpp, all of the numbers near it; all 2^32 inputs in
// tests/exact/every_float.cpp.
SPEEDQA_HOST_DEVICE bool below_millionth(float x) {
    return x <= millionth_high;
}

// minus_half_product(tau, xv): RN32(-0.5 * tau * xv), subnormal results included.
// Domain: every pair. Special: as IEEE 754; any NaN in, or 0 * inf: NaN, 7fc00000 out.
// Stands for: `(float)(-0.5 * tau * xv)`, tau and xv fp32: the fp64 products are exact (24 + 24 bits,
// above 2^-300).
// Why exact: halving a factor of at least 2^-125 is exact, so the fp32 product rounds the exact value
// once. If both are smaller, the product is below 2^-250: a zero of the right sign, whatever the halving
// rounds to.
// Shown by: tests/exact/constants.cpp.
SPEEDQA_HOST_DEVICE float minus_half_product(float tau, float xv) {
    const bool halve_tau = magnitude(tau) >= 0x1p-125f;
    const float product = (halve_tau ? -0.5f * tau : tau) * (halve_tau ? xv : -0.5f * xv);
    return product == product ? product : float_of(nan_bits);
}

}  // namespace speedqa::exact
