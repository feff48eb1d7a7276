// The functions of one fp32 argument on all 2^32 of them; two threads.
#include <cmath>

#include "check.h"
#include "estimates.h"
#include "exact/pairs_only.h"

namespace speedqa::exact {
namespace {

template <class Compare>
void on_every_float(Compare compare) {
    in_two_threads(1 << 12, [&](std::uint32_t part, Comparison& comparison) {
        for (std::uint32_t i = 0; i < 1 << 20; ++i) compare(comparison, float_of(part << 20 | i));
    });
}

template <class Estimate, bool force_fallback>
void compare_square_root(Comparison& comparison, float x) {
    const std::uint32_t actual = bits_of(square_root_f32<Estimate, force_fallback>(x));
    comparison.same("square_root_f32", canonical(std::sqrt(x)), actual, x);
}

template <class Estimate, bool force_fallback>
void compare_inverse_root(Comparison& comparison, float x) {
    const float expected = static_cast<float>(1.0 / std::sqrt(double{x}));
    const std::uint32_t actual = bits_of(inverse_root_f32<Estimate, force_fallback>(x));
    comparison.same("inverse_root_f32", canonical(expected), actual, x);
}

TEST(every_float, square_root) {
    on_every_float(compare_square_root<NativeEstimate, false>);
}
TEST(every_float, square_root_below) {
    on_every_float(compare_square_root<OffBy<-4>, false>);
}
TEST(every_float, square_root_above) {
    on_every_float(compare_square_root<OffBy<4>, false>);
}
TEST(every_float, square_root_flushing) {
    on_every_float(compare_square_root<Flushing, false>);
}
TEST(every_float, square_root_in_integers) {
    on_every_float(compare_square_root<NativeEstimate, true>);
}

TEST(every_float, inverse_root) {
    on_every_float(compare_inverse_root<NativeEstimate, false>);
}
TEST(every_float, inverse_root_below) {
    on_every_float(compare_inverse_root<OffBy<-4>, false>);
}
TEST(every_float, inverse_root_above) {
    on_every_float(compare_inverse_root<OffBy<4>, false>);
}
TEST(every_float, inverse_root_flushing) {
    on_every_float(compare_inverse_root<Flushing, false>);
}
TEST(every_float, inverse_root_in_binary64) {
    on_every_float(compare_inverse_root<NativeEstimate, true>);
}

TEST(every_float, below_millionth) {
    on_every_float([](Comparison& comparison, float x) {
        comparison.same("below_millionth", double{x} < 1e-6, below_millionth(x), x);
    });
}

// Each fp32 number against the product's own fp32 neighbours and as a bound of zero, on both paths.
TEST(every_float, less_than_millionth_of) {
    on_every_float([](Comparison& comparison, float x) {
        const double product = 1e-6 * double{x};
        const float nearest = static_cast<float>(product);
        for (int ulps : {-1, 0, 1}) {
            const float bound = moved(nearest, ulps);
            const bool less = double{bound} < product;
            comparison.same("less_than_millionth_of", less, less_than_millionth_of(bound, x), bound, x);
            comparison.same("in binary64", less, less_than_millionth_of<true>(bound, x), bound, x);
        }
    });
}

TEST(every_float, f64_from_f32_and_back) {
    on_every_float([](Comparison& comparison, float x) {
        const Binary64 wide = f64_from_f32(x);
        comparison.same("f64_from_f32", canonical(double{x}), bits_of(wide), x);
        comparison.same("f32_from_f64", canonical(x), bits_of(f32_from_f64(wide)), x);
    });
}

}  // namespace
}  // namespace speedqa::exact
