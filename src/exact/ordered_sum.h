// The reference's fp64 sum of products itself, term after term in its order, without fp64.
//
// Where all samples are exact in fixed point, a number of fp64 is a 128-bit integer with 53 significant bits.
#pragma once

#include "exact/binary64_arithmetic.h"
#include "exact/fixed_sum.h"

namespace speedqa::exact {

// round_to_53_bits(a): a rounded to 53 significant bits, to nearest even.
// Domain: |a| < 2^126. Special: none.
// Stands for: the rounding of an fp64 operation whose exact result is a * 2^k, in the normal range.
// Why exact: adding half a place less one, and one more if the place's last bit is set, then clearing what
// lies below, rounds two's complement to nearest even. The length of ~a stands in for that of -a: they differ
// for -2^k alone, which has one significant bit. Shown by: tests/exact_log2/long_sum.cpp.
SPEEDQA_HOST_DEVICE Int128 round_to_53_bits(Int128 a) {
    const std::uint64_t sign = is_negative(a) ? ~std::uint64_t{0} : 0;
    const int dropped = bit_length({a.high ^ sign, a.low ^ sign}) - 53;
    if (dropped <= 0) return a;
    if (dropped < 64) {
        const std::uint64_t place = std::uint64_t{1} << dropped;
        const std::uint64_t odd = a.low >> dropped & 1;
        const Int128 raised = add(a, {0, place / 2 - 1 + odd});
        return {raised.high, raised.low & ~(place - 1)};
    }
    const std::uint64_t place = std::uint64_t{1} << (dropped - 64);
    const std::uint64_t odd = a.high >> (dropped - 64) & 1;
    const Int128 half = dropped == 64 ? Int128{0, std::uint64_t{1} << 63} : Int128{place / 2, 0};
    const Int128 raised = add(a, subtract(half, {0, 1 - odd}));
    return {raised.high & ~(place - 1), 0};
}

// s + x*y, product and sum each rounded to 53 bits. Domain: |x|, |y| < 2^53, |s| < 2^125.
SPEEDQA_HOST_DEVICE Int128 add_rounded_product(Int128 s, std::int64_t x, std::int64_t y) {
    return round_to_53_bits(add(s, round_to_53_bits(multiply(x, y))));
}

// RN32(RN64(s * 2^exponent / terms)), s with 53 significant bits.
SPEEDQA_HOST_DEVICE float rounded_mean(Int128 s, int exponent, int terms) {
    const Int128 size = magnitude(s);
    const int length = bit_length(size);
    if (length == 0) return 0.0f;
    const Binary64 sum =
        rounded_f64(is_negative(s) ? sign_mask_f64 : 0, leading_word(size, length), length - 64 + exponent);
    return f32_from_f64(divide_f64(sum, f64_from_i32(terms)));
}

// RN32(RN64(s / N)) with s summed in fixed point. Domain: nothing inexact in the pair and its samples.
SPEEDQA_HOST_DEVICE float ordered_covariance(const FixedPair& pair) {
    const WindowPair& windows = pair.windows;
    Int128 sum = {0, 0};
    bool inexact = false;
    for (int row = 0; row < windows.height; ++row)
        for (int column = 0; column < windows.width; ++column) {
            const FixedFactors factors = fixed_factors(pair, row * windows.stride + column, inexact);
            sum = add_rounded_product(sum, factors.x, factors.y);
        }
    return rounded_mean(sum, 2 * pair.unit, windows.width * windows.height);
}

// The same in software fp64, for all samples.
SPEEDQA_HOST_DEVICE float ordered_covariance_f64(const WindowPair& windows) {
    const Binary64 mean_x = f64_from_f32(windows.mean_x), mean_y = f64_from_f32(windows.mean_y);
    Binary64 sum = {0, 0};
    for (int row = 0; row < windows.height; ++row)
        for (int column = 0; column < windows.width; ++column) {
            const int offset = row * windows.stride + column;
            const Binary64 x = subtract_f64(f64_from_f32(windows.x[offset]), mean_x);
            const Binary64 y = subtract_f64(f64_from_f32(windows.y[offset]), mean_y);
            sum = add_f64(sum, multiply_f64(x, y));
        }
    return f32_from_f64(divide_f64(sum, f64_from_i32(windows.width * windows.height)));
}

// The sum over a part in multiples of 2^dropped, and the lowest and highest of its partial sums, 0 included.
// It lets lanes work on the parts of one sum at once: while the sum keeps 53 + dropped bits, each addition of
// the reference adds the term rounded to a multiple of 2^dropped, whatever the sum, ties apart.
struct OrderedPart {
    Int128 sum, lowest, highest;
    bool has_tie;
};

inline constexpr OrderedPart empty_ordered_part = {{0, 0}, {0, 0}, {0, 0}, false};

// Domain: 0 < dropped < 64, |x|, |y| < 2^53.
SPEEDQA_HOST_DEVICE void add_ordered_term(OrderedPart& part, std::int64_t x, std::int64_t y, int dropped) {
    const std::uint64_t place = std::uint64_t{1} << dropped;
    const Int128 term = round_to_53_bits(multiply(x, y));
    part.has_tie = part.has_tie || (term.low & (place - 1)) == place / 2;
    const Int128 raised = add(term, {0, place / 2});
    part.sum = add(part.sum, {raised.high, raised.low & ~(place - 1)});
    if (less(part.sum, part.lowest)) part.lowest = part.sum;
    if (less(part.highest, part.sum)) part.highest = part.sum;
}

// advance(sum, part, dropped): true, with the part's terms added to `sum` as the reference adds them, if they
// can be; where not, the caller adds them one by one, with add_rounded_product. Domain: as add_ordered_term;
// |sum| < 2^125. Stands for: the additions of fp64 of one part. Why exact: docs/numerics_log2.md, 9. Shown
// by: tests/exact_log2/long_sum.cpp.
SPEEDQA_HOST_DEVICE bool advance(Int128& sum, const OrderedPart& part, int dropped) {
    const bool negative = is_negative(sum);
    const Int128 one_end = add(sum, part.lowest), other_end = add(sum, part.highest);
    const Int128 least = negative ? negate(other_end) : one_end;
    const Int128 most = negative ? negate(one_end) : other_end;
    const Int128 lower = shift_left({0, std::uint64_t{1} << 52}, dropped), upper = shift_left(lower, 1);
    if (part.has_tie || !less(lower, least) || !less(most, upper)) return false;
    sum = add(sum, part.sum);
    return true;
}

}  // namespace speedqa::exact
