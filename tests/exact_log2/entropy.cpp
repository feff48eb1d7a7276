// The entropy terms of src/exact, fast and exact forms, against the reference's expressions with MPFR's
// logarithm.
#include "entropy_oracle.h"

namespace speedqa::exact {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan_f32 = std::numeric_limits<float>::quiet_NaN();
constexpr float special[] = {
    0.0f,   -0.0f,   1.0f,      -1.0f,         0x1p-149f,       -0x1p-149f,     0x1.fffffep-127f,
    0.5f,   2.0f,    0x1p-126f, 0x1p-31f,      0x1p32f,         0x1.fffffep31f, 0x1p127f,
    1e-6f,  1024.0f, -1024.0f,  0x1.fffffep9f, 0x1.fffffep127f, infinity,       -infinity,
    nan_f32};

TEST(entropy, constant_is_the_correctly_rounded_logarithm) {
    const double two_pi_e = 2 * 3.14159265358979323846 * 2.7182818284590452354;
    EXPECT_EQ(bits_of(log2_oracle(two_pi_e)), bits_of(log2_two_pi_e));
    EXPECT_EQ(bits_of(log2_two_pi_e_f64), bits_of(log2_two_pi_e));
    EXPECT_EQ(log2_two_pi_e_2p48, static_cast<std::int64_t>(std::floor(std::ldexp(log2_two_pi_e, 48))));
}

TEST(entropy, special_values) {
    Comparison comparison;
    Fallbacks fallbacks;
    for (const float entropy : special)
        for (const float x : special) {
            compare_add(comparison, fallbacks, entropy, x);
            compare_weighted(comparison, fallbacks, entropy, x);
            for (const float other : special)
                for (const WeightMix mix : every_mix)
                    compare_mixed(comparison, fallbacks, entropy, x, other, mix);
        }
}

TEST(entropy, weight_of_one_needs_no_fallback) {
    Comparison comparison;
    Fallbacks fallbacks;
    for (const float entropy : {1.0f, -1.0f, 100.0f, 0x1p-149f, 0x1.fffffep127f}) {
        compare_weighted(comparison, fallbacks, entropy, 1.0f);
        compare_mixed(comparison, fallbacks, entropy, 0.0f, 0.0f, WeightMix::mostly_reference);
    }
    EXPECT_EQ(fallbacks.weigh + fallbacks.weigh_native + fallbacks.mixed + fallbacks.mixed_native, 0u);
}

TEST(entropy, random_sums) {
    Comparison comparison;
    Fallbacks fallbacks;
    std::mt19937_64 random = random_words();
    for (int i = 0; i < 1 << 19; ++i)
        compare_add(comparison, fallbacks, any_entropy(random), spread(random, -8, 24));
    EXPECT_LT(fallbacks.add + fallbacks.add_native, 20u);
    for (int i = 0; i < 1 << 17; ++i) {
        compare_add(comparison, fallbacks, any_entropy(random), any_float(random));
        compare_add(comparison, fallbacks, any_float(random), any_float(random));
    }
}

TEST(entropy, random_products) {
    Comparison comparison;
    Fallbacks fallbacks;
    std::mt19937_64 random = random_words();
    for (int i = 0; i < 1 << 19; ++i)
        compare_weighted(comparison, fallbacks, any_entropy(random), 1 + spread(random, -22, 16));
    EXPECT_LT(fallbacks.weigh + fallbacks.weigh_native, 20u);
    for (int i = 0; i < 1 << 17; ++i) {
        compare_weighted(comparison, fallbacks, any_entropy(random), any_float(random));
        compare_weighted(comparison, fallbacks, any_float(random), any_float(random));
    }
}

TEST(entropy, random_mixed_products) {
    Comparison comparison;
    Fallbacks fallbacks;
    std::mt19937_64 random = random_words();
    for (int i = 0; i < 1 << 18; ++i)
        compare_mixed(comparison, fallbacks, any_entropy(random), spread(random, -30, 16),
                      spread(random, -30, 16), every_mix[i % 3]);
    EXPECT_LT(fallbacks.mixed + fallbacks.mixed_native, 20u);
    for (int i = 0; i < 1 << 16; ++i)
        compare_mixed(comparison, fallbacks, any_entropy(random), any_float(random), any_float(random),
                      every_mix[i % 3]);
}

// The middle of two neighbouring floats, the lower of them with the size of `near`.
double middle_near(double near) {
    const float lower = static_cast<float>(near);
    return (static_cast<double>(lower) + static_cast<double>(std::nextafter(lower, infinity))) / 2;
}

// Of 2^23 arguments chosen to put the result next to the middle of two floats, those that come very near;
// some are too near for the fast forms. The seed is fixed, so that their number is.
TEST(entropy, sums_next_to_a_tie) {
    Comparison comparison;
    Fallbacks fallbacks;
    std::mt19937_64 random;
    for (int i = 0; i < 1 << 23; ++i) {
        const float entropy = spread(random, -4, 3);
        const double tie = middle_near(20 + std::ldexp(static_cast<double>(random() >> 11), -49));
        const auto argument = static_cast<float>(std::exp2(tie - entropy - log2_two_pi_e));
        const long double sum = entropy + (std::log2(static_cast<long double>(argument)) + log2_two_pi_e);
        if (std::fabs(sum - tie) < 0x1p-42) compare_add(comparison, fallbacks, entropy, argument);
    }
    EXPECT_GT(fallbacks.add, 0u);
    EXPECT_GT(fallbacks.add_native, 0u);
}

TEST(entropy, products_next_to_a_tie) {
    Comparison comparison;
    Fallbacks fallbacks;
    std::mt19937_64 random;
    for (int i = 0; i < 1 << 23; ++i) {
        const float entropy = any_entropy(random);
        const double tie = middle_near(entropy * (64 + std::ldexp(static_cast<double>(random() >> 11), -48)));
        const auto u = static_cast<float>(std::exp2(tie / entropy));
        const long double product = entropy * std::log2(static_cast<long double>(u));
        if (std::fabs(product / tie - 1) < 0x1p-46) compare_weighted(comparison, fallbacks, entropy, u);
    }
    EXPECT_GT(fallbacks.weigh, 0u);
    EXPECT_GT(fallbacks.weigh_native, 0u);
}

// The first variance brings u near its target, the second the rest of the way.
TEST(entropy, mixed_products_next_to_a_tie) {
    Comparison comparison;
    Fallbacks fallbacks;
    std::mt19937_64 random;
    for (int i = 0; i < 1 << 17; ++i) {
        const float entropy = any_entropy(random);
        const double tie = middle_near(entropy * (1 + std::ldexp(static_cast<double>(random() >> 11), -50)));
        const double mean = std::exp2(tie / entropy) - 1;
        const auto ref = static_cast<float>(mean / 0.75 * (1 - 0x1p-20));
        const auto dis = static_cast<float>((mean - 0.75 * ref) / 0.25);
        compare_mixed(comparison, fallbacks, entropy, ref, dis, WeightMix::mostly_reference);
        compare_mixed(comparison, fallbacks, entropy, dis, ref, WeightMix::mostly_distorted);
    }
    EXPECT_GT(fallbacks.mixed, 100u);
    EXPECT_GT(fallbacks.mixed_native, 100u);
}

TEST(entropy, base) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    for (int i = 0; i < 1 << 16; ++i) {
        const float floor = i % 2 ? 0.0f : spread(random, -10, 0);
        const float sigma = spread(random, -3.3, 1);
        const float argument = (1 + floor) * sigma;
        const auto expected = static_cast<float>(25 * (log2_oracle(argument) + log2_two_pi_e));
        comparison.same("entropy_base", canonical(expected), canonical(entropy_base(floor, sigma)), floor,
                        sigma);
    }
}

}  // namespace
}  // namespace speedqa::exact
