// divide_f32 against the host's division and against quotients known by construction.
#include "exact/divide.h"

#include <cmath>
#include <vector>

#include "check.h"
#include "estimates.h"

namespace speedqa::exact {
namespace {

void compare(Comparison& comparison, float a, float b, std::uint32_t expected) {
    with_every_estimate([&]<class Estimate>() {
        comparison.same("divide_f32", expected, bits_of(divide_f32<Estimate>(a, b)), a, b);
    });
    comparison.same("divide_in_integers_f32", expected, bits_of(divide_f32<NativeEstimate, true>(a, b)), a,
                    b);
}

void compare(Comparison& comparison, float a, float b) {
    compare(comparison, a, b, canonical(a / b));
}

// Zeros, the ends of the subnormal and normal ranges, powers of two with their neighbours, infinities, NaN.
std::vector<float> special_floats() {
    std::vector<float> values;
    for (std::uint32_t sign : {0u, sign_mask}) {
        for (std::uint32_t bits : {0u, 1u, 2u, 3u, 0x3fffffu, 0x400000u, 0x400001u, 0x7ffffeu, 0x7fffffu,
                                   0x7f7fffffu, 0x7f800000u, 0x7f800001u, 0x7fc00000u, 0x7fffffffu})
            values.push_back(float_of(sign | bits));
        for (std::uint32_t exponent = 1; exponent < 255; exponent += exponent < 4 || exponent > 250 ? 1 : 5)
            for (std::uint32_t fraction : {0u, 1u, 0x2aaaaau, 0x7fffffu})
                values.push_back(float_of(sign | exponent << 23 | fraction));
    }
    return values;
}

TEST(divide, special_pairs) {
    Comparison comparison;
    const std::vector<float> values = special_floats();
    for (float a : values)
        for (float b : values) compare(comparison, a, b);
}

TEST(divide, special_cases_in_hex) {
    struct Case {
        std::uint32_t a, b, quotient;
    };
    const Case cases[] = {
        {0x00000000, 0x00000000, 0x7fc00000}, {0x7f800000, 0xff800000, 0x7fc00000},
        {0x7f800001, 0x3f800000, 0x7fc00000}, {0x3f800000, 0xffc00001, 0x7fc00000},
        {0x3f800000, 0x80000000, 0xff800000}, {0x80000000, 0x3f800000, 0x80000000},
        {0xff800000, 0x00000001, 0xff800000}, {0x3f800000, 0xff800000, 0x80000000},
        {0x00000001, 0x40000000, 0x00000000}, {0x00000003, 0x40000000, 0x00000002},
        {0x00000001, 0x3f800001, 0x00000001}, {0x00ffffff, 0x40000000, 0x00800000},
        {0x7f7fffff, 0x3f7fffff, 0x7f800000}, {0x00800000, 0x7f7fffff, 0x00000000},
        {0x3f800000, 0x40400000, 0x3eaaaaab},
    };
    Comparison comparison;
    for (const Case& c : cases) compare(comparison, float_of(c.a), float_of(c.b), c.quotient);
}

// An exponent from -126 to 127 and a fraction, both random.
float random_normal(std::mt19937_64& random) {
    const std::uint64_t word = random();
    const std::uint32_t exponent = 1 + static_cast<std::uint32_t>((word >> 32) % 254);
    return float_of((static_cast<std::uint32_t>(word) & (sign_mask | fraction_mask)) | exponent << 23);
}

// A number from 1 to 2, of either sign.
float significand(std::mt19937_64& random) {
    return float_of((static_cast<std::uint32_t>(random()) & ~exponent_mask) | bits_of(1.0f));
}

TEST(divide, random_pairs) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    for (int i = 0; i < 1 << 24; ++i) {
        const float a = random_normal(random);
        const float b = random_normal(random);
        compare(comparison, a, b);
    }
}

// The main path sees only significands, the powers of two being exact.
TEST(divide, random_significands) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    for (int i = 0; i < 1 << 24; ++i) {
        const float a = significand(random);
        const float b = significand(random);
        compare(comparison, a, b);
    }
}

// Quotients whose exponent is at the lower end: normal, subnormal, and half of the least subnormal.
TEST(divide, random_pairs_with_small_quotients) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    for (int i = 0; i < 1 << 20; ++i) {
        const float b = random_normal(random);
        const int b_exponent = static_cast<int>((bits_of(b) & exponent_mask) >> 23);
        const int a_exponent = b_exponent - 123 - static_cast<int>(random() % 29);
        if (a_exponent < 0) continue;
        const float a = float_of((static_cast<std::uint32_t>(random()) & fraction_mask) |
                                 static_cast<std::uint32_t>(a_exponent) << 23);
        compare(comparison, a, b);
    }
}

// Subnormal quotients that lie exactly in the middle of two fp32 numbers.
TEST(divide, subnormal_ties_go_to_even) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    for (int i = 0; i < 1 << 20; ++i) {
        const std::uint32_t quotient = static_cast<std::uint32_t>(random()) & 0xfff;
        const std::uint32_t divisor = (static_cast<std::uint32_t>(random()) & 0x3ff) | 1;
        const float b = static_cast<float>(divisor) * 0x1p30f;
        const float a = static_cast<float>((2 * quotient + 1) * divisor) * 0x1p-120f;
        compare(comparison, a, b, quotient + (quotient & 1));
    }
}

