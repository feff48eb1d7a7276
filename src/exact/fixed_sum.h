// The fast form of the covariances' long fp64 sums: exact sums of fixed-point products, and a bound on how
// far the reference's sum lies from them.
//
// Samples and means become integers of 50 bits in units of 2^unit, so that differences, products and sums are
// exact, in any order. A "part" is a run of at most 512 terms that are consecutive in the reference's order.
// docs/numerics_log2.md, 8, is the theory.
#pragma once

#include "exact/certain_rounding.h"
#include "exact/int128.h"

namespace speedqa::exact {

// Two windows of one image, walked row by row, and their means.
struct WindowPair {
    const float* x;
    const float* y;
    int stride, width, height;
    float mean_x, mean_y;
};

inline constexpr int longest_part = 512;
inline constexpr int most_terms = 1 << 20;
inline constexpr int most_parts = 1 << 14;

// The unit of fixed-point samples none of which exceeds `largest`, given by the bits of its magnitude.
// Domain: finite, not zero.
SPEEDQA_HOST_DEVICE int fixed_unit(std::uint32_t largest) {
    const int field = static_cast<int>(largest >> 23);
    return (field == 0 ? -126 : field - 126) - 50;
}

// x in units of 2^unit, rounded towards zero; sets `inexact` if something was dropped. |result| < 2^50.
SPEEDQA_HOST_DEVICE std::int64_t fixed_sample(float x, int unit, bool& inexact) {
    const std::uint32_t bits = bits_of(x) & magnitude_mask;
    const int field = static_cast<int>(bits >> 23);
    const std::int64_t significand = (bits & fraction_mask) | (field == 0 ? 0 : 1u << 23);
    const int shift = (field == 0 ? 1 : field) - 150 - unit;
    std::int64_t size = significand << (shift > 0 ? shift : 0);
    if (shift < 0) {
        const int dropped = shift > -24 ? -shift : 24;
        size = significand >> dropped;
        inexact = inexact || size << dropped != significand;
    }
    return (bits_of(x) & sign_mask) != 0 ? -size : size;
}

// A pair of windows in units of 2^unit; `inexact` says that something of the means was dropped.
struct FixedPair {
    WindowPair windows;
    int unit;
    std::int64_t mean_x, mean_y;
    bool inexact;
};

SPEEDQA_HOST_DEVICE FixedPair fixed_pair(const WindowPair& windows, int unit) {
    FixedPair pair = {windows, unit, 0, 0, false};
    pair.mean_x = fixed_sample(windows.mean_x, unit, pair.inexact);
    pair.mean_y = fixed_sample(windows.mean_y, unit, pair.inexact);
    return pair;
}

// x_e - m_e and x_f - m_f of the term at `offset` of both windows.
struct FixedFactors {
    std::int64_t x, y;
};

SPEEDQA_HOST_DEVICE FixedFactors fixed_factors(const FixedPair& pair, int offset, bool& inexact) {
    return {fixed_sample(pair.windows.x[offset], pair.unit, inexact) - pair.mean_x,
            fixed_sample(pair.windows.y[offset], pair.unit, inexact) - pair.mean_y};
}

// Sums over the terms of a part, whose factors split into high * 2^26 + low.
struct PartSum {
    std::int64_t high = 0, cross = 0;
    std::uint64_t low = 0;
    std::uint64_t size = 0;  // at least the sum of |x*y| * 2^-52
};

// Adds x*y. Domain: |x|, |y| <= 2^51, at most longest_part terms.
SPEEDQA_HOST_DEVICE void add_term(PartSum& sum, std::int64_t x, std::int64_t y) {
    const std::uint32_t mask = (1u << 26) - 1;
    const std::int32_t x_high = static_cast<std::int32_t>(x >> 26),
                       y_high = static_cast<std::int32_t>(y >> 26);
    const std::uint32_t x_low = static_cast<std::uint32_t>(x) & mask,
                        y_low = static_cast<std::uint32_t>(y) & mask;
    sum.high += std::int64_t{x_high} * y_high;
    sum.cross += x_high * static_cast<std::int64_t>(y_low) + y_high * static_cast<std::int64_t>(x_low);
    sum.low += std::uint64_t{x_low} * y_low;
    const std::uint32_t x_size = static_cast<std::uint32_t>(x_high < 0 ? -x_high : x_high) + 1;
    const std::uint32_t y_size = static_cast<std::uint32_t>(y_high < 0 ? -y_high : y_high) + 1;
    sum.size += std::uint64_t{x_size} * y_size;
}

SPEEDQA_HOST_DEVICE Int128 total(const PartSum& sum) {
    const Int128 upper = add(shift_left(int128_of(sum.high), 52), shift_left(int128_of(sum.cross), 26));
    return add(upper, {0, sum.low});
}

// What bounds the error of the reference's sum, in units of 2^(2*unit); all fields are near enough for the
// slack in sum_error.
struct SumBound {
    float largest = 0.0f;  // of the sums at the ends of the parts
    float additions =
        0.0f;  // sum over all terms of a power of two that is at least half a last place, times 2^53
    float products = 0.0f;  // sum of the magnitudes of the terms
};

// Takes in a part of `terms` terms with the sums before and after it. Parts come in the reference's order.
SPEEDQA_HOST_DEVICE void add_part(SumBound& bound, Int128 before, Int128 after, const PartSum& part,
                                  int terms) {
    const float products = static_cast<float>(part.size) * 0x1p52f;
    const float sums = 0.5f * (float_near(magnitude(before)) + float_near(magnitude(after)) + products);
    bound.largest = sums > bound.largest ? sums : bound.largest;
    const float most = sums * 1.0001f + bound.largest * 0x1p-28f;
    bound.additions += static_cast<float>(terms) * float_of(bits_of(most) & exponent_mask);
    bound.products += products;
}

// A bound on |sum - reference's sum| and on the rounding of its division, together.
SPEEDQA_HOST_DEVICE float sum_error(const SumBound& bound, Int128 sum, int terms, bool inexact) {
    const float rounding = bound.additions + 3.1f * bound.products + 2.0f * float_near(magnitude(sum));
    const float error = rounding * 0x1.02p-53f;
    return inexact ? 2.0f * error + static_cast<float>(terms) * 0x1p56f : error;
}

// mean_if_certain(sum, error, terms, exponent, rounded): true, with the result in `rounded`, if every number
// within `error` of `sum` gives the same RN32(number * 2^exponent / terms). Domain: 0 < terms <= most_terms,
// 0 <= error < 2^127. Stands for: `(float)(s / (double)N)`, the rounding to fp64 covered by the error. Why:
// docs/numerics_log2.md, 8. Shown by: tests/exact_log2/long_sum.cpp.
SPEEDQA_HOST_DEVICE bool mean_if_certain(Int128 sum, float error, int terms, int exponent, float& rounded) {
    const Int128 size = magnitude(sum);
    if (!(error < float_near(size) * 0x1p-26f)) return false;
    const int length = bit_length(size);
    const std::uint64_t count = static_cast<std::uint64_t>(terms);
    const float to_word = float_of(static_cast<std::uint32_t>(127 + 64 - length) << 23);
    const std::uint64_t word_error = static_cast<std::uint64_t>(error * to_word) + 2;
    return round_f32_if_certain(is_negative(sum), leading_word(size, length) / count, length - 64 + exponent,
                                word_error / count + 2, rounded);
}

}  // namespace speedqa::exact
