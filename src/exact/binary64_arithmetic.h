// fp64 in software: add, subtract, multiply, divide and square root, each rounded once to nearest even.
#pragma once

#include "exact/binary64.h"

namespace speedqa::exact {

// The magnitudes a >= b > 0, b finite, added (same_sign) or subtracted; the result has the sign of a.
SPEEDQA_HOST_DEVICE Binary64 add_magnitudes_f64(std::uint64_t a, std::uint64_t b, std::uint64_t a_sign,
                                                bool same_sign) {
    if (a == infinity_bits_f64) return f64_of_bits(a_sign | a);
    if (!same_sign && a == b) return {0, 0};
    const Parts64 x = parts_f64(a);
    const Parts64 y = parts_f64(b);
    const int guard_bits = 10;
    const std::uint64_t larger = x.significand << guard_bits;
    const std::uint64_t smaller = shift_right_sticky(y.significand << guard_bits, x.exponent - y.exponent);
    return rounded_f64(a_sign, same_sign ? larger + smaller : larger - smaller, x.exponent - guard_bits);
}

// add_f64(x, y): RN64(x + y).
// Domain: every pair. Special: any NaN in, or infinities of opposite sign: NaN; x + (-x) = +0, (-0) + (-0)
// = -0.
// Stands for: fp64 `+`.
// Why exact: with 10 guard bits the sticky bit lies at least 8 places below the last kept one: if the
// exponents differ by 2 or more, the difference loses at most one leading place, and else nothing is
// shifted out.
// Shown by: tests/exact/binary64.cpp, 2^28 pairs in tests/exact/binary64_full.cpp.
SPEEDQA_HOST_DEVICE Binary64 add_f64(Binary64 x, Binary64 y) {
    const std::uint64_t a = bits_of(x) & ~sign_mask_f64, a_sign = bits_of(x) & sign_mask_f64;
    const std::uint64_t b = bits_of(y) & ~sign_mask_f64, b_sign = bits_of(y) & sign_mask_f64;
    if (a > infinity_bits_f64 || b > infinity_bits_f64) return f64_of_bits(nan_bits_f64);
    if (a == infinity_bits_f64 && b == infinity_bits_f64 && a_sign != b_sign)
        return f64_of_bits(nan_bits_f64);
    if (a == 0 && b == 0) return f64_of_bits(a_sign & b_sign);
    if (b == 0) return x;
    if (a == 0) return y;
    if (a >= b) return add_magnitudes_f64(a, b, a_sign, a_sign == b_sign);
    return add_magnitudes_f64(b, a, b_sign, a_sign == b_sign);
}

// subtract_f64(x, y): RN64(x - y).
// Domain: every pair. Special: as add_f64 of x and -y.
// Stands for: fp64 `-`.
// Why exact: x - y is x + (-y).
// Shown by: tests/exact/binary64.cpp, 2^28 pairs in tests/exact/binary64_full.cpp.
SPEEDQA_HOST_DEVICE Binary64 subtract_f64(Binary64 x, Binary64 y) {
    return add_f64(x, negate_f64(y));
}

// multiply_f64(x, y): RN64(x*y), subnormal results included.
// Domain: every pair. Special: any NaN in, or 0 * inf: NaN; signs of zeros and infinities as in IEEE 754.
// Stands for: fp64 `*`.
// Why exact: the upper 64 bits of the 128-bit product of significands, shifted to the top, hold at least
// 63 bits and the sticky bit.
// Shown by: tests/exact/binary64.cpp, 2^28 pairs in tests/exact/binary64_full.cpp.
SPEEDQA_HOST_DEVICE Binary64 multiply_f64(Binary64 x, Binary64 y) {
    const std::uint64_t a = bits_of(x) & ~sign_mask_f64;
    const std::uint64_t b = bits_of(y) & ~sign_mask_f64;
    const std::uint64_t sign = (bits_of(x) ^ bits_of(y)) & sign_mask_f64;
    if (a > infinity_bits_f64 || b > infinity_bits_f64) return f64_of_bits(nan_bits_f64);
    if (a == infinity_bits_f64 || b == infinity_bits_f64)
        return f64_of_bits(a == 0 || b == 0 ? nan_bits_f64 : sign | infinity_bits_f64);
    if (a == 0 || b == 0) return f64_of_bits(sign);
    const Parts64 p = parts_f64(a);
    const Parts64 q = parts_f64(b);
    const std::uint64_t product = multiply_high_sticky(p.significand << 11, q.significand << 11);
    return rounded_f64(sign, product, p.exponent + q.exponent + 42);
}

// divide_f64(x, y): RN64(x / y), subnormal results included.
// Domain: every pair. Special: any NaN in, 0/0 or inf/inf: NaN; x/0 and inf/x are the signed infinity, 0/x
// and x/inf the signed zero.
// Stands for: fp64 `/`.
// Why exact: long division by digits of 11 bits: the remainder is below 2^53, so each step's dividend is
// below 2^64; the quotient has 55 or 56 bits, and one more bit that is sticky.
// Shown by: tests/exact/binary64.cpp, 2^28 pairs in tests/exact/binary64_full.cpp.
SPEEDQA_HOST_DEVICE Binary64 divide_f64(Binary64 x, Binary64 y) {
    const std::uint64_t a = bits_of(x) & ~sign_mask_f64;
    const std::uint64_t b = bits_of(y) & ~sign_mask_f64;
    const std::uint64_t sign = (bits_of(x) ^ bits_of(y)) & sign_mask_f64;
    if (a > infinity_bits_f64 || b > infinity_bits_f64 || (a == b && (a == 0 || a == infinity_bits_f64)))
        return f64_of_bits(nan_bits_f64);
    if (a == 0 || b == infinity_bits_f64) return f64_of_bits(sign);
    if (b == 0 || a == infinity_bits_f64) return f64_of_bits(sign | infinity_bits_f64);
    const Parts64 p = parts_f64(a);
    const Parts64 q = parts_f64(b);
    std::uint64_t quotient = 0;
    std::uint64_t remainder = p.significand;
    for (int step = 0; step < 6; ++step) {
        const std::uint64_t digit = remainder / q.significand;
        quotient = quotient << 11 | digit;
        remainder = (remainder - digit * q.significand) << 11;
    }
    return rounded_f64(sign, quotient << 1 | static_cast<std::uint64_t>(remainder != 0),
                       p.exponent - q.exponent - 56);
}

// square_root_f64(x): RN64(sqrt(x)).
// Domain: every x. Special: any NaN or negative in: NaN; a zero is itself, sign included; +inf is +inf.
// Stands for: fp64 sqrt.
// Why exact: the root has 55 bits and a sticky bit, and is rounded once.
// Shown by: tests/exact/binary64.cpp, 2^28 operands in tests/exact/binary64_full.cpp.
SPEEDQA_HOST_DEVICE Binary64 square_root_f64(Binary64 x) {
    const std::uint64_t bits = bits_of(x);
    if ((bits & ~sign_mask_f64) == 0 || bits == infinity_bits_f64) return x;
    if (bits > infinity_bits_f64) return f64_of_bits(nan_bits_f64);
    const Parts64 parts = parts_f64(bits);
    const int odd = parts.exponent & 1;  // significand = m * 2^52, so the exponent is to be even
    const std::uint64_t root = square_root_sticky(parts.significand << (2 + odd), std::uint64_t{1} << 54);
    return rounded_f64(0, root, (parts.exponent + 52 - odd) / 2 - 55);
}

}  // namespace speedqa::exact
