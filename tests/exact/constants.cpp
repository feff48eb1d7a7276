// The comparisons with 1e-6 and the product with -0.5 against the host's fp64.
#include "exact/constants.h"

#include <cmath>

#include "check.h"
#include "estimates.h"
#include "exact/pairs_only.h"

namespace speedqa::exact {
namespace {

constexpr float special[] = {0.0f,      -0.0f,       0x1p-149f,       0x1.8p-148f, 0x1p-126f,
                             0x1p-125f, 0x1.8p-126f, 0x1p-61f,        0x1p-60f,    0x1.fp-61f,
                             1e-6f,     1.0f,        -1.0f,           1e6f,        0x1p126f,
                             0x1p127f,  0x1.fp126f,  0x1.fffffep127f, INFINITY,    -INFINITY,
                             NAN,       -0x1p-149f,  -0x1p-126f,      -1e-6f,      -0x1p100f};

void compare(Comparison& comparison, float bound, float x) {
    const double product = 1e-6 * std::fabs(double{x});
    const bool exceeds = product > double{bound};
    comparison.same("millionth_exceeds", exceeds, millionth_exceeds(x, bound), x, bound);
    comparison.same("millionth_exceeds in binary64", exceeds, millionth_exceeds<true>(x, bound), x, bound);
    const bool below = std::fabs(double{bound}) < 1e-6 * double{x};
    comparison.same("below_millionth_of", below, below_millionth_of(bound, x), bound, x);
    comparison.same("below_millionth_of in binary64", below, below_millionth_of<true>(bound, x), bound, x);
}

TEST(constants, the_parts_of_a_millionth) {
    EXPECT_EQ(1e-6, double{millionth_high} + double{millionth_low});
    EXPECT_EQ(bits_of(1e-6f), bits_of(millionth_high));
}

// Complete for the main path but for scaling: each significand of x, the fp32 numbers next to 1e-6*x.
TEST(constants, every_bracket_at_its_bounds) {
    Comparison comparison;
    for (std::uint32_t bits = bits_of(1.0f); bits < bits_of(2.0f); ++bits) {
        const float x = float_of(bits);
        const float nearest = static_cast<float>(1e-6 * double{x});
        for (int ulps : {-1, 0, 1}) {
            const float bound = moved(nearest, ulps);
            const bool below = double{bound} < 1e-6 * double{x};
            comparison.same("less_than_millionth_of", below, less_than_millionth_of(bound, x), bound, x);
        }
    }
}

// No fp32 bound below the exact 1e-6*x equals RN64(1e-6*x): with the significand C of 53 bits, B of 24 bits
// and the exponent of C*B, the part of C*B below an fp32 ulp is 0 or more than half an fp64 ulp.
// docs/numerics.md, 5.
TEST(constants, rounding_to_fp64_reaches_no_fp32_number_from_above) {
    Comparison comparison;
    const std::uint64_t c = (bits_of(f64_of(1e-6)) & fraction_mask_f64) | std::uint64_t{1} << 52;
    for (std::uint64_t b = 1u << 23; b < 1u << 24; ++b) {
        const std::uint64_t upper =
            (c >> 24) * b + (((c & 0xffffff) * b) >> 24);  // C*B = upper * 2^24 + lower
        const std::uint64_t lower = ((c & 0xffffff) * b) & 0xffffff;
        const int exponent = upper >> 52 != 0 ? 76 : 75;
        const std::uint64_t above_number = upper & ((std::uint64_t{1} << (exponent - 23 - 24)) - 1);
        const bool far = above_number != 0 || lower > std::uint64_t{1} << (exponent - 53);
        comparison.same("1e-6*x is not just above an fp32 number", true, far || lower == 0, b);
    }
}

TEST(constants, comparisons_at_every_exponent) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    for (float bound : special)
        for (float x : special) compare(comparison, bound, x);
    for (std::uint32_t head = 0; head < 512; ++head) {
        for (std::uint32_t i = 0; i < 1024; ++i) {
            const float x = float_of(head << 23 | (static_cast<std::uint32_t>(random()) & fraction_mask));
            const float nearest = static_cast<float>(1e-6 * double{x});
            for (int ulps = -2; ulps <= 2; ++ulps) {
                compare(comparison, moved(nearest, ulps), x);
                compare(comparison, -moved(nearest, ulps), x);
            }
            compare(comparison, float_of(static_cast<std::uint32_t>(random())), x);
        }
    }
}

// 1e-6*x = n nearly: x = n * 10^6 exactly representable, where the fp64 constant's own error decides.
TEST(constants, comparisons_where_only_the_constants_error_decides) {
    Comparison comparison;
    for (std::uint32_t n = 1; n < 1074; ++n) {
        const float x = static_cast<float>(n * 15625u);
        compare(comparison, static_cast<float>(n) * 0x1p-6f, x);
        compare(comparison, static_cast<float>(n) * 0x1p-76f, x * 0x1p-70f);
    }
}

TEST(constants, below_millionth) {
    Comparison comparison;
    for (float x : special) comparison.same("below_millionth", double{x} < 1e-6, below_millionth(x), x);
    for (int ulps = -1000; ulps <= 1000; ++ulps) {
        const float x = moved(1e-6f, ulps);
        comparison.same("below_millionth", double{x} < 1e-6, below_millionth(x), x);
        comparison.same("below_millionth", true, below_millionth(-x), -x);
    }
}

void compare_half(Comparison& comparison, float tau, float xv) {
    const float expected = static_cast<float>(-0.5 * double{tau} * double{xv});
    comparison.same("minus_half_product", canonical(expected), bits_of(minus_half_product(tau, xv)), tau, xv);
}

TEST(constants, minus_half_product) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    for (float tau : special)
        for (float xv : special) compare_half(comparison, tau, xv);
    for (int i = 0; i < 1 << 22; ++i) {
        const std::uint64_t word = random();
        compare_half(comparison, float_of(static_cast<std::uint32_t>(word)),
                     float_of(static_cast<std::uint32_t>(word >> 32)));
    }
    for (int i = 0; i < 1 << 20; ++i) {  // products in and next to the subnormal range
        const std::uint64_t word = random();
        const float tau = float_of((static_cast<std::uint32_t>(word) & ~exponent_mask) | bits_of(1.0f));
        const std::uint32_t exponent = static_cast<std::uint32_t>(random() % 4);
        const float small =
            float_of((static_cast<std::uint32_t>(word >> 32) & ~exponent_mask) | exponent << 23);
        compare_half(comparison, tau, small);
        compare_half(comparison, small, tau);
        compare_half(comparison, tau * 0x1p-60f, small * 0x1p62f);
    }
}

