// Correctly rounded fp32 square root from an estimate that may be several ulp off.
#pragma once

#include "exact/divide.h"

namespace speedqa::exact {

// square_root_significand(m): RN32(sqrt(m)).
// Domain: 1 <= m < 4. Special: none.
// Stands for: the significand of square_root_f32.
// Why exact: docs/numerics.md, 3. The first correction leaves less than one ulp of error; the sign of the
// remainder, less what it is at the middle, decides between the neighbours; no root is a midpoint. Shown by:
// tests/exact/square_root.cpp, all m with all estimates of tests/exact/estimates.h.
template <class Estimate>
SPEEDQA_HOST_DEVICE float square_root_significand(float m) {
    const float ulp = 0x1p-23f;
    const float estimate = Estimate::root(m);
    const float half_reciprocal =
        fused_multiply_add(-4.0f / 17, estimate, 12.0f / 17);  // within 1/16 of 1/(2*root)
    const float near =
        fused_multiply_add(fused_multiply_add(-estimate, estimate, m), half_reciprocal, estimate);

    const float remainder = fused_multiply_add(-near, near, m);
    const float middle = ulp * near;
    const float up = remainder > middle ? ulp : 0.0f;
    const float down = remainder <= -middle ? ulp : 0.0f;
    return near + up - down;
}

// x = m * 2^(2k) with 1 <= m < 4; half_scale is k in units of the exponent field. Of no meaning unless
// `normal`: x is positive and normal.
struct RootOperand {
    float m;
    std::uint32_t half_scale;
    bool normal;
};

SPEEDQA_HOST_DEVICE RootOperand root_operand(float x) {
    const std::uint32_t odd_exponent =
        ~bits_of(x) & (1u << 23);  // the bias is odd: an even field is an odd exponent
    const std::uint32_t m = (bits_of(x) & fraction_mask) + one_bits + odd_exponent;
    const std::uint32_t scale = (bits_of(x) & exponent_mask) - one_bits - odd_exponent;
    const std::uint32_t half_scale = static_cast<std::uint32_t>(static_cast<std::int32_t>(scale) >> 1);
    return {float_of(m), half_scale, is_normal_exponent(bits_of(x) & ~fraction_mask)};
}

// attempt_square_root_f32(x): RN32(sqrt(x)) where sure; without branches, so that compilers put it into
// vectors. Domain: every x; sure if x is normal and positive. Special: never sure for zeros, subnormals,
// infinities and NaN. Stands for: the usual case of square_root_f32. Why exact: square_root_significand; x =
// m * 4^k with 1 <= m < 4, and the result is normal for every normal x. Shown by:
// tests/exact/square_root.cpp.
template <class Estimate = NativeEstimate>
SPEEDQA_HOST_DEVICE Attempt attempt_square_root_f32(float x) {
    const RootOperand operand = root_operand(x);
    const float root = square_root_significand<Estimate>(operand.m);
    return {float_of(bits_of(root) + operand.half_scale), operand.normal};
}

// square_root_in_integers_f32(x): RN32(sqrt(x)).
// Domain: every x. Special: any NaN or negative in, 7fc00000 out; a zero is itself, sign included; +inf is
// +inf. Stands for: square_root_f32 where it has no sure attempt. Why exact: the root of the significand has
// 28 bits with its sticky bit, and is rounded once. Shown by: tests/exact/square_root.cpp, forced for all
// operands.
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
