// The base-2 logarithm of src/exact against MPFR.
#include "log2_compare.h"

namespace speedqa::exact {
namespace {

TEST(log2, special_values) {
    const double infinity = std::numeric_limits<double>::infinity();
    Comparison comparison;
    for (const std::uint64_t nan :
         {0x7ff8000000000000u, 0x7ff0000000000001u, 0xfff8000000000000u, 0xffffffffffffffffu}) {
        comparison.same("log2_f64", nan_bits_f64, bits_of(log2_f64(f64_of_bits(nan))), nan);
        comparison.same("log2_native", nan_bits_f64, bits_of(log2_native(double_of(nan))), nan);
    }
    for (const std::uint32_t nan : {0x7fc00000u, 0x7f800001u, 0xffc00000u, 0xffffffffu})
        comparison.same("log2_f32", nan_bits_f64, bits_of(log2_f32(float_of(nan))), nan);
    for (const double negative : {-infinity, -1.0, -0x1p-149, -0x1p-1074, -0x1p127})
        compare_log2(comparison, negative);
    for (const double x : {0.0, -0.0, infinity}) compare_log2(comparison, x);
    comparison.same("log2_f64", std::uint64_t{0}, bits_of(log2_f64(f64_of(1.0))), 1.0);
}

TEST(log2, powers_of_two_are_exact) {
    Comparison comparison;
    for (int exponent = -1074; exponent <= 1023; ++exponent) {
        const double x = std::ldexp(1.0, exponent);
        compare_log2(comparison, x);
        comparison.same("log2_f64", bits_of(static_cast<double>(exponent)), bits_of(log2_f64(f64_of(x))), x);
    }
}

TEST(log2, random_arguments) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    for (int i = 0; i < 1 << 18; ++i) {
        compare_log2(comparison, any_double(random));
        compare_log2(comparison, any_float(random));
        compare_log2(comparison, near_one(random));
        compare_log2(comparison, near_power_of_two(random));
        compare_log2(comparison, subnormal(random));
    }
}

TEST(log2, every_float_next_to_one) {
    Comparison comparison;
    for (std::uint32_t distance = 0; distance < 1u << 14; ++distance) {
        compare_log2(comparison, float_of(one_bits + distance));
        compare_log2(comparison, float_of(one_bits - distance));
    }
}

// The floats whose logarithm comes nearest to the middle of two fp64 numbers, one for each significand, found
// by log2_full's search: within 2^-27.07 to 2^-23 of a last place.
constexpr std::uint32_t hard_floats[] = {
    0x47e18df3, 0x41da4f43, 0x41e1688f, 0x43c33487, 0x40271d68, 0x40e317a5, 0x5ff1fdd0, 0x3f853498,
    0x4fa52b48, 0x4ff20e40, 0x43bc03d5, 0x43df87bb, 0x43eedd60, 0x4fbedfff, 0x4f855d90, 0x3fd5e177,
    0x47b5a743, 0x40275bf1, 0x4072852f, 0x43e49dfa, 0x3f5e0d3e, 0x47f5461c, 0x40823f94, 0x478e9040};

// Doubles whose logarithm lies within 2^-43 to 2^-54.5 of a last place of such a middle, or of an fp64
// number; from the lists of V. Lefevre and J.-M. Muller (2003) and of CORE-MATH.
constexpr double hard_doubles[] = {0x1.b4ebe40c95a01p+0,   0x1.61555f75885b4p-256, 0x1.61555f75885b4p-255,
                                   0x1.61555f75885b4p-512, 0x1.61555f75885b4p-511, 0x1.ffbd7d92d917ap+0,
                                   0x1.90564eb47015dp+0,   0x1.9a4ce6ede52cfp+0,   0x1.a9f567a925222p+0,
                                   0x1.e342239a2ap-1030,   0x1.2ff40373cbbp-1030,  0x1.280ea1c531c4p-1028};

TEST(log2, hard_arguments) {
    Comparison comparison;
    for (const std::uint32_t bits : hard_floats) {
        compare_log2(comparison, float_of(bits));
        for (std::uint32_t field = 1; field < 255; ++field)
            compare_log2(comparison, float_of((bits & fraction_mask) | field << 23));
    }
    for (const double x : hard_doubles)
        for (int exponent = -8; exponent <= 8; ++exponent) compare_log2(comparison, std::ldexp(x, exponent));
}

// |approximation - log2(x)| in units of 2^unit, where approximation is words * 2^unit.
class ErrorMeter {
  public:
    double units(double x, const mpz_t approximation, int unit) {
        mpfr_set_d(exact_.get(), x, MPFR_RNDN);
        mpfr_log2(exact_.get(), exact_.get(), MPFR_RNDN);
        mpfr_mul_2si(exact_.get(), exact_.get(), -unit, MPFR_RNDN);
        mpfr_sub_z(exact_.get(), exact_.get(), approximation, MPFR_RNDN);
        return std::fabs(mpfr_get_d(exact_.get(), MPFR_RNDN));
    }

