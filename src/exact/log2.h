// Base-2 logarithm, correctly rounded to fp64, in integer arithmetic.
#pragma once

#include "exact/log2_wide.h"

namespace speedqa::exact {

// Rounds an approximation to fp64 if its error can't change the result: false where it can.
SPEEDQA_HOST_DEVICE bool round_if_certain(Log2Approximation approximation, Binary64& rounded) {
    rounded = {0, 0};
    if (approximation.value == 0) return true;
    const std::uint64_t size = magnitude_i64(approximation.value);
    const int shift = leading_zeros(size);
    if (shift > 6) return false;  // the error would exceed a quarter of the result's last place
    const std::uint64_t significand = size << shift;
    const std::int64_t from_tie = static_cast<std::int64_t>(significand & 0x7ff) - 0x400;
    if (magnitude_i64(from_tie) <= static_cast<std::uint64_t>(log2_error_units) << shift) return false;
    const std::uint64_t sign_bit = approximation.value < 0 ? sign_mask_f64 : 0;
    rounded = rounded_f64(sign_bit, significand, approximation.exponent - shift);
    return true;
}

// Rounds the wide logarithm, whose error can't change the result (docs/numerics_log2.md, 4).
SPEEDQA_HOST_DEVICE Binary64 round_wide(const WideLog2& value) {
    if (is_zero(value)) return {0, 0};
    const bool negative = is_negative(value);
    const LeadingBits leading = leading_bits(negative ? negated(value) : value);
    return rounded_f64(negative ? sign_mask_f64 : 0, leading.bits | 1, leading.exponent);  // 1: never a tie
}

// rounded_log2(number): RN64(log2(number)).
// Domain: every positive finite number. Special: powers of two give their exponent, 1 gives +0.
// Stands for: the reference's log2 of a float or a double, correctly rounded, which a libm need not be.
// Why exact: docs/numerics_log2.md, 2 to 4. With force_slow, the wide form for every number.
// Shown by: tests/exact_log2/log2.cpp against MPFR: random, constructed and hard numbers, both forms.
template <bool force_slow = false>
SPEEDQA_HOST_DEVICE Binary64 rounded_log2(Parts64 number) {
    const Log2Reduction reduction = reduce_log2(number);
    Binary64 rounded;
    if (!force_slow && round_if_certain(approximate_log2(reduction), rounded)) return rounded;
    return round_wide(wide_log2(reduction));
}

// log2_f32(x): RN64(log2(x)).
// Domain: every float. Special: either zero gives -inf, +inf gives +inf, a NaN or a negative number
// 7ff8000000000000.
// Stands for: log2 of a float converted to double.
// Why exact, shown by: as rounded_log2.
template <bool force_slow = false>
SPEEDQA_HOST_DEVICE Binary64 log2_f32(float x) {
    const std::uint32_t bits = bits_of(x);
    if ((bits & magnitude_mask) == 0) return f64_of_bits(sign_mask_f64 | infinity_bits_f64);
    if (bits == infinity_bits) return f64_of_bits(infinity_bits_f64);
    if (bits > infinity_bits) return f64_of_bits(nan_bits_f64);
    return rounded_log2<force_slow>(parts_of_f32(bits));
}

// log2_f64(x): RN64(log2(x)).
// Domain: every fp64 number. Special: as log2_f32.
// Stands for: log2 of a double.
// Why exact, shown by: as rounded_log2.
template <bool force_slow = false>
SPEEDQA_HOST_DEVICE Binary64 log2_f64(Binary64 x) {
    const std::uint64_t bits = bits_of(x);
    if ((bits & ~sign_mask_f64) == 0) return f64_of_bits(sign_mask_f64 | infinity_bits_f64);
    if (bits == infinity_bits_f64) return x;
    if (bits > infinity_bits_f64) return f64_of_bits(nan_bits_f64);
    return rounded_log2<force_slow>(parts_f64(bits));
}

}  // namespace speedqa::exact
