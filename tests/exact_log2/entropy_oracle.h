// The entropy terms as the reference writes them, in the host's fp64 with MPFR's logarithm, and every form of
// src/exact compared with them.
#pragma once

#include "exact/entropy_native.h"
#include "exact/entropy_terms.h"
#include "oracle.h"

namespace speedqa::exact {

// How many calls of the fast forms took the exact one.
struct Fallbacks {
    unsigned add = 0, add_native = 0, weigh = 0, weigh_native = 0, mixed = 0, mixed_native = 0;
};

inline float add_entropy_oracle(float entropy, float argument) {
    return static_cast<float>(entropy + (log2_oracle(argument) + log2_two_pi_e));
}

inline float weighted_entropy_oracle(float entropy, double u) {
    return static_cast<float>(entropy * log2_oracle(u));
}

inline double mixed_weight_oracle(float ref, float dis, WeightMix mix) {
    if (mix == WeightMix::half) return 1 + (ref + dis) / 2.0;
    if (mix == WeightMix::mostly_reference) return 1 + (0.75 * ref + 0.25 * dis);
    return 1 + (0.25 * ref + 0.75 * dis);
}

inline void compare_add(Comparison& comparison, Fallbacks& fallbacks, float entropy, float argument) {
    const std::uint32_t expected = canonical(add_entropy_oracle(entropy, argument));
    unsigned forced = 0;
    const auto same = [&](const char* form, float result) {
        comparison.same(form, expected, canonical(result), entropy, argument);
    };
    same("add_entropy", add_entropy(entropy, argument, fallbacks.add));
    same("add_entropy<force_fallback>", add_entropy<true>(entropy, argument, forced));
    same("add_entropy_native", add_entropy_native(entropy, argument, fallbacks.add_native));
    same("add_entropy_native<force_fallback>", add_entropy_native<true>(entropy, argument, forced));
    comparison.same("forced fallbacks", 2u, forced, entropy, argument);
}

inline void compare_weighted(Comparison& comparison, Fallbacks& fallbacks, float entropy, float u) {
    const std::uint32_t expected = canonical(weighted_entropy_oracle(entropy, u));
    unsigned forced = 0;
    const auto same = [&](const char* form, float result) {
        comparison.same(form, expected, canonical(result), entropy, u);
    };
    same("weighted_entropy", weighted_entropy(entropy, u, fallbacks.weigh));
    same("weighted_entropy<force_fallback>", weighted_entropy<true>(entropy, u, forced));
    same("weighted_entropy_native", weighted_entropy_native(entropy, u, fallbacks.weigh_native));
    same("weighted_entropy_native<force_fallback>", weighted_entropy_native<true>(entropy, u, forced));
    comparison.same("forced fallbacks", 2u, forced, entropy, u);
}

inline void compare_mixed(Comparison& comparison, Fallbacks& fallbacks, float entropy, float ref, float dis,
                          WeightMix mix) {
    const double u = mixed_weight_oracle(ref, dis, mix);
    const std::uint32_t expected = canonical(weighted_entropy_oracle(entropy, u));
    const std::uint32_t kind = static_cast<std::uint32_t>(mix);
    unsigned forced = 0;
    const auto same = [&](const char* form, float result) {
        comparison.same(form, expected, canonical(result), entropy, ref, dis, kind);
    };
    comparison.same("mixed_weight", canonical(u), bits_of(mixed_weight(ref, dis, mix)), ref, dis, kind);
    comparison.same("mixed_weight_native", canonical(u), canonical(mixed_weight_native(ref, dis, mix)), ref,
                    dis, kind);
    same("weighted_entropy_mixed", weighted_entropy_mixed(entropy, ref, dis, mix, fallbacks.mixed));
    same("weighted_entropy_mixed<force_fallback>",
         weighted_entropy_mixed<true>(entropy, ref, dis, mix, forced));
    same("weighted_entropy_mixed_native",
         weighted_entropy_mixed_native(entropy, ref, dis, mix, fallbacks.mixed_native));
    same("weighted_entropy_mixed_native<force_fallback>",
         weighted_entropy_mixed_native<true>(entropy, ref, dis, mix, forced));
    comparison.same("forced fallbacks", 2u, forced, entropy, ref, dis, kind);
}

constexpr WeightMix every_mix[] = {WeightMix::half, WeightMix::mostly_reference, WeightMix::mostly_distorted};

// Uniform in its logarithm, from 2^low to 2^high.
inline float spread(std::mt19937_64& random, double low, double high) {
    return static_cast<float>(
        std::exp2(low + (high - low) * std::ldexp(static_cast<double>(random() >> 11), -53)));
}

// An entropy as the sum of a few terms would give it, of either sign.
inline float any_entropy(std::mt19937_64& random) {
    const float size = spread(random, -4, 9);
    return random() & 1 ? size : random() & 1 ? -size : std::round(size * 16) / 16;
}

}  // namespace speedqa::exact
