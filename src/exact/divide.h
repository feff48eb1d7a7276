// Correctly rounded fp32 division from an estimate that may be several ulp off.
#pragma once

#include "exact/error_free.h"
#include "exact/estimate.h"
#include "exact/float_parts.h"
#include "exact/integer.h"

namespace speedqa::exact {

// A result that is correctly rounded if `sure`, and of no meaning otherwise.
struct Attempt {
    float value;
    bool sure;
};

// corrected_quotient(a, b, estimate): RN32(a / b).
// Domain: 1 <= a, b < 2, the estimate within 7.5 U of a/b, see exact/estimate.h. Special: none.
// Stands for: the significand of divide_f32.
// Why exact: docs/numerics.md, 2. The first correction leaves less than one ulp of error, the second
// remainder is exact and decides between the two neighbours; no quotient is a midpoint.
// Shown by: tests/exact/divide.cpp, all estimates of tests/exact/estimates.h, quotients nearest to
// midpoints.
SPEEDQA_HOST_DEVICE float corrected_quotient(float a, float b, float estimate) {
    const float error = fused_multiply_add(-estimate, b, a);
    const float inverse = fused_multiply_add(-8.0f / 17, b, 24.0f / 17);  // within 1/17 of 1/b
    const float near = fused_multiply_add(error, inverse, estimate);

    const float remainder = fused_multiply_add(-near, b, a);
    const std::int32_t direction = (static_cast<std::int32_t>(bits_of(remainder)) >> 31) | 1;
    const float neighbour = float_of(bits_of(near) + static_cast<std::uint32_t>(direction));
    const float gap = neighbour - near;
    const bool beyond_middle = magnitude(remainder + remainder) > magnitude(gap * b);
    return beyond_middle ? neighbour : near;
}

// attempt_divide_f32(a, b): RN32(a / b) where sure; without branches, so that compilers put it into
// vectors.
// Domain: every pair; sure if a and b are normal and -125 <= exponent(a) - exponent(b) <= 127. Special:
// never sure for zeros, subnormals, infinities and NaN.
// Stands for: the usual case of divide_f32.
// Why exact: corrected_quotient; under this condition the result is normal, and scaling it by a power of
// two is exact.
// Shown by: tests/exact/divide.cpp.
template <class Estimate = NativeEstimate>
SPEEDQA_HOST_DEVICE Attempt attempt_divide_f32(float a, float b) {
    const std::uint32_t a_exponent = bits_of(a) & exponent_mask;
    const std::uint32_t b_exponent = bits_of(b) & exponent_mask;
    const float numerator = significand_of(a);
    const float denominator = significand_of(b);
    const float quotient =
        corrected_quotient(numerator, denominator, Estimate::quotient(numerator, denominator));
    const std::uint32_t scale = a_exponent - b_exponent;
    const std::uint32_t sign = (bits_of(a) ^ bits_of(b)) & sign_mask;
    const bool normal_result = scale + (125u << 23) <= 252u << 23;
    return {float_of(sign | (bits_of(quotient) + scale)),
            is_normal_exponent(a_exponent) && is_normal_exponent(b_exponent) && normal_result};
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
