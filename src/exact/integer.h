// Integer building blocks of the software arithmetic: leading zeros, wide products, sticky shifts, roots,
// rounding.
#pragma once

#include "exact/host_device.h"

namespace speedqa::exact {

// The number of zero bits above the highest one bit. Domain: value != 0.
SPEEDQA_HOST_DEVICE int leading_zeros(std::uint64_t value) {
#if defined(__CUDA_ARCH__)
    return __clzll(static_cast<long long>(value));
#else
    return __builtin_clzll(value);
#endif
}

// A "sticky" number has the bits shifted out of it or'ed into its last bit: as long as that bit lies below
// the rounding position's next bit, the number rounds as the exact one does.

// value / 2^shift, sticky. Domain: shift >= 0.
SPEEDQA_HOST_DEVICE std::uint64_t shift_right_sticky(std::uint64_t value, int shift) {
    if (shift == 0) return value;
    if (shift >= 64) return value != 0;
    return (value >> shift) | static_cast<std::uint64_t>((value << (64 - shift)) != 0);
}

// a*b / 2^64, sticky: the upper half of the 128-bit product.
SPEEDQA_HOST_DEVICE std::uint64_t multiply_high_sticky(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t word = 0xffffffffu;
    const std::uint64_t a_low = a & word, a_high = a >> 32;
    const std::uint64_t b_low = b & word, b_high = b >> 32;
    const std::uint64_t low = a_low * b_low;
    // At most (2^32-1)^2 + 2*(2^32-1) = 2^64 - 1 in each of the two sums.
    const std::uint64_t middle = a_high * b_low + (low >> 32);
    const std::uint64_t other = a_low * b_high + (middle & word);
    const std::uint64_t high = a_high * b_high + (middle >> 32) + (other >> 32);
    return high | static_cast<std::uint64_t>(((other | low) & word) != 0);
}

// sqrt(radicand / unit) * 2 * unit, rounded down, sticky. Domain: unit = 2^k, k <= 60, 1 <= radicand / unit
// < 4. One binary digit a step: with r = 2^-i and the root q so far, the next digit is 1 if (q + r)^2 <= m,
// that is if 2^i*(m - q^2) >= 2q + r. `rest` holds 2^i*(m - q^2) < 4q + 4r and `twice` 2q, both times unit,
// so below 2^64.
SPEEDQA_HOST_DEVICE std::uint64_t square_root_sticky(std::uint64_t radicand, std::uint64_t unit) {
    std::uint64_t root = 0, twice = 0, rest = radicand;
    for (std::uint64_t digit = unit; digit != 0; digit >>= 1) {
        const std::uint64_t trial = twice + digit;
        const std::uint64_t all_if_one = 0 - static_cast<std::uint64_t>(trial <= rest);
        root += digit & all_if_one;
        twice += 2 * digit & all_if_one;
        rest = 2 * (rest - (trial & all_if_one));
    }
    return 2 * root + static_cast<std::uint64_t>(rest != 0);
}

// The bits, without sign, of significand * 2^exponent rounded once to nearest even, in the IEEE 754 format
// with `fraction_bits` stored fraction bits and this exponent bias: subnormals kept, too large values become
// infinity. Domain: significand != 0; sticky only if it has at least fraction_bits + 3 bits.
template <int fraction_bits, int bias>
SPEEDQA_HOST_DEVICE std::uint64_t round_to_format(std::uint64_t significand, int exponent) {
    const int zeros = leading_zeros(significand);
    const std::uint64_t normalised = significand << zeros;
    const int biased = exponent - zeros + 63 + bias;
    if (biased > 2 * bias) return static_cast<std::uint64_t>(2 * bias + 1) << fraction_bits;

    int dropped = 63 - fraction_bits;
    std::uint64_t base = 0;
    if (biased >= 1)  // the leading one of the significand adds the missing 1 to the exponent field
        base = static_cast<std::uint64_t>(biased - 1) << fraction_bits;
    else
        dropped += 1 - biased;
    if (dropped > 64) return 0;

    const std::uint64_t kept = dropped == 64 ? 0 : normalised >> dropped;
    const std::uint64_t rest = normalised << (64 - dropped);
    const std::uint64_t half = std::uint64_t{1} << 63;
    const bool up = rest > half || (rest == half && (kept & 1) != 0);
    return base + kept + (up ? 1 : 0);
}

}  // namespace speedqa::exact
