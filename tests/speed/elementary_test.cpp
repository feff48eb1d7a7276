// exp and sin against MPFR: the same fp64 for every argument that filters ask for and for a wide net of
// scaler positions.
#include "speed/elementary.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <random>

#include "speed/gaussian.h"
#include "speed/tables.h"

namespace speedqa {
namespace {

double correctly_rounded(int (*function)(mpfr_t, const mpfr_t, mpfr_rnd_t), double x) {
    mpfr_t value;
    mpfr_init2(value, 53);
    mpfr_set_d(value, x, MPFR_RNDN);
    function(value, value, MPFR_RNDN);
    const double result = mpfr_get_d(value, MPFR_RNDN);
    mpfr_clear(value);
    return result;
}

TEST(Elementary, ExpOfEveryFilterArgument) {
    for (const float step : {2.0f, 1.0f}) {  // sigma = 2n/5 and n/5
        for (int taps = 3; taps <= max_filter_taps; taps += 2) {
            const double sigma = static_cast<float>(static_cast<double>(step) * taps / 5.0);
            for (int i = 0; i < taps; ++i) {
                const double x = i - taps / 2;
                const double argument = -0.5 * x / sigma * x / sigma;
                ASSERT_EQ(exp_binary64(argument), correctly_rounded(mpfr_exp, argument)) << argument;
            }
        }
    }
}

TEST(Elementary, ExpOfRandomArguments) {
    std::mt19937_64 random(20260101);
    std::uniform_real_distribution<double> range(-64.0, 0.0);
    for (int i = 0; i < 20000; ++i) {
        const double argument = range(random);
        ASSERT_EQ(exp_binary64(argument), correctly_rounded(mpfr_exp, argument)) << argument;
    }
}

TEST(Elementary, SinOfLanczosArguments) {
    constexpr double pi = 0x1.921fb54442d18p+1;
    std::mt19937_64 random(20260102);
    std::uniform_real_distribution<float> fraction(0.0f, 1.0f);
    for (int tap = -4; tap <= 4; ++tap) {
        for (int i = 0; i < 4000; ++i) {
            // The first ones are exact multiples of pi as fp64 has it, and their neighbours.
            const float part = i == 0   ? 0.0f
                               : i == 1 ? 0x1p-23f
                               : i == 2 ? 1.0f - 0x1p-24f
                                        : fraction(random);
            const double x = static_cast<float>(tap) - part;
            if (x == 0.0) continue;
            ASSERT_EQ(sin_binary64(pi * x), correctly_rounded(mpfr_sin, pi * x)) << x;
            ASSERT_EQ(sin_binary64(pi * x / 4.0), correctly_rounded(mpfr_sin, pi * x / 4.0)) << x;
        }
    }
}

}  // namespace
}  // namespace speedqa
