// fast_log2 at every SIMD level against MPFR: the errors that its users count on.
#include "backends/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "steps/log2_test.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "backends/cpu/lanes-inl.h"
#include "exact/log2_simd-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

bool log2_all(const double*, int, double*) {
    return false;
}

#else

// `count` is a multiple of 8.
bool log2_all(const double* x, int count, double* results) {
    for (int i = 0; i < count; i += double_lanes)
        hn::StoreU(fast_log2(DD(), hn::LoadU(DD(), x + i)), DD(), results + i);
    return true;
}

#endif
}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "backends/cpu/cpu_features.h"

namespace speedqa {
namespace {

HWY_EXPORT(log2_all);

// The largest errors of results[i] as log2(x[i]).
struct Errors {
    double relative = 0.0;
    double absolute = 0.0;
};

Errors largest_errors(const std::vector<double>& x, const std::vector<double>& results) {
    Errors errors;
    mpfr_t exact;
    mpfr_t difference;
    mpfr_init2(exact, 120);
    mpfr_init2(difference, 120);
    for (std::size_t i = 0; i < x.size(); ++i) {
        mpfr_set_d(exact, x[i], MPFR_RNDN);
        mpfr_log2(exact, exact, MPFR_RNDN);
        mpfr_d_sub(difference, results[i], exact, MPFR_RNDN);
        errors.absolute = std::max(errors.absolute, std::fabs(mpfr_get_d(difference, MPFR_RNDN)));
        if (mpfr_zero_p(exact) != 0) continue;
        mpfr_div(difference, difference, exact, MPFR_RNDN);
        errors.relative = std::max(errors.relative, std::fabs(mpfr_get_d(difference, MPFR_RNDN)));
    }
    mpfr_clear(exact);
    mpfr_clear(difference);
    return errors;
}

// Compares 2^16 arguments at every level of the machine.
void expect_small_errors(const std::function<double()>& argument) {
    std::vector<double> x(1 << 16);
    for (double& value : x) value = argument();
    std::vector<double> results(x.size());
    for (const CpuLevel& level : cpu_levels()) {
        restrict_targets(level.mask);
        if (!HWY_DYNAMIC_DISPATCH(log2_all)(x.data(), static_cast<int>(x.size()), results.data())) continue;
        const Errors errors = largest_errors(x, results);
        EXPECT_LT(errors.relative, 0x1p-36) << level.name;
        EXPECT_LT(errors.absolute, 0x1p-41) << level.name;
    }
    restrict_targets(0);
}

TEST(FastLog2, OfAllExponentsToSixtyFour) {
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> exponent(-64.0, 64.0);
    expect_small_errors([&] { return std::exp2(exponent(random)); });
}

TEST(FastLog2, NextToOne) {
    std::mt19937_64 random(4);
    expect_small_errors([&] {
        const double distance = std::ldexp(1.0 + static_cast<double>(random() % 1024) / 1024.0,
                                           -4 - static_cast<int>(random() % 48));
        return random() % 2 == 0 ? 1.0 + distance : 1.0 - distance;
    });
}

// Where one entry of the tables takes over from the next, and an exponent from the next.
TEST(FastLog2, NextToTheMiddleBetweenTableEntries) {
    std::mt19937_64 random(5);
    expect_small_errors([&] {
        const double middle = (32.0 + static_cast<double>(random() % 32) + 1.0) / 32.0;
        const double near = middle + std::ldexp(static_cast<double>(random() % 17) - 8.0, -52);
        return std::ldexp(near, static_cast<int>(random() % 120) - 60);
    });
}

}  // namespace
}  // namespace speedqa
#endif
