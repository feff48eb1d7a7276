// The Givens step's reciprocal root, which the reference rounds three times through fp64, in fp32.
#pragma once

#include "exact/binary64_arithmetic.h"
#include "exact/error_free.h"
#include "exact/estimate.h"
#include "exact/float_parts.h"

namespace speedqa::exact {

// neighbouring_inverse_root(estimate, error): RN32(1/sqrt(x)) or the fp32 number before or after it.
// Domain: 2^-75 <= x < 2^75, error = root_estimate_error(x, estimate), good. Special: none.
// Stands for: the first step of inverse_root_f32.
// Why: docs/numerics.md, 4. A step of Newton's; checked for each significand, x from 1 to 4, with each
// good estimate, and the same for x * 4^k.
// Shown by: tests/exact/inverse_root.cpp, first_step_leaves_a_neighbour.
SPEEDQA_HOST_DEVICE float neighbouring_inverse_root(float estimate, float error) {
    return fused_multiply_add(estimate, error, estimate);
}

// settled_inverse_root(x, near): RN32(1/sqrt(x)) = RN32(RN64(1/RN64(sqrt(x)))).
// Domain: 2^-75 <= x < 2^75, near as neighbouring_inverse_root gives it. Special: none.
// Stands for: the second step of inverse_root_f32.
// Why exact: docs/numerics.md, 4. A step of third order; checked for each significand with each such near.
// Shown by: tests/exact/inverse_root.cpp, second_step_settles and three_roundings_are_one.
SPEEDQA_HOST_DEVICE float settled_inverse_root(float x, float near) {
    const FloatPair square = two_prod(near, near);
    const float error = fused_multiply_add(-x, square.low, fused_multiply_add(-x, square.high, 1.0f));
    const float second_order = fused_multiply_add(0.75f * error, error, error);
    return fused_multiply_add(0.5f * near, second_order, near);
}

// attempt_inverse_root_f32(x): as inverse_root_f32 where sure; without branches, so that compilers put it
// into vectors.
// Domain: every x; sure if 2^-75 <= x < 2^75 and the estimate is good. Special: never sure for zeros,
// subnormals, infinities and NaN.
// Stands for: the usual case of inverse_root_f32.
// Why exact: neighbouring_inverse_root and settled_inverse_root.
// Shown by: tests/exact/inverse_root.cpp.
template <class Estimate = NativeEstimate>
SPEEDQA_HOST_DEVICE Attempt attempt_inverse_root_f32(float x) {
    const float estimate = Estimate::inverse_root(x);
    const float error = root_estimate_error(x, estimate);
    const float near = neighbouring_inverse_root(estimate, error);
    return {settled_inverse_root(x, near), is_from_to<-75, 75>(x) && is_good_root_error(error)};
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
