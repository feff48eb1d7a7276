// Software fp64 against the host's fp64.
#include <limits>
#include <vector>

#include "binary64_pairs.h"
#include "exact/binary64_arithmetic.h"

namespace speedqa::exact {
namespace {

constexpr int random_pairs = 1 << 22;

// Zeros, the ends of the subnormal, normal, fp32 and integer ranges, powers of two with their neighbours,
// values half way between fp32 numbers, infinities, quiet and signalling NaN; of both signs.
std::vector<double> special_doubles() {
    std::vector<std::uint64_t> bits = {0,
                                       1,
                                       2,
                                       3,
                                       0x000ffffffffffffe,
                                       0x000fffffffffffff,
                                       0x0008000000000000,
                                       0x0008000000000001,
                                       0x7fefffffffffffff,
                                       0x7ff0000000000000,
                                       0x7ff0000000000001,
                                       0x7ff8000000000000,
                                       0x7fffffffffffffff,
                                       0x3ff0000010000000,
                                       0x3ff0000010000001,
                                       0x3ff0000030000000,
                                       0x3fefffffffffffff,
                                       0x47efffffefffffff,
                                       0x47effffff0000000,
                                       0x3690000000000000,
                                       0x3690000000000001,
                                       0x3b30000000000000,
                                       0x0018000000000001};
    for (std::uint64_t exponent : {1,    2,    53,   54,   55,   511,  512,  872,  873,  874,  896,
                                   897,  970,  996,  1021, 1022, 1023, 1024, 1025, 1053, 1054, 1055,
                                   1075, 1076, 1085, 1086, 1087, 1150, 1151, 1535, 2044, 2045, 2046})
        for (std::uint64_t fraction :
             {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0x8000000000000}, fraction_mask_f64})
            bits.push_back(exponent << 52 | fraction);
    std::vector<double> values;
    for (std::uint64_t word : bits) {
        values.push_back(std::bit_cast<double>(word));
        values.push_back(std::bit_cast<double>(word | sign_mask_f64));
    }
    return values;
}

TEST(binary64, special_pairs) {
    Comparison comparison;
    const std::vector<double> values = special_doubles();
    for (double x : values) {
        compare_roots(comparison, x);
        compare_narrowing(comparison, x);
        for (double y : values) {
            compare_sums(comparison, x, y);
            compare_products(comparison, x, y);
            compare_quotients(comparison, x, y);
            compare_order(comparison, x, y);
        }
    }
}

TEST(binary64, random_pairs) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    for (int i = 0; i < random_pairs; ++i) {
        const Operands operands = random_operands(random);
        compare_sums(comparison, operands.x, operands.y);
        compare_products(comparison, operands.x, operands.y);
        compare_quotients(comparison, operands.x, operands.y);
        compare_roots(comparison, operands.x);
        compare_order(comparison, operands.x, operands.y);
        compare_narrowing(comparison, operands.y);
    }
}

// RN32 of numbers next to and half way between fp32 numbers, subnormal ones included.
TEST(binary64, narrowing_near_midpoints) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    for (int i = 0; i < 1 << 20; ++i) {
        const std::uint64_t word = random();
        const double x = float_of(static_cast<std::uint32_t>(word) &
                                  ~(0x40000000u & static_cast<std::uint32_t>(word >> 8)));
        const double next = float_of(bits_of(static_cast<float>(x)) + 1);
        const double middle = x + (next - x) / 2;
        for (int step : {-1, 0, 1})
            compare_narrowing(comparison, std::bit_cast<double>(std::bit_cast<std::uint64_t>(middle) +
                                                                static_cast<std::uint64_t>(step)));
    }
}

TEST(binary64, widening) {
    Comparison comparison;
    for (std::uint64_t bits = 0; bits < std::uint64_t{1} << 32; bits += 0xfff) {
        const float x = float_of(static_cast<std::uint32_t>(bits));
        comparison.same("f64_from_f32", canonical(double{x}), bits_of(f64_from_f32(x)), x);
    }
    for (std::uint32_t bits = 0; bits < 1u << 20; ++bits)
        comparison.same("f64_from_f32", canonical(double{float_of(bits)}),
                        bits_of(f64_from_f32(float_of(bits))), bits);
}

void compare_integers(Comparison& comparison, std::uint64_t n) {
    const auto as_i64 = static_cast<std::int64_t>(n);
    const auto as_u32 = static_cast<std::uint32_t>(n);
    const auto as_i32 = static_cast<std::int32_t>(n);
    comparison.same("f64_from_u64", canonical(static_cast<double>(n)), bits_of(f64_from_u64(n)), n);
    comparison.same("f64_from_i64", canonical(static_cast<double>(as_i64)), bits_of(f64_from_i64(as_i64)), n);
    comparison.same("f64_from_u32", canonical(static_cast<double>(as_u32)), bits_of(f64_from_u32(as_u32)), n);
    comparison.same("f64_from_i32", canonical(static_cast<double>(as_i32)), bits_of(f64_from_i32(as_i32)), n);
}

TEST(binary64, from_integers) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    for (int shift = 0; shift < 64; ++shift) {
        const std::uint64_t power = std::uint64_t{1} << shift;
        for (std::uint64_t n : {power - 1, power, power + 1, 0 - power, 3 * power, power + (power >> 53),
                                power + (power >> 54)})
            compare_integers(comparison, n);
        for (int i = 0; i < 1 << 12; ++i) compare_integers(comparison, random() >> shift);
    }
}

// The integer nearest to x towards zero, as the claim says also out of range.
template <class Integer>
Integer truncated(double x) {
    if (x != x) return 0;
    if (x <= static_cast<double>(std::numeric_limits<Integer>::min()))
        return std::numeric_limits<Integer>::min();
    if (x >= static_cast<double>(std::numeric_limits<Integer>::max()))
        return std::numeric_limits<Integer>::max();
    return static_cast<Integer>(x);
}

void compare_truncation(Comparison& comparison, double x) {
    comparison.same("i64_from_f64", truncated<std::int64_t>(x), i64_from_f64(f64_of(x)), x);
    comparison.same("u64_from_f64", truncated<std::uint64_t>(x), u64_from_f64(f64_of(x)), x);
    comparison.same("i32_from_f64", truncated<std::int32_t>(x), i32_from_f64(f64_of(x)), x);
    comparison.same("u32_from_f64", truncated<std::uint32_t>(x), u32_from_f64(f64_of(x)), x);
}

TEST(binary64, to_integers) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    for (double x : special_doubles()) compare_truncation(comparison, x);
    for (std::uint64_t exponent = 1010; exponent < 1100; ++exponent) {
        for (int i = 0; i < 1 << 12; ++i) {
            const std::uint64_t word = random() & (sign_mask_f64 | fraction_mask_f64);
            compare_truncation(comparison, std::bit_cast<double>(word | exponent << 52));
        }
    }
}

TEST(binary64, sign_operations) {
    Comparison comparison;
    for (double x : special_doubles()) {
        const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
        comparison.same("negate_f64", bits ^ sign_mask_f64, bits_of(negate_f64(f64_of(x))), x);
        comparison.same("magnitude_f64", bits & ~sign_mask_f64, bits_of(magnitude_f64(f64_of(x))), x);
        comparison.same("is_nan", x != x, is_nan(f64_of(x)), x);
    }
}

}  // namespace
}  // namespace speedqa::exact
