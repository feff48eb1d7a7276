// The error-free operations against MPFR, and the bounds of the pair and triple operations.
#include "exact/error_free.h"

#include <mpfr.h>

#include <algorithm>
#include <cmath>

#include "check.h"
#include "estimates.h"

namespace speedqa::exact {
namespace {

constexpr int samples = 1 << 18;
constexpr double u = 0x1p-24;

// A number wide enough for every sum and product here to be exact.
class Exact {
  public:
    Exact() { mpfr_init2(value_, 1200); }
    Exact(const Exact& other) : Exact() { mpfr_set(value_, other.value_, MPFR_RNDN); }
    Exact& operator=(const Exact&) = delete;
    ~Exact() { mpfr_clear(value_); }

    Exact(float x) : Exact() { mpfr_set_flt(value_, x, MPFR_RNDN); }
    Exact(FloatPair x) : Exact(Exact(x.high) + x.low) {}
    Exact(FloatTriple x) : Exact(Exact(x.high) + x.middle + x.low) {}

    friend Exact operator+(const Exact& a, const Exact& b) { return apply(mpfr_add, a, b); }
    friend Exact operator-(const Exact& a, const Exact& b) { return apply(mpfr_sub, a, b); }
    friend Exact operator*(const Exact& a, const Exact& b) { return apply(mpfr_mul, a, b); }
    friend bool operator==(const Exact& a, const Exact& b) { return mpfr_equal_p(a.value_, b.value_) != 0; }
    double size() const { return std::fabs(mpfr_get_d(value_, MPFR_RNDA)); }
    float rounded() const { return mpfr_get_flt(value_, MPFR_RNDN); }

  private:
    template <class Operation>
    static Exact apply(Operation operation, const Exact& a, const Exact& b) {
        Exact result;
        EXPECT_EQ(operation(result.value_, a.value_, b.value_, MPFR_RNDN), 0) << "the oracle is too narrow";
        return result;
    }

    mpfr_t value_;
};

// A number with a random sign and significand, its exponent from `least` to `most`.
float random_float(std::mt19937_64& random, int least, int most) {
    const std::uint64_t word = random();
    const auto exponent =
        static_cast<std::uint32_t>(127 + least + static_cast<int>((word >> 32) % (most - least + 1)));
    return float_of((static_cast<std::uint32_t>(word) & ~exponent_mask) | exponent << 23);
}

// A normal pair or triple; its lower words are near the largest allowed, far below it, or zero.
float random_lower(std::mt19937_64& random, float above) {
    const int gap = random() % 4 == 0 ? 24 + static_cast<int>(random() % 20) : 24;
    return random() % 16 == 0
               ? 0.0f
               : random_float(random, -1, -1) * above * static_cast<float>(std::ldexp(1.0, -gap));
}

FloatPair random_pair(std::mt19937_64& random, int least, int most) {
    const float high = random_float(random, least, most);
    return two_sum(high, random_lower(random, high));
}

FloatTriple random_triple(std::mt19937_64& random, int least, int most) {
    const FloatPair pair = random_pair(random, least, most);
    return {pair.high, pair.low, random_lower(random, pair.low)};
}

bool is_normal(FloatPair x) {
    return x.high == Exact(x).rounded();
}
bool is_normal(FloatTriple x) {
    return std::fabs(x.middle) <= 2 * u * std::fabs(x.high) &&
           std::fabs(x.low) <= 2 * u * std::fabs(x.middle);
}

TEST(error_free, fused_multiply_add_rounds_once) {
    volatile float x = 1.0f + 0x1p-12f;
    EXPECT_EQ(fused_multiply_add(x, x, -(1.0f + 0x1p-11f)), 0x1p-24f);
    std::mt19937_64 random = random_words();
    for (int i = 0; i < samples; ++i) {
        const float a = random_float(random, -60, 60), b = random_float(random, -60, 60);
        const float c = random() % 2 ? -a * b : random_float(random, -120, 120);
        const float expected = (Exact(a) * b + c).rounded();
        ASSERT_EQ(bits_of(fused_multiply_add(a, b, c)), bits_of(expected))
            << hex(a) << hex(b) << hex(c) << seed();
    }
}

// The whole project rests on this: a product and a sum are two roundings.
TEST(error_free, products_and_sums_are_not_fused) {
    volatile float x = 1.0f + 0x1p-12f, y = -(1.0f + 0x1p-11f);
    const float a = x, b = y;
    EXPECT_EQ(a * a + b, 0.0f);
}

TEST(error_free, two_sum_is_exact) {
    std::mt19937_64 random = random_words();
    for (int i = 0; i < samples; ++i) {
        const float a = random_float(random, -127, 123);
        const float b = i % 2 ? random_float(random, -127, 123) : a * random_float(random, -26, 1);
        const FloatPair sum = two_sum(a, b);
        const Exact exact = Exact(a) + b;
        ASSERT_TRUE(Exact(sum) == exact && sum.high == exact.rounded())
            << hex(a) << hex(b) << " seed " << seed();
    }
}

TEST(error_free, fast_two_sum_is_exact) {
    std::mt19937_64 random = random_words();
    for (int i = 0; i < samples; ++i) {
        const float a = random_float(random, -100, 125);
        const float b = i % 16 ? a * random_float(random, -27, -1) : 0.0f;
        const FloatPair sum = fast_two_sum(a, b);
        const Exact exact = Exact(a) + b;
        ASSERT_TRUE(Exact(sum) == exact && sum.high == exact.rounded())
            << hex(a) << hex(b) << " seed " << seed();
    }
    EXPECT_EQ(fast_two_sum(0.0f, 3.0f).high, 3.0f);
}

TEST(error_free, split_is_exact) {
    std::mt19937_64 random = random_words();
    for (int i = 0; i < samples; ++i) {
        const float a = random_float(random, -127, 114);
        const FloatPair parts = split(a);
        ASSERT_TRUE(Exact(parts) == Exact(a)) << hex(a) << " seed " << seed();
        ASSERT_TRUE(!std::isnormal(a) || (bits_of(parts.high) & 0xfffu) == 0) << hex(a) << " seed " << seed();
        ASSERT_LE(std::fabs(parts.low), 0x1p-12f * std::fabs(parts.high) + 0x1p-138f) << hex(a);
    }
}

TEST(error_free, two_prod_is_exact) {
    std::mt19937_64 random = random_words();
    for (int i = 0; i < samples; ++i) {
        const float a = random_float(random, -127, 114);
        const int most = std::min(114, 126 - std::ilogb(a));
        const float b = random_float(random, std::max(-127, -101 - std::ilogb(a)), std::max(most, -126));
        const Exact exact = Exact(a) * b;
        if (exact.size() < 0x1p-101 || exact.size() >= 0x1p127) continue;
        const FloatPair fused = two_prod(a, b);
        const FloatPair split_up = two_prod_without_fma(a, b);
        ASSERT_TRUE(Exact(fused) == exact && fused.high == exact.rounded())
            << hex(a) << hex(b) << " seed " << seed();
        ASSERT_TRUE(Exact(split_up) == exact && split_up.high == exact.rounded())
            << hex(a) << hex(b) << seed();
    }
}

// The largest |result - exact| / scale seen, and whether every result was normal where it should be.
class Bound {
  public:
    Bound(const char* name, double limit) : name_(name), limit_(limit) {}
    ~Bound() {
        EXPECT_GT(largest_, limit_ / 200) << name_ << ": the bound says too little, or nothing was measured";
    }

