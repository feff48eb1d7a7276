// The entropy terms of SpEED in integer arithmetic and fp32: a fast form that knows when its rounding is
// certain, else the reference's own steps in software fp64.
#pragma once

#include "exact/binary64_arithmetic.h"
#include "exact/certain_rounding.h"
#include "exact/log2.h"
#include "exact/weight_mix.h"

namespace speedqa::exact {

// log2(2 * M_PI * M_E) as the reference computes it: the product in fp64, its logarithm rounded to fp64.
inline constexpr Binary64 log2_two_pi_e_f64 = {0x40106073u, 0xa671183du};

// The same, rounded down to a multiple of 2^-48.
inline constexpr std::int64_t log2_two_pi_e_2p48 = 0x4181ce99c460f;

// entropy in units of 2^-48, rounded towards zero. Domain: |entropy| < 2^12.
SPEEDQA_HOST_DEVICE std::int64_t entropy_2p48(float entropy) {
    const std::uint32_t size = bits_of(entropy) & magnitude_mask;
    if (size == 0) return 0;
    const FloatParts parts = float_parts(size);
    const int shift = parts.exponent + 48;
    const std::int64_t significand = parts.significand;
    const std::int64_t value = shift >= 0 ? significand << shift : shift > -24 ? significand >> -shift : 0;
    return (bits_of(entropy) & sign_mask) != 0 ? -value : value;
}

// The fast form of add_entropy: false where it can't tell the result. All in units of 2^-48;
// docs/numerics_log2.md, 6, adds up the error.
SPEEDQA_HOST_DEVICE bool add_entropy_if_certain(float entropy, float argument, float& rounded) {
    const std::uint32_t bits = bits_of(argument);
    const bool is_positive_finite = bits - 1 < infinity_bits - 1;
    if (!is_positive_finite || !(magnitude(entropy) < 4096.0f)) return false;
    const Log2Approximation approximation = approximate_log2(reduce_log2(parts_of_f32(bits)));
    const std::int64_t logarithm = approximation.value >> (-48 - approximation.exponent);
    const std::int64_t sum = entropy_2p48(entropy) + logarithm + log2_two_pi_e_2p48;
    const std::uint64_t size = magnitude_i64(sum);
    const std::uint64_t error = (magnitude_i64(logarithm) >> 52) + (size >> 53) + 5;
    return round_f32_if_certain(sum < 0, size, -48, error, rounded);
}

// add_entropy(entropy, argument, fallbacks): RN32(RN64(entropy + RN64(RN64(log2(argument)) +
// log2_two_pi_e))). Domain: every pair. Special: IEEE 754 and log2_f32: not finite unless both are finite and
// the argument positive. Stands for: `E += log2(L*S + sigma) + log2(2 * M_PI * M_E)`, E and the argument
// fp32. Why exact: docs/numerics_log2.md, 6. `fallbacks` counts the calls that took software fp64;
// force_fallback makes all. Shown by: tests/exact_log2/entropy.cpp; all arguments in
// tests/exact_log2/every_argument.cpp.
template <bool force_fallback = false>
SPEEDQA_HOST_DEVICE float add_entropy(float entropy, float argument, unsigned& fallbacks) {
    float rounded;
    if (!force_fallback && add_entropy_if_certain(entropy, argument, rounded)) return rounded;
    ++fallbacks;
    const Binary64 term = add_f64(log2_f32(argument), log2_two_pi_e_f64);
    return f32_from_f64(add_f64(f64_from_f32(entropy), term));
}

// The fast form of entropy * log2(u): false where it can't tell the result. docs/numerics_log2.md, 7, adds up
// the error.
SPEEDQA_HOST_DEVICE bool weigh_entropy_if_certain(float entropy, Parts64 u, float& rounded) {
    const std::uint32_t size = bits_of(entropy) & magnitude_mask;
    const std::uint32_t sign = bits_of(entropy) & sign_mask;
    if (size == 0 || size >= infinity_bits) return false;
    const Log2Approximation logarithm = approximate_log2(reduce_log2(u));
    if (logarithm.value == 0) {
        rounded = float_of(sign);
        return true;
    }
    const FloatParts parts = float_parts(size);
    const std::uint64_t log2_size = magnitude_i64(logarithm.value);
    const int shift = leading_zeros(log2_size);
    const std::uint64_t product =
        multiply_high_sticky(log2_size << shift, static_cast<std::uint64_t>(parts.significand) << 40);
    const std::uint64_t error = (static_cast<std::uint64_t>(log2_error_units) << shift) + (1u << 12) + 2;
    return round_f32_if_certain((sign != 0) != (logarithm.value < 0), product,
                                logarithm.exponent - shift + parts.exponent + 24, error, rounded);
}

// weighted_entropy(entropy, u, fallbacks): RN32(RN64(entropy * RN64(log2(u)))).
// Domain: every pair. Special: IEEE 754 and log2_f32; with u = 1, a zero with the sign of the entropy.
// Stands for: `a = E * log2(u)`, E, u and a fp32.
// Why exact: docs/numerics_log2.md, 7. `fallbacks` and force_fallback as in add_entropy.
// Shown by: tests/exact_log2/entropy.cpp; all arguments in tests/exact_log2/every_argument.cpp.
template <bool force_fallback = false>
SPEEDQA_HOST_DEVICE float weighted_entropy(float entropy, float u, unsigned& fallbacks) {
    const std::uint32_t bits = bits_of(u);
    float rounded;
    if (!force_fallback && bits - 1 < infinity_bits - 1 &&
        weigh_entropy_if_certain(entropy, parts_of_f32(bits), rounded))
        return rounded;
    ++fallbacks;
    return f32_from_f64(multiply_f64(f64_from_f32(entropy), log2_f32(u)));
}

// 1 + the mix of two variances, each operation rounded as WeightMix says.
SPEEDQA_HOST_DEVICE Binary64 mixed_weight(float ref, float dis, WeightMix mix) {
    const Binary64 quarter = {0x3fd00000u, 0}, half = {0x3fe00000u, 0}, three_quarters = {0x3fe80000u, 0};
    const Binary64 one = {0x3ff00000u, 0};
    if (mix == WeightMix::half) return add_f64(one, multiply_f64(f64_from_f32(ref + dis), half));
    const bool mostly_reference = mix == WeightMix::mostly_reference;
    const Binary64 ref_part = multiply_f64(mostly_reference ? three_quarters : quarter, f64_from_f32(ref));
    const Binary64 dis_part = multiply_f64(mostly_reference ? quarter : three_quarters, f64_from_f32(dis));
    return add_f64(one, add_f64(ref_part, dis_part));
}

// weighted_entropy_mixed(entropy, ref, dis, mix, fallbacks): RN32(RN64(entropy * RN64(log2(u)))), u the fp64
// number mixed_weight(ref, dis, mix). Domain: every triple. Special: as weighted_entropy. Stands for: `a = E
// * log2(1 + ...)` of speed_weight_var_mode 3 to 6. Why exact: as weighted_entropy; u takes the reference's
// steps in software fp64 always. Shown by: tests/exact_log2/entropy.cpp.
template <bool force_fallback = false>
SPEEDQA_HOST_DEVICE float weighted_entropy_mixed(float entropy, float ref, float dis, WeightMix mix,
                                                 unsigned& fallbacks) {
    const Binary64 u = mixed_weight(ref, dis, mix);
    const std::uint64_t bits = bits_of(u);
    float rounded;
    if (!force_fallback && bits - 1 < infinity_bits_f64 - 1 &&
        weigh_entropy_if_certain(entropy, parts_f64(bits), rounded))
        return rounded;
    ++fallbacks;
    return f32_from_f64(multiply_f64(f64_from_f32(entropy), log2_f64(u)));
}

}  // namespace speedqa::exact