// quotient_with for every inverse that its domain allows: fp32 numbers around 1/b.
void compare_with_every_inverse(Comparison& comparison, float a, float b) {
    for (int ulps = -3; ulps <= 3; ++ulps) {
        const float inverse = moved(1 / b, ulps);
        if (std::fabs(1 - double{b} * inverse) >= 0x1p-24) continue;
        comparison.same("quotient_with", bits_of(a / b), bits_of(quotient_with(a, b, inverse)), a, b,
                        inverse);
    }
}

// The inverse of an odd number modulo 2^32, by Newton's iteration.
std::uint32_t inverse(std::uint32_t odd) {
    std::uint32_t result = odd;
    for (int i = 0; i < 4; ++i) result *= 2 - odd * result;
    return result;
}

// Quotients nearest to the middle of two fp32 numbers: the middles are Q * 2^-24 (from 1 to 2) or Q * 2^-25
// (below 1) for an odd Q of 25 bits. With integers a, b of 24 bits, b odd, and a small odd r, the equation a
// * 2^24 = Q*b + r (2^25 below 1) fixes Q modulo 2^24 (2^25) and then a; the sign of r says which neighbour
// is nearer.
TEST(divide, quotients_nearest_to_midpoints) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    int hard_cases = 0;
    for (int i = 0; i < 1 << 19; ++i) {
        const std::uint32_t b = (static_cast<std::uint32_t>(random()) & fraction_mask) | 0x800001u;
        for (int r : {-5, -3, -1, 1, 3, 5}) {
            for (int shift : {24, 25}) {
                const std::uint32_t modulus = 1u << shift;
                std::uint32_t q = (static_cast<std::uint32_t>(-r) * inverse(b)) & (modulus - 1);
                if (shift == 24) q += 1u << 24;
                const std::uint64_t numerator =
                    std::uint64_t{q} * b + static_cast<std::uint64_t>(std::int64_t{r});
                const std::uint64_t a = numerator >> shift;
                if (q < 1u << 24 || a < 1u << 23 || a >= 1u << 24 || (a < b) != (shift == 25)) continue;
                ++hard_cases;
                ASSERT_EQ(numerator & (modulus - 1), 0u);
                const std::uint32_t significand = r > 0 ? (q + 1) / 2 : q / 2;
                const float expected = static_cast<float>(significand) * (shift == 24 ? 0x1p-23f : 0x1p-24f);
                compare(comparison, static_cast<float>(a), static_cast<float>(b), bits_of(expected));
                compare_with_every_inverse(comparison, static_cast<float>(a), static_cast<float>(b));
            }
        }
    }
    EXPECT_GT(hard_cases, 1 << 20);
}

// The next three tests try the operands that the proof in docs/numerics.md, 2, leaves out, and more.
TEST(divide, largest_divisors_with_every_dividend) {
    Comparison comparison;
    for (int below_two = 1; below_two <= 8; ++below_two)
        for (std::uint32_t bits = bits_of(1.0f); bits < bits_of(2.0f); ++bits)
            compare_with_every_inverse(comparison, float_of(bits), moved(2.0f, -below_two));
}

TEST(divide, quotients_next_to_one) {
    Comparison comparison;
    for (std::uint32_t bits = bits_of(1.0f) + 4; bits < bits_of(2.0f) - 4; ++bits)
        for (int ulps = -4; ulps <= 4; ++ulps)
            compare_with_every_inverse(comparison, float_of(bits + ulps), float_of(bits));
}

TEST(divide, quotients_next_to_two) {
    Comparison comparison;
    for (int above_one = 0; above_one < 256; ++above_one)
        for (int below_two = 1; below_two <= 256; ++below_two)
            compare_with_every_inverse(comparison, moved(2.0f, -below_two), moved(1.0f, above_one));
}

template <class Estimate>
bool is_sure(float b) {
    return attempt_divide_f32<Estimate>(1.0f, b).sure;
}

// Each significand of b: an estimate within what estimate.h asks for is good enough, few divisors below 2
// apart.
TEST(divide, good_estimates_are_sure) {
    for (std::uint32_t bits = bits_of(1.0f); bits < bits_of(2.0f - 0x1p-15f); ++bits) {
        const float b = float_of(bits);
        ASSERT_TRUE(is_sure<NativeEstimate>(b) && is_sure<OffBy<-6>>(b) && is_sure<OffBy<6>>(b)) << hex(b);
        ASSERT_FALSE(is_sure<OffBy<20000>>(b) || is_sure<Useless<nan_bits>>(b)) << hex(b);
    }
}

// The main path must be the usual one, or the correction would be a software division.
TEST(divide, attempts_are_sure_for_usual_operands) {
    std::mt19937_64 random = random_words();
    for (int i = 0; i < 1 << 16; ++i) {
        const float a = std::ldexp(significand(random), static_cast<int>(random() % 100) - 50);
        const float b = std::ldexp(significand(random), static_cast<int>(random() % 100) - 50);
        ASSERT_TRUE(attempt_divide_f32(a, b).sure) << hex(a) << " " << hex(b) << " seed " << seed();
    }
    for (float edge : {0.0f, 0x1.fffffep-51f, 0x1p50f, INFINITY, NAN}) {
        ASSERT_FALSE(attempt_divide_f32(edge, 1.0f).sure) << hex(edge);
        ASSERT_FALSE(attempt_divide_f32(-1.0f, -edge).sure) << hex(edge);
    }
}

}  // namespace
}  // namespace speedqa::exact
