// The fp64 format in software: IEEE 754 binary64 as two 32-bit words, its comparisons and its conversions.
//
// Round to nearest even throughout; subnormals, infinities and signed zeros as in IEEE 754. Every NaN that
// comes out is 7ff8000000000000; any NaN may come in.
#pragma once

#include "exact/float_parts.h"

namespace speedqa::exact {

struct Binary64 {
    std::uint32_t high, low;
};

inline constexpr std::uint64_t sign_mask_f64 = 0x8000000000000000u;
inline constexpr std::uint64_t infinity_bits_f64 = 0x7ff0000000000000u;
inline constexpr std::uint64_t nan_bits_f64 = 0x7ff8000000000000u;
inline constexpr std::uint64_t fraction_mask_f64 = 0x000fffffffffffffu;

SPEEDQA_HOST_DEVICE std::uint64_t bits_of(Binary64 x) {
    return static_cast<std::uint64_t>(x.high) << 32 | x.low;
}

SPEEDQA_HOST_DEVICE Binary64 f64_of_bits(std::uint64_t bits) {
    return {static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(bits)};
}

SPEEDQA_HOST_DEVICE bool is_nan(Binary64 x) {
    return (bits_of(x) & ~sign_mask_f64) > infinity_bits_f64;
}

// -x and |x|: the sign bit alone changes, as in IEEE 754, also that of a NaN.
SPEEDQA_HOST_DEVICE Binary64 negate_f64(Binary64 x) {
    return {x.high ^ sign_mask, x.low};
}
SPEEDQA_HOST_DEVICE Binary64 magnitude_f64(Binary64 x) {
    return {x.high & magnitude_mask, x.low};
}

// (-1)^(sign_bit >> 63) * significand * 2^exponent, rounded. Domain: as round_to_format.
SPEEDQA_HOST_DEVICE Binary64 rounded_f64(std::uint64_t sign_bit, std::uint64_t significand, int exponent) {
    return f64_of_bits(sign_bit | round_to_format<52, 1023>(significand, exponent));
}

// significand * 2^exponent, the significand from 2^52 to 2^53 - 1.
struct Parts64 {
    std::uint64_t significand;
    int exponent;
};

// The parts of a number given by its bits. Domain: positive and finite.
SPEEDQA_HOST_DEVICE Parts64 parts_f64(std::uint64_t bits) {
    const int field = static_cast<int>(bits >> 52);
    if (field != 0) return {(bits & fraction_mask_f64) | std::uint64_t{1} << 52, field - 1075};
    const int shift = leading_zeros(bits) - 11;  // puts the highest one at bit 52
    return {bits << shift, -1074 - shift};
}

// less_f64(x, y): x < y.
// Domain: every pair. Special: false if either is NaN; -0 is not less than +0.
// Stands for: fp64 `<`, and `>` with its operands exchanged.
// Why exact: bits without sign order as the numbers do.
// Shown by: tests/exact/binary64.cpp.
SPEEDQA_HOST_DEVICE bool less_f64(Binary64 x, Binary64 y) {
    if (is_nan(x) || is_nan(y)) return false;
    const std::uint64_t a = bits_of(x), b = bits_of(y);
    if (((a | b) & ~sign_mask_f64) == 0) return false;
    const bool a_negative = (a & sign_mask_f64) != 0;
    const bool b_negative = (b & sign_mask_f64) != 0;
    if (a_negative != b_negative) return a_negative;
    return a_negative ? b < a : a < b;
}

// equal_f64(x, y): x == y.
// Domain: every pair. Special: false if either is NaN; -0 equals +0.
// Stands for: fp64 `==`.
// Why exact: equal numbers have equal bits, zeros apart.
// Shown by: tests/exact/binary64.cpp.
SPEEDQA_HOST_DEVICE bool equal_f64(Binary64 x, Binary64 y) {
    if (is_nan(x) || is_nan(y)) return false;
    const std::uint64_t a = bits_of(x), b = bits_of(y);
    return a == b || ((a | b) & ~sign_mask_f64) == 0;
}

// less_equal_f64(x, y): x <= y.
// Domain: every pair. Special: false if either is NaN.
// Stands for: fp64 `<=`, and `>=` with its operands exchanged.
// Why exact: less_f64 and equal_f64.
// Shown by: tests/exact/binary64.cpp.
SPEEDQA_HOST_DEVICE bool less_equal_f64(Binary64 x, Binary64 y) {
    return less_f64(x, y) || equal_f64(x, y);
}

// f64_from_f32(x): x.
// Domain: every x. Special: any NaN in, 7ff8000000000000 out.
// Stands for: the conversion of fp32 to fp64.
// Why exact: every fp32 number is a normal fp64 number or zero.
// Shown by: tests/exact/binary64.cpp; all 2^32 inputs in tests/exact/every_float.cpp.
SPEEDQA_HOST_DEVICE Binary64 f64_from_f32(float x) {
    const std::uint32_t bits = bits_of(x) & magnitude_mask;
    const std::uint32_t sign = bits_of(x) & sign_mask;
    if (bits > infinity_bits) return f64_of_bits(nan_bits_f64);
    if (bits == infinity_bits) return {sign | 0x7ff00000u, 0};
    if (bits == 0) return {sign, 0};
    const FloatParts parts = float_parts(bits);
    const std::uint32_t exponent = static_cast<std::uint32_t>(parts.exponent + 23 + 1023);
    return {sign | exponent << 20 | (parts.significand & fraction_mask) >> 3, parts.significand << 29};
}

// f32_from_f64(x): RN32(x), subnormal results included.
// Domain: every x. Special: any NaN in, 7fc00000 out; too large values are the signed infinity.
// Stands for: the conversion of fp64 to fp32.
// Why exact: rounded once from the 53-bit significand.
// Shown by: tests/exact/binary64.cpp.
SPEEDQA_HOST_DEVICE float f32_from_f64(Binary64 x) {
    const std::uint64_t bits = bits_of(x) & ~sign_mask_f64;
    const std::uint32_t sign = x.high & sign_mask;
    if (bits > infinity_bits_f64) return float_of(nan_bits);
    if (bits == infinity_bits_f64) return float_of(sign | infinity_bits);
    if (bits == 0) return float_of(sign);
    const Parts64 parts = parts_f64(bits);
    return float_of(sign |
                    static_cast<std::uint32_t>(round_to_format<23, 127>(parts.significand, parts.exponent)));
}

// f64_from_u64(n), f64_from_i64(n), f64_from_u32(n), f64_from_i32(n): RN64(n).
// Domain: every n. Special: 0 is +0.
// Stands for: the conversion of an integer to fp64; of 32 bits it is exact.
// Why exact: rounded once.
// Shown by: tests/exact/binary64.cpp.
SPEEDQA_HOST_DEVICE Binary64 f64_from_u64(std::uint64_t n) {
    if (n == 0) return {0, 0};
    return rounded_f64(0, n, 0);
}

SPEEDQA_HOST_DEVICE Binary64 f64_from_i64(std::int64_t n) {
    const std::uint64_t bits = static_cast<std::uint64_t>(n);
    return n < 0 ? negate_f64(f64_from_u64(0 - bits)) : f64_from_u64(bits);
}

SPEEDQA_HOST_DEVICE Binary64 f64_from_u32(std::uint32_t n) {
    return f64_from_u64(n);
}
SPEEDQA_HOST_DEVICE Binary64 f64_from_i32(std::int32_t n) {
    return f64_from_i64(n);
}

// u64_from_magnitude_f64(x): |x| without its fraction; all ones where that is 2^64 or more, or x is infinite.
// Domain: x is not NaN.
SPEEDQA_HOST_DEVICE std::uint64_t u64_from_magnitude_f64(Binary64 x) {
    const std::uint64_t bits = bits_of(x) & ~sign_mask_f64;
    if (bits < 0x3ff0000000000000u) return 0;
    if (bits >= 0x43f0000000000000u) return ~std::uint64_t{0};
    const Parts64 parts = parts_f64(bits);
    return parts.exponent >= 0 ? parts.significand << parts.exponent : parts.significand >> -parts.exponent;
}

// i64_from_f64(x), i32_from_f64(x): x without its fraction.
// Domain: every x. Special: NaN gives 0; values out of range, infinities included, give the nearest
// integer in range.
// Stands for: the conversion of fp64 to an integer, which the language leaves undefined out of range.
// Why exact: a shift of the significand.
// Shown by: tests/exact/binary64.cpp.
SPEEDQA_HOST_DEVICE std::int64_t i64_from_f64(Binary64 x) {
    if (is_nan(x)) return 0;
    const bool negative = (x.high & sign_mask) != 0;
    const std::uint64_t limit = (std::uint64_t{1} << 63) - (negative ? 0 : 1);
    const std::uint64_t size = u64_from_magnitude_f64(x);
    const std::uint64_t clamped = size < limit ? size : limit;
    return static_cast<std::int64_t>(negative ? 0 - clamped : clamped);
}

SPEEDQA_HOST_DEVICE std::int32_t i32_from_f64(Binary64 x) {
    const std::int64_t value = i64_from_f64(x);
    const std::int64_t least = -0x7fffffff - 1, most = 0x7fffffff;
    return static_cast<std::int32_t>(value < least ? least : value > most ? most : value);
}

// u64_from_f64(x), u32_from_f64(x): x without its fraction; as i64_from_f64, negative values giving 0.
SPEEDQA_HOST_DEVICE std::uint64_t u64_from_f64(Binary64 x) {
    if (is_nan(x) || (x.high & sign_mask) != 0) return 0;
    return u64_from_magnitude_f64(x);
}

SPEEDQA_HOST_DEVICE std::uint32_t u32_from_f64(Binary64 x) {
    const std::uint64_t value = u64_from_f64(x);
    return value > 0xffffffffu ? 0xffffffffu : static_cast<std::uint32_t>(value);
}

}  // namespace speedqa::exact
