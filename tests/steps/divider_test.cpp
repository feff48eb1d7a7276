// Divider at every SIMD level with fma: quotients equal to the processor's own, bit for bit.
#include "backends/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "steps/divider_test.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "backends/cpu/divider-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

bool divide_all(const float*, int, float, float*) {
    return false;
}

#else

// False where the level has no fma: Divider is not for it. `count` is a multiple of 16.
bool divide_all(const float* a, int count, float divisor, float* quotients) {
    if (!HWY_NATIVE_FMA) return false;
    const Divider divider(divisor);
    for (int i = 0; i < count; i += lanes)
        hn::StoreU(divider.divide(hn::LoadU(DF(), a + i)), DF(), quotients + i);
    return true;
}

#endif
}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

#include "backends/cpu/cpu_features.h"

namespace speedqa {
namespace {

HWY_EXPORT(divide_all);

constexpr int at_once = 1 << 12;

class Divider : public ::testing::TestWithParam<CpuLevel> {
  protected:
    void SetUp() override {
        restrict_targets(GetParam().mask);
        float unused[16];
        const float ones[16] = {};
        if (!HWY_DYNAMIC_DISPATCH(divide_all)(ones, 16, 1.0f, unused)) GTEST_SKIP() << "no fma";
    }
    void TearDown() override { restrict_targets(0); }

    void expect_exact(const float* dividends, int count, float divisor) {
        static float quotients[at_once];
        HWY_DYNAMIC_DISPATCH(divide_all)(dividends, count, divisor, quotients);
        for (int i = 0; i < count; ++i)
            ASSERT_EQ(std::bit_cast<std::uint32_t>(quotients[i]),
                      std::bit_cast<std::uint32_t>(dividends[i] / divisor))
                << dividends[i] << " / " << divisor;
    }

    float dividends_[at_once];
};

TEST_P(Divider, EverySignificandOver25) {
    for (std::uint32_t first = 0; first < 1u << 23; first += at_once) {
        for (std::uint32_t i = 0; i < at_once; ++i)
            dividends_[i] = std::bit_cast<float>(0x3f800000u + first + i);
        ASSERT_NO_FATAL_FAILURE(expect_exact(dividends_, at_once, 25.0f));
    }
}

// A divisor b of 24 bits and a small odd r: the Q of 25 bits with Q*b + r a multiple of 2^25 is a midpoint,
// and the quotient of that multiple and b is as near to it as quotients come.
TEST_P(Divider, QuotientsNextToMidpoints) {
    std::mt19937 random(7);
    for (int round = 0; round < 20000; ++round) {
        const std::uint32_t b = (1u << 23 | random() % (1u << 23)) | 1u;
        std::uint32_t inverse = b;  // modulo 2^32, by Newton's iteration
        for (int i = 0; i < 5; ++i) inverse *= 2u - b * inverse;
        for (int i = 0; i < 16; ++i) {
            const int r = i % 2 == 0 ? i + 1 : -i;
            const std::uint32_t q = (0u - static_cast<std::uint32_t>(r)) * inverse % (1u << 25);
            const std::int64_t multiple = static_cast<std::int64_t>(q) * b + r;
            dividends_[i] = static_cast<float>(multiple >> 25);
            if (dividends_[i] <= 0.0f) dividends_[i] = 1.0f;
        }
        ASSERT_NO_FATAL_FAILURE(expect_exact(dividends_, 16, static_cast<float>(b)));
    }
}

TEST_P(Divider, RandomPairsOfTheDomain) {
    std::mt19937_64 random(11);
    const auto number = [&random] {
        const float significand = 1.0f + static_cast<float>(random() % (1u << 23)) * 0x1p-23f;
        const float size = std::ldexp(significand, static_cast<int>(random() % 120) - 60);
        return random() % 2 == 0 ? size : -size;
    };
    for (int round = 0; round < 2000; ++round) {
        for (int i = 0; i < 512; ++i) dividends_[i] = number();
        ASSERT_NO_FATAL_FAILURE(expect_exact(dividends_, 512, number()));
    }
}

INSTANTIATE_TEST_SUITE_P(Levels, Divider, ::testing::ValuesIn(cpu_levels()),
                         [](const auto& level) { return level.param.name; });

}  // namespace
}  // namespace speedqa
#endif
