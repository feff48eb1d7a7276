// square_root_f32 against the host's square root.
#include "exact/square_root.h"

#include <cmath>

#include "check.h"
#include "estimates.h"

namespace speedqa::exact {
namespace {

// Each significand: estimates within what estimate.h asks for are good, and none 18 fp32 numbers off, where
// the error that is checked grows further.
TEST(square_root, good_estimates_are_sure) {
    for (std::uint32_t bits = bits_of(1.0f); bits < bits_of(4.0f); ++bits) {
        const float m = float_of(bits);
        const float inverse = static_cast<float>(1 / std::sqrt(double{m}));
        const auto is_good = [&](int ulps) {
            return is_good_root_error(root_estimate_error(m, moved(inverse, ulps)));
        };
        for (int ulps = -6; ulps <= 6; ++ulps) ASSERT_TRUE(is_good(ulps)) << hex(m) << " " << ulps;
        for (int ulps : {-10000, -100, -18, 18, 100, 10000})
            ASSERT_FALSE(is_good(ulps)) << hex(m) << " " << ulps;
    }
}

// Complete for the main path: each significand with each good estimate, the powers of four being exact.
TEST(square_root, every_significand_with_every_estimate) {
    Comparison comparison;
    for (std::uint32_t bits = bits_of(1.0f); bits < bits_of(4.0f); ++bits) {
        const float m = float_of(bits);
        const std::uint32_t expected = bits_of(std::sqrt(m));
        const float inverse = static_cast<float>(1 / std::sqrt(double{m}));
        for (int ulps = -17; ulps <= 17; ++ulps) {
            const float estimate = moved(inverse, ulps);
            const float error = root_estimate_error(m, estimate);
            if (!is_good_root_error(error)) continue;
            comparison.same("corrected_root", expected, bits_of(corrected_root(m, estimate, error)), m,
                            estimate);
        }
    }
}

TEST(square_root, every_exponent) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    for (std::uint32_t head = 0; head < 512; ++head) {
        for (std::uint32_t i = 0; i < 4096; ++i) {
            const std::uint32_t fraction = i < 16   ? i
                                           : i < 32 ? fraction_mask - (i - 16)
                                                    : static_cast<std::uint32_t>(random()) & fraction_mask;
            const float x = float_of(head << 23 | fraction);
            const std::uint32_t expected = canonical(std::sqrt(x));
            with_every_estimate([&]<class Estimate>() {
                comparison.same("square_root_f32", expected, bits_of(square_root_f32<Estimate>(x)), x);
            });
            comparison.same("square_root_in_integers_f32", expected,
                            bits_of(square_root_f32<NativeEstimate, true>(x)), x);
        }
    }
}

TEST(square_root, special_cases_in_hex) {
    struct Case {
        std::uint32_t x, root;
    };
    const Case cases[] = {{0x00000000, 0x00000000}, {0x80000000, 0x80000000}, {0x7f800000, 0x7f800000},
                          {0xff800000, 0x7fc00000}, {0xbf800000, 0x7fc00000}, {0x80000001, 0x7fc00000},
                          {0x7f800001, 0x7fc00000}, {0xffffffff, 0x7fc00000}, {0x00000001, 0x1a3504f3},
                          {0x007fffff, 0x1fffffff}, {0x00800000, 0x20000000}, {0x7f7fffff, 0x5f7fffff},
                          {0x3f800001, 0x3f800000}, {0x3f7fffff, 0x3f7fffff}, {0x40000000, 0x3fb504f3},
                          {0x407fffff, 0x3fffffff}};
    Comparison comparison;
    for (const Case& c : cases) {
        comparison.same("square_root_f32", c.root, bits_of(square_root_f32(float_of(c.x))), c.x);
        comparison.same("square_root_in_integers_f32", c.root,
                        bits_of(square_root_in_integers_f32(float_of(c.x))), c.x);
    }
}

// RN32(RN64(sqrt(x))), what a sqrt of fp64 gives, is the same number.
TEST(square_root, through_fp64_is_the_same) {
    Comparison comparison;
    for (std::uint32_t bits = bits_of(1.0f); bits < bits_of(4.0f); ++bits) {
        const float m = float_of(bits);
        comparison.same("sqrt through fp64", bits_of(static_cast<float>(std::sqrt(double{m}))),
                        bits_of(square_root_f32(m)), m);
    }
}

TEST(square_root, attempts_are_sure_for_usual_operands) {
    for (std::uint32_t bits = bits_of(0x1p-75f); bits < infinity_bits; bits += 0x101)
        ASSERT_TRUE(attempt_square_root_f32(float_of(bits)).sure) << hex(bits);
    for (float edge : {0.0f, -0.0f, -1.0f, 0x1.fffffep-76f, INFINITY, NAN})
        ASSERT_FALSE(attempt_square_root_f32(edge).sure) << hex(edge);
}

}  // namespace
}  // namespace speedqa::exact
