// round_f32_if_certain against the host's conversions from its 64-bit long double significands.
#include "exact/certain_rounding.h"

#include <cmath>
#include <limits>

#include "check.h"

namespace speedqa::exact {
namespace {

static_assert(std::numeric_limits<long double>::digits == 64);

float rounded_by_host(std::uint64_t size, int exponent) {
    return static_cast<float>(std::ldexp(static_cast<long double>(size), exponent));
}

struct Case {
    std::uint64_t size, error;
    int exponent;
};

// Sizes anywhere, near the middle of two floats, near a float or near a power of two, with errors up to two
// last places of a float and down to none.
Case random_case(std::mt19937_64& random) {
    const std::uint64_t near[] = {random() >> random() % 64, random() >> 40 << 40 | std::uint64_t{1} << 39,
                                  random() >> 40 << 40, std::uint64_t{1} << random() % 64};
    std::uint64_t size = near[random() % 4];
    const std::uint64_t error = (size >> (22 + random() % 42)) * (random() >> 56) >> 8;
    const std::uint64_t distance = random() & 1 ? error + random() % 5 - 2 : (random() >> 56) * (error >> 7);
    size += random() & 1 ? distance : 0 - distance;
    if (size < error) size = error;
    if (size > ~error) size = ~error;
    return {size, error, static_cast<int>(random() % 340) - 200};
}

TEST(certain_rounding, both_ends_round_alike) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    int certain = 0, missed = 0;
    for (int i = 0; i < 1 << 23; ++i) {
        const Case c = random_case(random);
        const float low = rounded_by_host(c.size - c.error, c.exponent);
        const float high = rounded_by_host(c.size + c.error, c.exponent);
        const bool negative = i & 1;
        float rounded;
        if (round_f32_if_certain(negative, c.size, c.exponent, c.error, rounded)) {
            ++certain;
            comparison.same("low end", canonical(negative ? -low : low), canonical(rounded), c.size, c.error);
            comparison.same("high end", canonical(negative ? -high : high), canonical(rounded), c.size,
                            c.error);
        } else if (low == high && low > 0x1p-125f && high < 0x1p125f && c.error < c.size >> 30) {
            ++missed;
        }
    }
    EXPECT_GT(certain, 1 << 20);
    EXPECT_LT(missed, certain / 64);
}

}  // namespace
}  // namespace speedqa::exact