    template <class Result>
    void check(const Result& result, const Exact& exact, double scale, bool must_be_normal = true) {
        const double ratio = (Exact(result) - exact).size() / scale;
        largest_ = std::max(largest_, ratio);
        EXPECT_LE(ratio, limit_) << name_ << " seed " << seed();
        EXPECT_TRUE(!must_be_normal || is_normal(result)) << name_ << " seed " << seed();
    }

  private:
    const char* name_;
    double limit_;
    double largest_ = 0;
};

TEST(error_free, pair_bounds) {
    std::mt19937_64 random = random_words();
    Bound add_float("pair_add_float", 2 * u * u), add("pair_add", 3 * u * u + 13 * u * u * u);
    Bound multiply_float("pair_multiply_float", 2 * u * u), multiply("pair_multiply", 5 * u * u);
    for (int i = 0; i < samples; ++i) {
        const FloatPair x = random_pair(random, -30, 30);
        FloatPair y = random_pair(random, -30, 30);
        if (i % 4 == 0) y = two_sum(-moved(x.high, static_cast<int>(random() % 3)), y.low * 0x1p-60f);
        const Exact float_sum = Exact(x) + y.high, sum = Exact(x) + y;
        const Exact float_product = Exact(x) * y.high, product = Exact(x) * y;
        if (float_sum.size() > 0) add_float.check(pair_add_float(x, y.high), float_sum, float_sum.size());
        if (sum.size() > 0) add.check(pair_add(x, y), sum, sum.size());
        multiply_float.check(pair_multiply_float(x, y.high), float_product, float_product.size());
        multiply.check(pair_multiply(x, y), product, product.size());
    }
}

TEST(error_free, triple_bounds) {
    std::mt19937_64 random = random_words();
    const double u3 = u * u * u;
    Bound add_float("triple_add_float", 7.01 * u3), add("triple_add", 18.1 * u3);
    Bound multiply_float("triple_multiply_float", 15.1 * u3), multiply("triple_multiply", 92 * u3);
    for (int i = 0; i < samples; ++i) {
        const FloatTriple x = random_triple(random, -20, 20);
        FloatTriple y = random_triple(random, -20, 20);
        if (i % 4 == 0) y.high = -moved(x.high, static_cast<int>(random() % 64)), y.middle = 0, y.low = 0;
        const double float_scale = Exact(x.high).size() + Exact(y.high).size();
        const Exact float_sum = Exact(x) + y.high, sum = Exact(x) + y;
        add_float.check(triple_add_float(x, y.high), float_sum, float_scale,
                        float_sum.size() >= 0x1p-20 * float_scale);
        add.check(triple_add(x, y), sum, float_scale, sum.size() >= 0x1p-20 * float_scale);
        multiply_float.check(triple_multiply_float(x, y.high), Exact(x) * y.high,
                             (Exact(x.high) * y.high).size());
        multiply.check(triple_multiply(x, y), Exact(x) * y, (Exact(x.high) * y.high).size());
    }
}

TEST(error_free, renormalise_keeps_the_value) {
    std::mt19937_64 random = random_words();
    for (int i = 0; i < samples; ++i) {
        const float a = random_float(random, -20, 20), b = random_float(random, -40, 20),
                    c = random_float(random, -60, 20);
        const FloatTriple result = renormalise(a, b, c);
        ASSERT_TRUE(Exact(result) == Exact(a) + b + c) << hex(a) << hex(b) << hex(c) << " seed " << seed();
        const bool must_be_normal = std::fabs(b) + std::fabs(c) <= std::fabs(a) / 4;
        ASSERT_TRUE(!must_be_normal || is_normal(result)) << hex(a) << hex(b) << hex(c) << " seed " << seed();
    }
}

}  // namespace
}  // namespace speedqa::exact
