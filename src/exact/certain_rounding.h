// Rounding to fp32 of a value known within a bound, where the bound can't change the result.
#pragma once

#include "exact/float_parts.h"
#include "exact/integer.h"

namespace speedqa::exact {

// round_f32_if_certain(negative, size, exponent, error, rounded): true, with the common fp32 value in
// `rounded`, if all numbers (-1)^negative * (size + d) * 2^exponent with |d| <= error round to one normal
// fp32 number below 2^127. Domain: error < 2^62. It may answer false where a closer look would say true.
// Stands for: nothing in the reference; it ends the fast forms of entropy_terms.h and long_sum.h.
// Why: docs/numerics_log2.md, 1.
// Shown by: tests/exact_log2/certain_rounding.cpp.
SPEEDQA_HOST_DEVICE bool round_f32_if_certain(bool negative, std::uint64_t size, int exponent,
                                              std::uint64_t error, float& rounded) {
    if (size == 0) return false;
    const int shift = leading_zeros(size);
    const std::uint64_t quarter = std::uint64_t{1} << 38;  // of the result's last place, which is bit 40
    if (error > quarter >> shift) return false;
    const std::uint64_t significand = size << shift;
    const std::uint64_t half = std::uint64_t{1} << 39;
    const std::uint64_t rest = significand & (2 * half - 1);
    const std::uint64_t from_tie = rest < half ? half - rest : rest - half;
    if (from_tie <= error << shift) return false;
    const int first_bit = exponent - shift + 63;
    if (first_bit < -125 || first_bit > 125) return false;
    rounded = float_of((negative ? sign_mask : 0) |
                       static_cast<std::uint32_t>(round_to_format<23, 127>(significand, exponent - shift)));
    return true;
}

}  // namespace speedqa::exact