    double relative(double x, double approximation) {
        mpfr_set_d(exact_.get(), x, MPFR_RNDN);
        mpfr_log2(exact_.get(), exact_.get(), MPFR_RNDN);
        mpfr_d_div(exact_.get(), approximation, exact_.get(), MPFR_RNDN);
        mpfr_sub_ui(exact_.get(), exact_.get(), 1, MPFR_RNDN);
        return std::fabs(mpfr_get_d(exact_.get(), MPFR_RNDN));
    }

  private:
    MpfrNumber exact_{400};
};

TEST(log2, approximation_stays_within_its_bound) {
    std::mt19937_64 random = random_words();
    ErrorMeter meter;
    mpz_t value;
    mpz_init(value);
    double worst = 0;
    for (int i = 0; i < 1 << 18; ++i) {
        const double x = i % 4 == 0   ? any_double(random)
                         : i % 4 == 1 ? any_float(random)
                         : i % 4 == 2 ? near_one(random)
                                      : 0.5 + std::ldexp(random() >> 11, -52);
        if (x == 1.0) continue;
        const Log2Approximation approximation = approximate_log2(reduce_log2(parts_f64(bits_of(x))));
        mpz_set_si(value, approximation.value);
        const double units = meter.units(x, value, approximation.exponent);
        ASSERT_LT(units, log2_error_units) << hex(x) << " SPEEDQA_TEST_SEED=" << seed();
        worst = std::max(worst, units);
    }
    mpz_clear(value);
    EXPECT_GT(worst, 1.0) << "the meter measures nothing";
}

TEST(log2, wide_form_stays_within_its_bound) {
    std::mt19937_64 random = random_words();
    ErrorMeter meter;
    mpz_t value;
    mpz_init(value);
    double worst = 0;
    for (int i = 0; i < 1 << 16; ++i) {
        const double x = i % 3 == 0 ? any_double(random) : i % 3 == 1 ? near_one(random) : any_float(random);
        const WideLog2 wide = wide_log2(reduce_log2(parts_f64(bits_of(x))));
        const WideLog2 size = is_negative(wide) ? negated(wide) : wide;
        mpz_import(value, 7, -1, sizeof size.word[0], 0, 0, size.word);
        if (is_negative(wide)) mpz_neg(value, value);
        const double units = meter.units(x, value, -190);
        ASSERT_LT(units, 3) << hex(x) << " SPEEDQA_TEST_SEED=" << seed();
        worst = std::max(worst, units);
    }
    mpz_clear(value);
    EXPECT_GT(worst, 0.5) << "the meter measures nothing";
}

TEST(log2, native_approximation_stays_within_its_bound) {
    std::mt19937_64 random = random_words();
    ErrorMeter meter;
    double worst = 0;
    for (int i = 0; i < 1 << 18; ++i) {
        const double x = i % 3 == 0 ? any_float(random) : i % 3 == 1 ? near_one(random) : any_double(random);
        if (x == 1.0 || !is_positive_normal(x)) continue;
        worst = std::max(worst, meter.relative(x, approximate_log2_native(x)));
        const float y = static_cast<float>(x);
        if (y != 1.0f && is_positive_normal(y))
            worst = std::max(worst, meter.relative(y, approximate_log2_native(y)));
        ASSERT_LT(worst, 0x1p-49) << hex(x) << " SPEEDQA_TEST_SEED=" << seed();
    }
    EXPECT_GT(worst, 0x1p-54) << "the meter measures nothing";
    EXPECT_EQ(bits_of(approximate_log2_native(1.0f)), 0u);
    EXPECT_EQ(bits_of(approximate_log2_native(1.0)), 0u);
}

TEST(log2, remainder_stays_within_its_bound) {
    std::uint64_t largest = 0;
    for (std::uint32_t fraction = 0; fraction <= fraction_mask; ++fraction) {
        const Log2Reduction reduction = reduce_log2(parts_of_f32(one_bits | fraction));
        largest = std::max(largest, magnitude_i64(reduction.remainder));
        ASSERT_EQ(reduction.remainder == 0, fraction == 0) << hex(fraction);
    }
    for (std::uint64_t interval = 0; interval < 128; ++interval)
        for (std::uint64_t offset = 0; offset < 2; ++offset) {  // the doubles on both sides of its upper end
            const std::uint64_t end = ((interval + 128) << 45) + (std::uint64_t{1} << 44) - offset;
            largest = std::max(largest, magnitude_i64(reduce_log2({end, -52}).remainder));
        }
    EXPECT_LT(std::log2(static_cast<double>(largest)), 56.02);
    EXPECT_GT(std::log2(static_cast<double>(largest)), 56.0);
}

}  // namespace
}  // namespace speedqa::exact
