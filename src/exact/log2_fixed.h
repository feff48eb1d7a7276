// Base-2 logarithm in 64-bit fixed point: argument reduction and the fast approximation.
#pragma once

#include "exact/binary64.h"
#include "exact/log2_table.h"

namespace speedqa::exact {

SPEEDQA_HOST_DEVICE std::uint64_t magnitude_i64(std::int64_t value) {
    const std::uint64_t bits = static_cast<std::uint64_t>(value);
    return value < 0 ? 0 - bits : bits;
}

// The fp64 parts of a float given by its bits. Domain: positive and finite.
SPEEDQA_HOST_DEVICE Parts64 parts_of_f32(std::uint32_t bits) {
    const FloatParts parts = float_parts(bits);
    return {static_cast<std::uint64_t>(parts.significand) << 29, parts.exponent - 29};
}

// The logarithm of a number is exponent + (-log2(c/4096)) + log2(1 + remainder * 2^-64), c being the
// interval's log2_reciprocal. |remainder| < 2^56.02; it is 0 for powers of two alone.
struct Log2Reduction {
    int exponent;
    int interval;
    std::int64_t remainder;
};

SPEEDQA_HOST_DEVICE Log2Reduction reduce_log2(Parts64 number) {
    const int interval = static_cast<int>((number.significand + (std::uint64_t{1} << 44)) >> 45) - 128;
    const std::uint64_t product = number.significand * log2_reciprocal(interval);  // 1 is 2^64, that is 0
    return {number.exponent + 52, interval, static_cast<std::int64_t>(product)};
}

// The first 64 bits of a table entry: a multiple of 2^-62.
SPEEDQA_HOST_DEVICE std::uint64_t leading_words(const std::uint32_t* words) {
    return static_cast<std::uint64_t>(words[5]) << 32 | words[4];
}

// value * 2^exponent, within log2_error_units of its last place of the logarithm. value is 0 only for 1.
struct Log2Approximation {
    std::int64_t value;
    int exponent;
};

inline constexpr int log2_error_units = 4;
inline constexpr int log2_approximation_terms = 8;

// approximate_log2(reduction): log2 of a number as value * 2^exponent. Its error is below 4 * 2^exponent,
// which is at most 2^-49; next to 1 the unit shrinks with the result, whose relative error stays below 2^-59.
// Domain: every reduction of a positive finite number. Special: powers of two are exact.
// Stands for: nothing by itself; log2.h and entropy_terms.h decide roundings by it.
// Why: docs/numerics_log2.md, 2.
// Shown by: tests/exact_log2/log2.cpp, the bound against MPFR.
SPEEDQA_HOST_DEVICE Log2Approximation approximate_log2(Log2Reduction reduction) {
    const bool negative = reduction.remainder < 0;
    const std::uint64_t r = magnitude_i64(reduction.remainder);
    std::uint64_t series =
        leading_words(log2_coefficient(log2_approximation_terms));  // to be log2(1 + r) / r
    for (int k = log2_approximation_terms - 1; k > 0; --k) {
        const std::uint64_t rest = multiply_high_sticky(series, r);
        const std::uint64_t coefficient = leading_words(log2_coefficient(k));
        series = negative ? coefficient + rest : coefficient - rest;
    }

    const int exponent = reduction.exponent;
    const int interval = reduction.interval;
    if ((exponent == 0 && interval == 0) || (exponent == -1 && interval == 128)) {
        if (r == 0) return {0, -62};
        const int shift = leading_zeros(r);
        const auto value = static_cast<std::int64_t>(multiply_high_sticky(series, r << shift));
        return {negative ? -value : value, -62 - shift};
    }
    const auto logarithm = static_cast<std::int64_t>(multiply_high_sticky(series, r));
    const auto offset = static_cast<std::int64_t>(leading_words(log2_offset(interval)));
    const std::int64_t fraction = negative ? offset - logarithm : offset + logarithm;
    const int bits = exponent == 0 ? 0 : 64 - leading_zeros(magnitude_i64(exponent));
    return {exponent * (std::int64_t{1} << (62 - bits)) + (fraction >> bits), bits - 62};
}

}  // namespace speedqa::exact
