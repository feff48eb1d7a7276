// The judge of the probe against the host's arithmetic, which IEEE 754 fixes as well.
#include "probe/rational.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "probe/operands.h"

namespace speedqa::probe {
namespace {

constexpr std::uint64_t count = 1 << 18;

std::uint64_t word(float x) {
    return std::isnan(x) ? binary32.nan() : std::bit_cast<std::uint32_t>(x);
}
std::uint64_t word(double x) {
    return std::isnan(x) ? binary64.nan() : std::bit_cast<std::uint64_t>(x);
}
float f32_of(std::uint64_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}
double f64_of(std::uint64_t bits) {
    return std::bit_cast<double>(bits);
}

template <class Float>
void compare(const Format& format, Float a, Float b, Float c) {
    const Number x = number(word(a), format), y = number(word(b), format), z = number(word(c), format);
    ASSERT_EQ(rounded(sum(x, y), format), word(a + b)) << a << " + " << b;
    ASSERT_EQ(rounded(sum(x, negated(y)), format), word(a - b)) << a << " - " << b;
    ASSERT_EQ(rounded(product(x, y), format), word(a * b)) << a << " * " << b;
    ASSERT_EQ(rounded(quotient(x, y), format), word(a / b)) << a << " / " << b;
    ASSERT_EQ(rounded(root(x), format), word(std::sqrt(a))) << "sqrt " << a;
    ASSERT_EQ(rounded(sum(product(x, y), z), format), word(std::fma(a, b, c)))
        << a << " * " << b << " + " << c;
    ASSERT_EQ(less(x, y), a < b) << a << " < " << b;
    ASSERT_EQ(equal(x, y), a == b) << a << " == " << b;
    ASSERT_TRUE(x.kind == Kind::nan || equal(x, x)) << a;
}

TEST(Rational, Fp32AsTheHost) {
    for (std::uint64_t n = 0; n < count; ++n) {
        const Operands any = AnyPairs::at(n), triple = Triples::at(n), tiny = SubnormalPairs::at(n);
        compare(binary32, f32_of(any.a), f32_of(any.b), f32_of(words(n).first));
        compare(binary32, f32_of(triple.a), f32_of(triple.b), f32_of(triple.c));
        compare(binary32, f32_of(tiny.a), f32_of(tiny.b), f32_of(any.a));
    }
}

TEST(Rational, Fp64AsTheHost) {
    for (std::uint64_t n = 0; n < count; ++n) {
        const Operands pair = PairsF64::at(n), triple = TriplesF64::at(n);
        compare(binary64, f64_of(pair.a), f64_of(pair.b), f64_of(words(n).first));
        compare(binary64, f64_of(triple.a), f64_of(triple.b), f64_of(triple.c));
    }
}

TEST(Rational, ConversionsAsTheHost) {
    for (std::uint64_t n = 0; n < count; ++n) {
        const std::uint64_t wide = NumbersF64::at(n).a;
        ASSERT_EQ(rounded(number(wide, binary64), binary32), word(static_cast<float>(f64_of(wide)))) << wide;
        const auto value = static_cast<std::int64_t>(Integers::at(n).a);
        ASSERT_EQ(rounded(integer(value), binary64), word(static_cast<double>(value))) << value;
        const double integral = f64_of(IntegralF64::at(n).a);
        if (std::fabs(integral) >= 0x1p63) continue;
        ASSERT_EQ(truncated(number(word(integral), binary64)), static_cast<std::int64_t>(integral))
            << integral;
    }
}

TEST(Rational, IntegersOutOfRange) {
    EXPECT_EQ(truncated(number(word(0x1p63), binary64)), INT64_MAX);
    EXPECT_EQ(truncated(number(word(-0x1p63), binary64)), INT64_MIN);
    EXPECT_EQ(truncated(number(word(-0x1p70), binary64)), INT64_MIN);
    EXPECT_EQ(truncated(number(word(-INFINITY), binary32)), INT64_MIN);
    EXPECT_EQ(truncated(number(word(NAN), binary32)), 0);
}

}  // namespace
}  // namespace speedqa::probe
