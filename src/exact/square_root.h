// Correctly rounded fp32 square root from an estimate that may be several ulp off.
#pragma once

#include "exact/divide.h"

namespace speedqa::exact {

// corrected_root(m, estimate): RN32(sqrt(m)).
// Domain: 1 <= m < 4, the estimate within 7.5 U of sqrt(m), see exact/estimate.h. Special: none.
// Stands for: the significand of square_root_f32.
// Why exact: docs/numerics.md, 3. The first correction leaves less than one ulp of error; the remainder,
// compared with what it is at the middle to either neighbour, decides; no root is a midpoint.
// Shown by: tests/exact/square_root.cpp, all m with every estimate from 4 ulp below to 4 ulp above.
SPEEDQA_HOST_DEVICE float corrected_root(float m, float estimate) {
    const float ulp = 0x1p-23f;
    const float error = fused_multiply_add(-estimate, estimate, m);
    const float half_inverse = fused_multiply_add(-4.0f / 17, estimate, 12.0f / 17);  // near 1/(2*root)
    const float near = fused_multiply_add(error, half_inverse, estimate);

    const float remainder = fused_multiply_add(-near, near, m);
    const float middle = ulp * near;
    const float up = remainder > middle ? ulp : 0.0f;
    const float down = remainder <= -middle ? ulp : 0.0f;
    return near + up - down;
}

// For x positive and normal, x = m * 4^k with 1 <= m < 4: this m; for others some number from 1 to 4.
SPEEDQA_HOST_DEVICE float root_significand(float x) {
    const std::uint32_t odd_exponent = ~bits_of(x) & (1u << 23);  // the bias of the field is odd
    return float_of((bits_of(x) & fraction_mask) + one_bits + odd_exponent);
}

// That k, in units of the exponent field.
SPEEDQA_HOST_DEVICE std::uint32_t root_scale(float x) {
    const std::int32_t exponent = static_cast<std::int32_t>((bits_of(x) & exponent_mask) - one_bits);
    return static_cast<std::uint32_t>(exponent >> 1) & ~fraction_mask;
}

// attempt_square_root_f32(x): RN32(sqrt(x)) where sure; without branches, so that compilers put it into
// vectors.
// Domain: every x; sure if x is normal and positive. Special: never sure for zeros, subnormals, infinities
// and NaN.
// Stands for: the usual case of square_root_f32.
// Why exact: corrected_root; x = m * 4^k with 1 <= m < 4, and the result is normal for every normal x.
// Shown by: tests/exact/square_root.cpp.
template <class Estimate = NativeEstimate>
SPEEDQA_HOST_DEVICE Attempt attempt_square_root_f32(float x) {
    const float m = root_significand(x);
    const float root = corrected_root(m, Estimate::root(m));
    return {float_of(bits_of(root) + root_scale(x)), is_positive_normal(x)};
}

// square_root_in_integers_f32(x): RN32(sqrt(x)).
// Domain: every x. Special: any NaN or negative in, 7fc00000 out; a zero is itself, sign included; +inf is
// +inf.
// Stands for: square_root_f32 where it has no sure attempt.
// Why exact: the root of the significand has 28 bits with its sticky bit, and is rounded once.
// Shown by: tests/exact/square_root.cpp, forced for all operands.
SPEEDQA_HOST_DEVICE float square_root_in_integers_f32(float x) {
    const std::uint32_t bits = bits_of(x);
    if ((bits & magnitude_mask) == 0 || bits == infinity_bits) return x;
    if (bits > infinity_bits) return float_of(nan_bits);

    const FloatParts parts = float_parts(bits);
    const int odd = parts.exponent & 1 ? 0 : 1;  // significand = m * 2^23: 23 + exponent is to be even
    const std::uint64_t root = square_root_sticky(static_cast<std::uint64_t>(parts.significand) << (3 + odd),
                                                  std::uint64_t{1} << 26);
    const int exponent = (parts.exponent + 23 - odd) / 2;
    return float_of(static_cast<std::uint32_t>(round_to_format<23, 127>(root, exponent - 27)));
}

// square_root_f32(x): RN32(sqrt(x)).
// Domain: every x. Special: as square_root_in_integers_f32.
// Stands for: the reference's RN32(sqrt(x)) of an fp32 x, in fp32 or through fp64 (docs/numerics.md, 3).
// Why exact: attempt_square_root_f32 where sure, else square_root_in_integers_f32.
// Shown by: tests/exact/square_root.cpp; all 2^32 inputs in tests/exact/every_float.cpp.
template <class Estimate = NativeEstimate, bool force_fallback = false>
SPEEDQA_HOST_DEVICE float square_root_f32(float x) {
    const Attempt attempt = attempt_square_root_f32<Estimate>(x);
    if (attempt.sure && !force_fallback) return attempt.value;
    return square_root_in_integers_f32(x);
}

}  // namespace speedqa::exact