// The names that the steps use are bound to the right functions.
template <class Arithmetic>
void compare_policy(Comparison& comparison, float a, float b) {
    comparison.same("divide", canonical(a / b), bits_of(Arithmetic::divide(a, b)), a, b);
    comparison.same("square_root", canonical(std::sqrt(a)), bits_of(Arithmetic::square_root(a)), a);
    comparison.same("inverse_root", canonical(static_cast<float>(1 / std::sqrt(double{a}))),
                    bits_of(Arithmetic::inverse_root(a)), a);
    comparison.same("below_millionth_of", std::fabs(double{a}) < 1e-6 * double{b},
                    Arithmetic::below_millionth_of(a, b), a, b);
    comparison.same("millionth_exceeds", 1e-6 * std::fabs(double{a}) > double{b},
                    Arithmetic::millionth_exceeds(a, b), a, b);
    comparison.same("below_millionth", double{a} < 1e-6, Arithmetic::below_millionth(a), a);
    const float half = static_cast<float>(-0.5 * double{a} * double{b});
    comparison.same("minus_half_product", canonical(half), bits_of(Arithmetic::minus_half_product(a, b)), a,
                    b);
}

TEST(pairs_only, every_function_with_every_estimate) {
    Comparison comparison;
    for (float a : special) {
        for (float b : special) {
            with_every_estimate(
                [&]<class Estimate>() { compare_policy<PairsOnly<Estimate>>(comparison, a, b); });
            compare_policy<PairsOnly<NativeEstimate, true>>(comparison, a, b);
        }
    }
}

}  // namespace
}  // namespace speedqa::exact
