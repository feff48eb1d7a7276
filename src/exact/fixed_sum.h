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

// x = high * 2^26 + low, 0 <= low < 2^26.
struct FixedHalves {
    std::int32_t high, low;
};

SPEEDQA_HOST_DEVICE FixedHalves halves_of(std::int64_t x) {
    const std::int32_t mask = (1 << 26) - 1;
    return {static_cast<std::int32_t>(x >> 26), static_cast<std::int32_t>(x) & mask};
}

SPEEDQA_HOST_DEVICE std::int64_t whole(FixedHalves x) {
    return std::int64_t{x.high} * (1 << 26) + x.low;
}

// A sum of products, from the halves of their factors.
struct ProductSum {
    std::int64_t high = 0, cross = 0, low = 0;
};

// Adds x*y. Domain: |x|, |y| <= 2^51, at most longest_part terms.
SPEEDQA_HOST_DEVICE void add_product(ProductSum& sum, FixedHalves x, FixedHalves y) {
    sum.high += std::int64_t{x.high} * y.high;
    sum.cross += std::int64_t{x.high} * y.low;
    sum.cross += std::int64_t{y.high} * x.low;
    sum.low += std::int64_t{x.low} * y.low;
}

SPEEDQA_HOST_DEVICE void add_product(ProductSum& sum, std::int64_t x, std::int64_t y) {
    add_product(sum, halves_of(x), halves_of(y));
}

SPEEDQA_HOST_DEVICE Int128 total(const ProductSum& sum) {
    const Int128 upper = add(shift_left(int128_of(sum.high), 52), shift_left(int128_of(sum.cross), 26));
    return add(upper, int128_of(sum.low));
}

// A part's products, and at least the sum of their magnitudes in units of 2^52.
struct PartSum {
    ProductSum products;
    std::uint64_t size = 0;
};

SPEEDQA_HOST_DEVICE std::uint32_t upper_size(std::int64_t x) {
    const std::int32_t high = static_cast<std::int32_t>(x >> 26);
    return static_cast<std::uint32_t>(high < 0 ? -high : high) + 1;
}

// Adds x*y. Domain: as add_product.
SPEEDQA_HOST_DEVICE void add_term(PartSum& part, std::int64_t x, std::int64_t y) {
    add_product(part.products, x, y);
    part.size += std::uint64_t{upper_size(x)} * upper_size(y);
}

// centered_sum(products, x_sum, y_sum, terms, mean_x, mean_y): the sum of (x - mean_x)*(y - mean_y) over a
// part, from its sums of x*y, x and y, which windows with the same distance can share. Domain: samples and
// means below 2^50, at most longest_part terms. Why exact: integers throughout; |x_sum - terms*mean_x| <
// 2^60. Shown by: tests/exact_log2/long_sum.cpp.
SPEEDQA_HOST_DEVICE Int128 centered_sum(Int128 products, std::int64_t x_sum, std::int64_t y_sum, int terms,
                                        std::int64_t mean_x, std::int64_t mean_y) {
    const Int128 with_y = multiply(x_sum - terms * mean_x, mean_y);
    return subtract(subtract(products, multiply(mean_x, y_sum)), with_y);
}

// What bounds the error of the reference's sum, in units of 2^(2*unit); all fields are near enough for the
// slack in sum_error.
struct SumBound {
    float largest = 0.0f;  // of the sums at the ends of the parts
    float additions =
        0.0f;  // sum over all terms of a power of two that is at least half a last place, times 2^53
    float products = 0.0f;  // sum of the magnitudes of the terms
};

// Takes in a part of `terms` terms with the sums before and after it; `products` is at least the sum of the
// terms' magnitudes, up to 2^-20 of it. Parts come in the reference's order.
SPEEDQA_HOST_DEVICE void add_part(SumBound& bound, Int128 before, Int128 after, float products, int terms) {
    const float sums = 0.5f * (float_near(magnitude(before)) + float_near(magnitude(after)) + products);
    bound.largest = sums > bound.largest ? sums : bound.largest;
    const float most = sums * 1.0001f + bound.largest * 0x1p-28f;
    bound.additions += static_cast<float>(terms) * float_of(bits_of(most) & exponent_mask);
    bound.products += products;
}

SPEEDQA_HOST_DEVICE float products_bound(const PartSum& part) {
    return static_cast<float>(part.size) * 0x1p52f;
}

// The same from the sums of (x - mean_x)^2 and (y - mean_y)^2 over the part: |a*b| <= (a*a + b*b)/2.
SPEEDQA_HOST_DEVICE float products_bound(Int128 x_squares, Int128 y_squares) {
    return 0.5f * float_near(add(x_squares, y_squares));
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
