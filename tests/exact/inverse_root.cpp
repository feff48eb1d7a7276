// inverse_root_f32 against the reference's three roundings in the host's fp64.
#include "exact/inverse_root.h"

#include <cmath>

#include "check.h"
#include "estimates.h"

namespace speedqa::exact {
namespace {

float reference(float x) {
    return static_cast<float>(1.0 / std::sqrt(double{x}));
}

// The next three tests are complete for the main path, which sees x only as a significand from 1 to 4, and
// take the place of a proof in docs/numerics.md, 4.
TEST(inverse_root, first_step_leaves_a_neighbour) {
    Comparison comparison;
    for (std::uint32_t bits = bits_of(1.0f); bits < bits_of(4.0f); ++bits) {
        const float m = float_of(bits);
        const float exact = reference(m);
        for (int ulps = -17; ulps <= 17; ++ulps) {
            const float estimate = moved(exact, ulps);
            const float error = root_estimate_error(m, estimate);
            if (!is_good_root_error(error)) continue;
            const std::uint32_t distance =
                bits_of(neighbouring_inverse_root(estimate, error)) - bits_of(exact);
            comparison.same("neighbouring_inverse_root is near", true, distance + 1 <= 2, m, estimate);
        }
    }
}

TEST(inverse_root, second_step_settles) {
    Comparison comparison;
    for (std::uint32_t bits = bits_of(1.0f); bits < bits_of(4.0f); ++bits) {
        const float m = float_of(bits);
        const float exact = reference(m);
        for (int ulps : {-1, 0, 1})
            comparison.same("settled_inverse_root", bits_of(exact),
                            bits_of(settled_inverse_root(m, moved(exact, ulps))), m, ulps);
    }
}

// RN32(RN64(1/RN64(sqrt(m)))) = RN32(1/sqrt(m)): with y = Y * 2^-24 the result, m lies strictly between the
// squares of 2^25/(2Y + 1) and 2^25/(2Y - 1). In integers, M = m * 2^23: M * (2Y + 1)^2 > 2^73 > M * (2Y -
// 1)^2; the three differ by less than 2^51, so the lower 64 bits, as a signed number, have the sign of the
// difference.
TEST(inverse_root, three_roundings_are_one) {
    Comparison comparison;
    for (std::uint32_t bits = bits_of(1.0f); bits < bits_of(4.0f); ++bits) {
        const float m = float_of(bits);
        const std::uint64_t y = static_cast<std::uint64_t>(reference(m) * 0x1p24f);
        const std::uint64_t scaled = static_cast<std::uint64_t>(m * 0x1p23f);
        const std::uint64_t above = scaled * (2 * y + 1) * (2 * y + 1);
        const std::uint64_t below = scaled * (2 * y - 1) * (2 * y - 1);
        const bool between = static_cast<std::int64_t>(above) > 0 && static_cast<std::int64_t>(below) < 0;
        comparison.same("1/sqrt rounds once", true, between, m);
    }
}

TEST(inverse_root, every_exponent) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    for (std::uint32_t head = 0; head < 512; ++head) {
        for (std::uint32_t i = 0; i < 2048; ++i) {
            const std::uint32_t middle = static_cast<std::uint32_t>(random()) & fraction_mask;
            const std::uint32_t fraction = i < 16 ? i : i < 32 ? fraction_mask - (i - 16) : middle;
            const float x = float_of(head << 23 | fraction);
            const std::uint32_t expected = canonical(reference(x));
            with_every_estimate([&]<class Estimate>() {
                comparison.same("inverse_root_f32", expected, bits_of(inverse_root_f32<Estimate>(x)), x);
            });
            comparison.same("inverse_root_in_binary64_f32", expected,
                            bits_of(inverse_root_f32<NativeEstimate, true>(x)), x);
        }
    }
}

TEST(inverse_root, special_cases_in_hex) {
    struct Case {
        std::uint32_t x, result;
    };
    const Case cases[] = {{0x00000000, 0x7f800000}, {0x80000000, 0xff800000}, {0x7f800000, 0x00000000},
                          {0xff800000, 0x7fc00000}, {0xbf800000, 0x7fc00000}, {0x80000001, 0x7fc00000},
                          {0x7f800001, 0x7fc00000}, {0xffffffff, 0x7fc00000}, {0x00000001, 0x64b504f3},
                          {0x3f800000, 0x3f800000}, {0x40000000, 0x3f3504f3}, {0x403a18e3, 0x3f16209e},
                          {0x7f7fffff, 0x1f800000}, {0x00800000, 0x5f000000}, {0x3f800001, 0x3f7fffff}};
    Comparison comparison;
    for (const Case& c : cases) {
        comparison.same("inverse_root_f32", c.result, bits_of(inverse_root_f32(float_of(c.x))), c.x);
        comparison.same("inverse_root_in_binary64_f32", c.result,
                        bits_of(inverse_root_in_binary64_f32(float_of(c.x))), c.x);
    }
}

TEST(inverse_root, attempts_are_sure_for_usual_operands) {
    for (std::uint32_t bits = bits_of(0x1p-75f); bits < bits_of(0x1p75f); bits += 0x101)
        ASSERT_TRUE(attempt_inverse_root_f32(float_of(bits)).sure) << hex(bits);
    for (float edge : {0.0f, -1.0f, 0x1.fffffep-76f, 0x1p75f, INFINITY, NAN})
        ASSERT_FALSE(attempt_inverse_root_f32(edge).sure) << hex(edge);
}

}  // namespace
}  // namespace speedqa::exact
