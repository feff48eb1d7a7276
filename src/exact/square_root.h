// Correctly rounded fp32 square root from an estimate that may be several ulp off.
#pragma once

#include "exact/error_free.h"
#include "exact/estimate.h"
#include "exact/float_parts.h"
#include "exact/integer.h"

namespace speedqa::exact {

// corrected_root(x, estimate, error): RN32(sqrt(x)).
// Domain: 2^-75 <= x, finite; error = root_estimate_error(x, estimate), good. Special: none.
// Stands for: square_root_f32 for usual operands.
// Why exact: docs/numerics.md, 3. Goldschmidt's iteration, then a step with the exact remainder; checked
// for each significand, x from 1 to 4, with each good estimate, and the same for x * 4^k.
// Shown by: tests/exact/square_root.cpp, every_significand_with_every_estimate.
SPEEDQA_HOST_DEVICE float corrected_root(float x, float estimate, float error) {
    const float root = x * estimate;
    const float half = 0.5f * estimate;
    const float near = fused_multiply_add(root, error, root);
    const float half_inverse = fused_multiply_add(half, error, half);
    return fused_multiply_add(fused_multiply_add(-near, near, x), half_inverse, near);
}

// attempt_square_root_f32(x): RN32(sqrt(x)) where sure; without branches, so that compilers put it into
// vectors.
// Domain: every x; sure if 2^-75 <= x and the estimate is good. Special: never sure for zeros, subnormals,
// infinities and NaN.
// Stands for: the usual case of square_root_f32.
// Why exact: corrected_root.
// Shown by: tests/exact/square_root.cpp.
template <class Estimate = NativeEstimate>
SPEEDQA_HOST_DEVICE Attempt attempt_square_root_f32(float x) {
    const float estimate = Estimate::inverse_root(x);
    const float error = root_estimate_error(x, estimate);
    return {corrected_root(x, estimate, error), x >= 0x1p-75f && is_good_root_error(error)};
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
