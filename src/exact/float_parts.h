// The parts of an fp32 number: masks of its bits, its significand and its exponent.
#pragma once

#include "exact/integer.h"

namespace speedqa::exact {

inline constexpr std::uint32_t sign_mask = 0x80000000u;
inline constexpr std::uint32_t magnitude_mask = 0x7fffffffu;
inline constexpr std::uint32_t exponent_mask = 0x7f800000u;
inline constexpr std::uint32_t fraction_mask = 0x007fffffu;
inline constexpr std::uint32_t one_bits = 0x3f800000u;
inline constexpr std::uint32_t infinity_bits = 0x7f800000u;
inline constexpr std::uint32_t nan_bits = 0x7fc00000u;  // the one NaN that functions of src/exact return

SPEEDQA_HOST_DEVICE float magnitude(float x) {
    return float_of(bits_of(x) & magnitude_mask);
}

// Whether 2^low <= |x| < 2^high; a subtraction and a comparison of integers, which also tell zeros,
// subnormals, infinities and NaN. Domain: -126 <= low < high <= 127.
template <int low, int high>
SPEEDQA_HOST_DEVICE bool magnitude_from_to(float x) {
    const std::uint32_t without_sign = bits_of(x) + bits_of(x);
    return without_sign - (static_cast<std::uint32_t>(127 + low) << 24) <
           static_cast<std::uint32_t>(high - low) << 24;
}

// Whether 2^low <= x < 2^high.
template <int low, int high>
SPEEDQA_HOST_DEVICE bool is_from_to(float x) {
    return bits_of(x) - (static_cast<std::uint32_t>(127 + low) << 23) < static_cast<std::uint32_t>(high - low)
                                                                            << 23;
}

SPEEDQA_HOST_DEVICE bool is_positive_normal(float x) {
    return bits_of(x) - (1u << 23) < 254u << 23;
}

// significand * 2^exponent, the significand from 2^23 to 2^24 - 1.
struct FloatParts {
    std::uint32_t significand;
    int exponent;
};

// The parts of a number given by its bits. Domain: positive and finite.
SPEEDQA_HOST_DEVICE FloatParts float_parts(std::uint32_t bits) {
    const int field = static_cast<int>(bits >> 23);
    if (field != 0) return {(bits & fraction_mask) | (1u << 23), field - 150};
    const int shift = leading_zeros(bits) - 40;  // puts the highest one at bit 23
    return {bits << shift, -149 - shift};
}

}  // namespace speedqa::exact
