// Correctly rounded fp32 division from an estimate that may be several ulp off.
#pragma once

#include "exact/error_free.h"
#include "exact/estimate.h"
#include "exact/float_parts.h"
#include "exact/integer.h"

namespace speedqa::exact {

// quotient_with(a, b, inverse): RN32(a / b).
// Domain: 2^-50 <= |a|, |b| < 2^50, |1 - b*inverse| < 2^-24. Special: none.
// Stands for: divide_f32 for usual operands.
// Why exact: docs/numerics.md, 2. The product is a neighbour of the quotient, or 1.5 ulp from it; one step
// with its remainder errs by less than the quotient's distance to a midpoint, but for operands that are
// few enough to check: the 8 largest significands of b, and quotients next to the end of a binade.
// Shown by: tests/exact/divide.cpp; all those operands with every such inverse, and quotients nearest to
// midpoints.
SPEEDQA_HOST_DEVICE float quotient_with(float a, float b, float inverse) {
    const float product = a * inverse;
    return fused_multiply_add(fused_multiply_add(-product, b, a), inverse, product);
}

// attempt_divide_f32(a, b): RN32(a / b) where sure; without branches, so that compilers put it into
// vectors.
// Domain: every pair; sure if 2^-50 <= |a|, |b| < 2^50 and the estimate is good, but for few b next to a
// power of two. Special: never sure for zeros, subnormals, infinities and NaN.
// Stands for: the usual case of divide_f32.
// Why exact: quotient_with; 1 - b*inverse is exact where it is below 2^-24.
// Shown by: tests/exact/divide.cpp, all estimates of tests/exact/estimates.h.
template <class Estimate = NativeEstimate>
SPEEDQA_HOST_DEVICE Attempt attempt_divide_f32(float a, float b) {
    const float estimate = Estimate::reciprocal(b);
    const float inverse = fused_multiply_add(estimate, fused_multiply_add(-b, estimate, 1.0f), estimate);
    const float error = fused_multiply_add(-b, inverse, 1.0f);
    return {quotient_with(a, b, inverse),
            magnitude_from_to<-50, 50>(a) && magnitude_from_to<-50, 50>(b) && magnitude(error) < 0x1p-24f};
}

// divide_in_integers_f32(a, b): RN32(a / b).
// Domain: every pair. Special: any NaN in, 7fc00000 out; 0/0 and inf/inf are 7fc00000; x/0 and inf/x are
// the signed infinity, 0/x and x/inf the signed zero.
// Stands for: divide_f32 where it has no sure attempt.
// Why exact: the quotient of the significands has at least 28 bits with its sticky bit, and is rounded
// once.
// Shown by: tests/exact/divide.cpp, forced for all operands.
SPEEDQA_HOST_DEVICE float divide_in_integers_f32(float a, float b) {
    const std::uint32_t sign = (bits_of(a) ^ bits_of(b)) & sign_mask;
    const std::uint32_t x = bits_of(a) & magnitude_mask;
    const std::uint32_t y = bits_of(b) & magnitude_mask;
    if (x > infinity_bits || y > infinity_bits || (x == y && (x == 0 || x == infinity_bits)))
        return float_of(nan_bits);
    if (x == 0 || y == infinity_bits) return float_of(sign);
    if (y == 0 || x == infinity_bits) return float_of(sign | infinity_bits);

    const FloatParts numerator = float_parts(x);
    const FloatParts denominator = float_parts(y);
    const std::uint64_t shifted = static_cast<std::uint64_t>(numerator.significand) << 28;
    const std::uint64_t quotient = shifted / denominator.significand;
    const bool inexact = quotient * denominator.significand != shifted;
    const std::uint64_t rounded = round_to_format<23, 127>(quotient | static_cast<std::uint64_t>(inexact),
                                                           numerator.exponent - denominator.exponent - 28);
    return float_of(sign | static_cast<std::uint32_t>(rounded));
}

// divide_f32(a, b): RN32(a / b), subnormal results included.
// Domain: every pair. Special: as divide_in_integers_f32.
// Stands for: the fp32 `/` of the reference (means, eigenvalues, linear solve, score); no conversion.
// Why exact: attempt_divide_f32 where sure, else divide_in_integers_f32.
// Shown by: tests/exact/divide.cpp.
template <class Estimate = NativeEstimate, bool force_fallback = false>
SPEEDQA_HOST_DEVICE float divide_f32(float a, float b) {
    const Attempt attempt = attempt_divide_f32<Estimate>(a, b);
    if (attempt.sure && !force_fallback) return attempt.value;
    return divide_in_integers_f32(a, b);
}

}  // namespace speedqa::exact
