// The base-2 logarithm of src/exact: 2^26 arguments against MPFR, and how near every float's logarithm comes
// to a tie.
#include <algorithm>
#include <array>

#include "log2_compare.h"

namespace speedqa::exact {
namespace {

TEST(log2_full, random_arguments) {
    in_two_threads(1 << 10, [](std::uint32_t part, Comparison& comparison) {
        std::mt19937_64 random = random_words(part);
        for (int i = 0; i < 1 << 14; ++i) {
            compare_log2(comparison, any_double(random));
            compare_log2(comparison, any_float(random));
            compare_log2(comparison, near_one(random));
            compare_log2(comparison, i % 2 ? near_power_of_two(random) : subnormal(random));
        }
    });
}

// Arguments like those of the entropies: most are decided by 64 bits.
TEST(log2_full, share_of_the_slow_form) {
    std::mt19937_64 random = random_words();
    constexpr int count = 1 << 22;
    int undecided = 0;
    for (int i = 0; i < count; ++i) {
        const float x =
            static_cast<float>(std::exp2(std::ldexp(static_cast<double>(random() >> 11), -49) - 2));
        Binary64 rounded;
        undecided += !round_if_certain(approximate_log2(reduce_log2(parts_of_f32(bits_of(x)))), rounded);
    }
    std::cout << undecided << " of " << count << " in 1/4 to 2^14" << std::endl;
    EXPECT_LT(undecided, count / 16);
}

__extension__ using Uint128 = unsigned __int128;

// How far |logarithm| * 2^116, the logarithm within 2^-115 of a float's, lies from the middle of two fp64
// numbers, in units of their distance.
double distance_from_tie(Uint128 size) {
    const auto upper = static_cast<std::uint64_t>(size >> 64);
    const int length =
        upper != 0 ? 128 - leading_zeros(upper) : 64 - leading_zeros(static_cast<std::uint64_t>(size));
    const Uint128 place = Uint128{1} << (length - 53);
    const Uint128 rest = size & (place - 1);
    const Uint128 tie = place / 2;
    return std::ldexp(static_cast<double>(rest < tie ? tie - rest : rest - tie), 53 - length);
}

// All exponents of the floats with one significand.
double nearest_tie(std::uint32_t fraction) {
    const WideLog2 wide = wide_log2(reduce_log2(parts_of_f32(one_bits | fraction)));
    Uint128 logarithm = 0;
    for (int word = 5; word >= 2; --word) logarithm = logarithm << 32 | wide.word[word];
    logarithm >>= 10;
    double nearest = 1;
    for (int exponent = -149; exponent <= 127; ++exponent) {
        const Uint128 whole = static_cast<Uint128>(std::abs(exponent)) << 116;
        nearest = std::min(nearest, distance_from_tie(exponent < 0 ? whole - logarithm : whole + logarithm));
    }
    return nearest;
}

// The wide logarithm is within 2^-136 of the result relatively, so 2^-83 of the distance of fp64 numbers: any
// nearest tie well above that means that it can't round wrongly. Exponents of subnormals are tried with all
// significands.
TEST(log2_full, no_float_is_too_near_a_tie) {
    constexpr std::uint32_t parts = 1 << 8, fractions = (1u << 23) / parts;
    std::array<double, parts> nearest;
    std::array<std::uint32_t, parts> where;
    in_two_threads(parts, [&](std::uint32_t part, Comparison& comparison) {
        nearest[part] = 1;
        const std::uint32_t first = part * fractions;
        for (std::uint32_t fraction = std::max(first, 1u); fraction < first + fractions; ++fraction) {
            const double distance = nearest_tie(fraction);
            if (distance < nearest[part]) where[part] = fraction;
            nearest[part] = std::min(nearest[part], distance);
        }
        comparison.same("far from a tie", true, nearest[part] > 0x1p-40, where[part]);
    });
    const auto least = std::min_element(nearest.begin(), nearest.end()) - nearest.begin();
    std::cout << "nearest: 2^" << std::log2(nearest[least]) << " of a last place, fraction bits "
              << hex(where[least]) << std::endl;
    EXPECT_EQ(where[least], 0x618df3u);
}

}  // namespace
}  // namespace speedqa::exact
