// square_root_f32 against the host's square root.
#include "exact/square_root.h"

#include <cmath>

#include "check.h"
#include "estimates.h"

namespace speedqa::exact {
namespace {

// Complete for the main path: it sees x only as a significand from 1 to 4.
TEST(square_root, every_significand_with_every_estimate) {
    Comparison comparison;
    for (std::uint32_t bits = bits_of(1.0f); bits < bits_of(4.0f); ++bits) {
        const float m = float_of(bits);
        const float expected = std::sqrt(m);
        for (int ulps = -4; ulps <= 4; ++ulps)
            comparison.same("corrected_root", bits_of(expected),
                            bits_of(corrected_root(m, moved(expected, ulps))), m, ulps);
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

TEST(square_root, attempts_are_sure_for_normal_operands) {
    for (std::uint32_t bits = 0x00800000u; bits < infinity_bits; bits += 0x101)
        ASSERT_TRUE(attempt_square_root_f32(float_of(bits)).sure) << hex(bits);
}

}  // namespace
}  // namespace speedqa::exact
