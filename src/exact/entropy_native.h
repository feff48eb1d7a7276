// The entropy terms where the machine has fp64: a fast form that knows when its rounding is certain, else the
// exact one.
#pragma once

#include "exact/log2_native.h"
#include "exact/weight_mix.h"

namespace speedqa::exact {

// log2(2 * M_PI * M_E) as the reference computes it: the product in fp64, its logarithm rounded to fp64.
inline constexpr double log2_two_pi_e = 0x1.06073a671183dp+2;

SPEEDQA_HOST_DEVICE double magnitude(double x) {
    return double_of(bits_of(x) & ~sign_mask_f64);
}

// True, and `rounded` is that float, if all numbers within `error` of `value` round to one float.
SPEEDQA_HOST_DEVICE bool rounds_alike(double value, double error, float& rounded) {
    rounded = static_cast<float>(value);
    return static_cast<float>(value - error) == static_cast<float>(value + error);
}

// add_entropy_native(entropy, argument): RN32(RN64(entropy + RN64(RN64(log2(argument)) + log2_two_pi_e))).
// Domain: every pair. Special: IEEE 754 and log2_f32: not finite unless both are finite and the argument
// positive. Stands for: `E += log2(L*S + sigma) + log2(2 * M_PI * M_E)`, E and the argument fp32. Why exact:
// docs/numerics_log2.md, 6. `fallbacks` counts the calls that took the exact form. Shown by:
// tests/exact_log2/entropy.cpp.
template <bool force_fallback = false>
SPEEDQA_HOST_DEVICE float add_entropy_native(float entropy, float argument, unsigned& fallbacks) {
    const double e = entropy;
    if (!force_fallback && is_positive_normal(argument)) {
        const double logarithm = approximate_log2_native(argument);
        const double error = 0x1p-50 * (magnitude(e) + magnitude(logarithm) + 5.0);
        float rounded;
        if (rounds_alike(e + (logarithm + log2_two_pi_e), error, rounded)) return rounded;
    }
    ++fallbacks;
    return static_cast<float>(e + (log2_native(argument) + log2_two_pi_e));
}

// weighted_entropy_native(entropy, u): RN32(RN64(entropy * RN64(log2(u)))), u a float or a double.
// Domain: every pair. Special: IEEE 754 and log2_f32; with u = 1, a zero with the sign of the entropy.
// Stands for: `a = E * log2(u)`, E and a fp32.
// Why exact: docs/numerics_log2.md, 7. `fallbacks` counts the calls that took the exact form.
// Shown by: tests/exact_log2/entropy.cpp.
template <bool force_fallback = false, class Weight>
SPEEDQA_HOST_DEVICE float weighted_entropy_native(float entropy, Weight u, unsigned& fallbacks) {
    const double e = entropy;
    if (!force_fallback && is_positive_normal(u)) {
        const double product = e * approximate_log2_native(u);
        float rounded;
        if (rounds_alike(product, 0x1p-48 * magnitude(product), rounded)) return rounded;
    }
    ++fallbacks;
    return static_cast<float>(e * log2_native(u));
}

// 1 + the mix of two variances, each operation rounded as WeightMix says.
SPEEDQA_HOST_DEVICE double mixed_weight_native(float ref, float dis, WeightMix mix) {
    const double r = ref;
    const double d = dis;
    if (mix == WeightMix::half) return 1.0 + static_cast<double>(ref + dis) / 2.0;
    if (mix == WeightMix::mostly_reference) return 1.0 + (0.75 * r + 0.25 * d);
    return 1.0 + (0.25 * r + 0.75 * d);
}

// weighted_entropy_mixed_native(entropy, ref, dis, mix): weighted_entropy_native with the weight
// mixed_weight_native. Domain: every pair of variances. Special: as weighted_entropy_native. Stands for: `a =
// E * log2(1 + ...)` of speed_weight_var_mode 3 to 6. Why exact, shown by: as weighted_entropy_native.
template <bool force_fallback = false>
SPEEDQA_HOST_DEVICE float weighted_entropy_mixed_native(float entropy, float ref, float dis, WeightMix mix,
                                                        unsigned& fallbacks) {
    return weighted_entropy_native<force_fallback>(entropy, mixed_weight_native(ref, dis, mix), fallbacks);
}

// entropy_base(floor, sigma): RN32(25*(log2((1 + floor)*sigma) + log2(2*pi*e))), the argument in fp32, the
// rest in fp64: the entropy of a block without signal. Domain: floor from 0 to 1, sigma from 0.1 to 2. Stands
// for: the reference's base entropy of a block of 25 samples. Why exact: the expression itself, its log2
// rounded once. Shown by: tests/exact_log2/entropy.cpp.
SPEEDQA_HOST_DEVICE float entropy_base(float floor, float sigma) {
    const float argument = (1.0f + floor) * sigma;
    return static_cast<float>(25.0 * (log2_native(argument) + log2_two_pi_e));
}

}  // namespace speedqa::exact
