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

// For x normal, the number from 1 to 2 with the fraction bits of x; for others some number from 1 to 2.
SPEEDQA_HOST_DEVICE float significand_of(float x) {
    return float_of((bits_of(x) & fraction_mask) | one_bits);
}

// Whether bits masked with exponent_mask belong to a normal number: not zero or subnormal, not infinite or
// NaN.
SPEEDQA_HOST_DEVICE bool is_normal_exponent(std::uint32_t exponent_bits) {
    return exponent_bits - (1u << 23) < 254u << 23;
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
