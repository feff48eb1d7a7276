// The entropy expressions in the machine's fp64, with the C library's log2.
#pragma once

#include <cmath>

#include "exact/weight_mix.h"

namespace speedqa::exact {

// log2(2*pi*e) in fp64.
inline constexpr double log2_two_pi_e = 0x1.06073a671183dp+2;

inline float add_entropy_native(float entropy, float argument, unsigned&) {
    return static_cast<float>(entropy + (std::log2(static_cast<double>(argument)) + log2_two_pi_e));
}

inline float weighted_entropy_native(float entropy, float weight, unsigned&) {
    return static_cast<float>(entropy * std::log2(static_cast<double>(weight)));
}

inline float weighted_entropy_mixed_native(float entropy, float ref, float dis, WeightMix mix, unsigned&) {
    const double r = ref;
    const double d = dis;
    const double weight = mix == WeightMix::half               ? 1.0 + static_cast<double>(ref + dis) / 2.0
                          : mix == WeightMix::mostly_reference ? 1.0 + (0.75 * r + 0.25 * d)
                                                               : 1.0 + (0.25 * r + 0.75 * d);
    return static_cast<float>(entropy * std::log2(weight));
}

// RN32(25*(log2((1 + floor)*sigma) + log2(2*pi*e))): the entropy of a block without signal.
inline float entropy_base(float floor, float sigma) {
    const float argument = (1.0f + floor) * sigma;
    return static_cast<float>(25.0 * (std::log2(static_cast<double>(argument)) + log2_two_pi_e));
}

}  // namespace speedqa::exact
