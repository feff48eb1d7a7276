// Operands and comparisons for software fp64, shared by the ordinary and the full tests.
#pragma once

#include <cmath>

#include "check.h"
#include "exact/binary64_arithmetic.h"

namespace speedqa::exact {

struct Operands {
    double x, y;
};

// One pair in four each: any bits; close exponents, so that sums align and differences cancel; equal but for
// the last bits; exponents whose sum or difference is next to the ends of the range, so that results are
// subnormal or overflow.
inline Operands random_operands(std::mt19937_64& random) {
    const std::uint64_t a = random(), b = random(), kind = random();
    const std::uint64_t b_fraction = b & (sign_mask_f64 | fraction_mask_f64);
    const std::uint64_t a_exponent = a >> 52 & 0x7ff;
    std::uint64_t other = b;
    if ((kind & 3) == 1) other = b_fraction | ((a_exponent + (kind >> 8) % 129 - 64) & 0x7ff) << 52;
    if ((kind & 3) == 2) other = (a ^ (kind & sign_mask_f64)) + (b >> (8 + kind % 56 / 8 * 8));
    if ((kind & 3) == 3) {
        const std::uint64_t target =
            (kind >> 8) % 128 + (kind >> 16 & 1 ? 2046 - 64 : 0);  // exponent field of the result
        const std::uint64_t exponent =
            kind >> 17 & 1 ? target + 1023 - a_exponent : a_exponent + 1023 - target;
        other = b_fraction | (exponent & 0x7ff) << 52;
    }
    return {std::bit_cast<double>(a), std::bit_cast<double>(other)};
}

inline void compare_sums(Comparison& comparison, double x, double y) {
    comparison.same("add_f64", canonical(x + y), bits_of(add_f64(f64_of(x), f64_of(y))), x, y);
    comparison.same("subtract_f64", canonical(x - y), bits_of(subtract_f64(f64_of(x), f64_of(y))), x, y);
}

inline void compare_products(Comparison& comparison, double x, double y) {
    comparison.same("multiply_f64", canonical(x * y), bits_of(multiply_f64(f64_of(x), f64_of(y))), x, y);
}

inline void compare_quotients(Comparison& comparison, double x, double y) {
    comparison.same("divide_f64", canonical(x / y), bits_of(divide_f64(f64_of(x), f64_of(y))), x, y);
}

inline void compare_roots(Comparison& comparison, double x) {
    comparison.same("square_root_f64", canonical(std::sqrt(x)), bits_of(square_root_f64(f64_of(x))), x);
}

inline void compare_order(Comparison& comparison, double x, double y) {
    comparison.same("less_f64", x < y, less_f64(f64_of(x), f64_of(y)), x, y);
    comparison.same("less_equal_f64", x <= y, less_equal_f64(f64_of(x), f64_of(y)), x, y);
    comparison.same("equal_f64", x == y, equal_f64(f64_of(x), f64_of(y)), x, y);
}

inline void compare_narrowing(Comparison& comparison, double x) {
    comparison.same("f32_from_f64", canonical(static_cast<float>(x)), bits_of(f32_from_f64(f64_of(x))), x);
}

}  // namespace speedqa::exact
