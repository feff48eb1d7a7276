// The Givens step's reciprocal root, which the reference rounds three times through fp64, in fp32.
#pragma once

#include "exact/binary64_arithmetic.h"
#include "exact/error_free.h"
#include "exact/square_root.h"

namespace speedqa::exact {

// neighbouring_inverse_root(m, estimate): RN32(1/sqrt(m)) or the fp32 number before or after it.
// Domain: 1 <= m < 4, the estimate within 12 fp32 numbers of RN32(1/sqrt(m)). Special: none.
// Stands for: the first step of inverse_root_f32.
// Why: docs/numerics.md, 4; a step of Newton's.
// Shown by: tests/exact/inverse_root.cpp, all m with all such estimates.
SPEEDQA_HOST_DEVICE float neighbouring_inverse_root(float m, float estimate) {
    const float error = fused_multiply_add(-estimate, estimate * m, 1.0f);
    return fused_multiply_add(0.5f * estimate, error, estimate);
}

// settled_inverse_root(m, near): RN32(1/sqrt(m)) = RN32(RN64(1/RN64(sqrt(m)))).
// Domain: 1 <= m < 4, near as neighbouring_inverse_root gives it. Special: none.
// Stands for: the significand of inverse_root_f32.
// Why exact: docs/numerics.md, 4; a step of a third-order iteration, checked on every operand of its
// domain.
// Shown by: tests/exact/inverse_root.cpp, all m with all three near.
SPEEDQA_HOST_DEVICE float settled_inverse_root(float m, float near) {
    const FloatPair square = two_prod(near, near);
    const float error = fused_multiply_add(-m, square.low, fused_multiply_add(-m, square.high, 1.0f));
    const float second_order = fused_multiply_add(0.75f * error, error, error);
    return fused_multiply_add(0.5f * near, second_order, near);
}

// attempt_inverse_root_f32(x): as inverse_root_f32 where sure; without branches, so that compilers put it
// into vectors.
// Domain: every x; sure if x is normal and positive. Special: never sure for zeros, subnormals, infinities
// and NaN.
// Stands for: the usual case of inverse_root_f32.
// Why exact: settled_inverse_root; x = m * 4^k with 1 <= m < 4, and 2^-64 < 1/sqrt(x) <= 2^63 is normal.
// Shown by: tests/exact/inverse_root.cpp.
template <class Estimate = NativeEstimate>
SPEEDQA_HOST_DEVICE Attempt attempt_inverse_root_f32(float x) {
    const float m = root_significand(x);
    const float result = settled_inverse_root(m, neighbouring_inverse_root(m, Estimate::inverse_root(m)));
    return {float_of(bits_of(result) - root_scale(x)), is_positive_normal(x)};
}

// inverse_root_in_binary64_f32(x): RN32(RN64(1/RN64(sqrt(x)))).
// Domain: every x. Special: any NaN or negative in, 7fc00000 out; a zero gives the infinity of its sign,
// +inf gives +0.
// Stands for: inverse_root_f32 where it has no sure attempt.
// Why exact: the reference's own steps, in software fp64.
// Shown by: tests/exact/inverse_root.cpp, forced for all operands.
SPEEDQA_HOST_DEVICE float inverse_root_in_binary64_f32(float x) {
    const Binary64 one = {0x3ff00000u, 0};
    return f32_from_f64(divide_f64(one, square_root_f64(f64_from_f32(x))));
}

// inverse_root_f32(x): RN32(RN64(1/RN64(sqrt(x)))).
// Domain: every x. Special: as inverse_root_in_binary64_f32.
// Stands for: `1.0 / sqrt(x)` of the reference's Givens rotation: x, fp32, converted to fp64, the result
// to fp32.
// Why exact: attempt_inverse_root_f32 where sure, else inverse_root_in_binary64_f32.
// Shown by: tests/exact/inverse_root.cpp; all 2^32 inputs in tests/exact/every_float.cpp.
template <class Estimate = NativeEstimate, bool force_fallback = false>
SPEEDQA_HOST_DEVICE float inverse_root_f32(float x) {
    const Attempt attempt = attempt_inverse_root_f32<Estimate>(x);
    if (attempt.sure && !force_fallback) return attempt.value;
    return inverse_root_in_binary64_f32(x);
}

}  // namespace speedqa::exact
