// One entry of the covariance matrix as the reference's fp64 gives it, in integer arithmetic and fp32.
#pragma once

#include "exact/ordered_sum.h"

namespace speedqa::exact {

// The bits of the largest magnitude among the samples of both windows and their means.
SPEEDQA_HOST_DEVICE std::uint32_t largest_magnitude(const WindowPair& windows) {
    std::uint32_t largest = 0;
    const auto take = [&largest](float x) {
        const std::uint32_t bits = bits_of(x) & magnitude_mask;
        largest = bits > largest ? bits : largest;
    };
    take(windows.mean_x);
    take(windows.mean_y);
    for (int row = 0; row < windows.height; ++row)
        for (int column = 0; column < windows.width; ++column) {
            take(windows.x[row * windows.stride + column]);
            take(windows.y[row * windows.stride + column]);
        }
    return largest;
}

// True if every term is a zero, as those of a flat image are: then the reference's sum is +0.
SPEEDQA_HOST_DEVICE bool all_terms_vanish(const FixedPair& pair) {
    bool inexact = pair.inexact;
    for (int row = 0; row < pair.windows.height; ++row)
        for (int column = 0; column < pair.windows.width; ++column) {
            const FixedFactors factors = fixed_factors(pair, row * pair.windows.stride + column, inexact);
            if (inexact || (factors.x != 0 && factors.y != 0)) return false;
        }
    return true;
}

// The fast form: false where it can't tell the result. `inexact` is set if samples or means have bits below
// the unit.
SPEEDQA_HOST_DEVICE bool covariance_if_certain(const FixedPair& pair, bool& inexact, float& rounded) {
    const WindowPair& windows = pair.windows;
    inexact = pair.inexact;
    Int128 sum = {0, 0};
    SumBound bound;
    for (int row = 0; row < windows.height; ++row)
        for (int first = 0; first < windows.width; first += longest_part) {
            const int terms = windows.width - first < longest_part ? windows.width - first : longest_part;
            PartSum part;
            for (int i = 0; i < terms; ++i) {
                const FixedFactors factors = fixed_factors(pair, row * windows.stride + first + i, inexact);
                add_term(part, factors.x, factors.y);
            }
            const Int128 before = sum;
            sum = add(sum, total(part.products));
            add_part(bound, before, sum, products_bound(part), terms);
        }
    if (bit_length(sum) == 0 && all_terms_vanish(pair)) {
        rounded = 0.0f;
        return true;
    }
    const int terms = windows.width * windows.height;
    return mean_if_certain(sum, sum_error(bound, sum, terms, inexact), terms, 2 * pair.unit, rounded);
}

// covariance_f32(windows, largest, fallbacks): RN32(RN64(s / N)), where s is the sum over the N positions of
// the windows, row by row, of RN64(x - mean_x)*RN64(y - mean_y), products and sums rounded to fp64.
// `largest`: bits of a magnitude that no sample of the windows and no mean exceeds, as near as may be.
// Domain: width, height > 0, at most 2^20 positions in at most 2^14 rows take the fast form. Special: NaN if
// `largest` is not finite; a sum of zeros is +0. Stands for: `s += ((double)x - mean_x)*((double)y - mean_y)`
// and `(float)(s / (double)N)`. Why exact: docs/numerics_log2.md, 8 and 9. `fallbacks` counts the calls that
// took the ordered sum; force_fallback makes all take it. Shown by: tests/exact_log2/long_sum.cpp.
template <bool force_fallback = false>
SPEEDQA_HOST_DEVICE float covariance_f32(const WindowPair& windows, std::uint32_t largest,
                                         unsigned& fallbacks) {
    if (largest >= infinity_bits) return float_of(nan_bits);
    if (largest == 0) return 0.0f;
    const FixedPair pair = fixed_pair(windows, fixed_unit(largest));
    const int parts = windows.height * ((windows.width + longest_part - 1) / longest_part);
    const bool is_long = windows.width > most_terms / windows.height || parts > most_parts;
    bool inexact = is_long;
    float rounded;
    if (!is_long && covariance_if_certain(pair, inexact, rounded) && !force_fallback) return rounded;
    ++fallbacks;
    return inexact ? ordered_covariance_f64(windows) : ordered_covariance(pair);
}

}  // namespace speedqa::exact
