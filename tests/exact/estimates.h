// Estimate policies as bad as a device may be: off by some ulp, scattered, subnormals flushed.
#pragma once

#include <cmath>

#include "exact/estimate.h"
#include "exact/float_parts.h"

namespace speedqa::exact {

inline float moved(float x, int ulps) {
    return float_of(bits_of(x) + static_cast<std::uint32_t>(ulps));
}

// The correctly rounded value moved by `ulps` fp32 numbers.
template <int ulps>
struct OffBy {
    static float reciprocal(float b) { return moved(1 / b, ulps); }
    static float inverse_root(float x) { return moved(static_cast<float>(1 / std::sqrt(double{x})), ulps); }
};

// Moved by -4 to 4 fp32 numbers, in a pattern without order.
struct Scattered {
    static int ulps(float x) { return static_cast<int>((bits_of(x) * 2654435761u >> 7) % 9) - 4; }
    static float reciprocal(float b) { return moved(1 / b, ulps(b)); }
    static float inverse_root(float x) { return moved(1 / std::sqrt(x), ulps(x)); }
};

// A device that takes and gives zeros for subnormals.
struct Flushing {
    static float flushed(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? 0.0f * x : x; }
    static float reciprocal(float b) { return flushed(1 / flushed(b)); }
    static float inverse_root(float x) { return flushed(1 / flushed(std::sqrt(flushed(x)))); }
};

// A device whose estimates are of no use.
template <std::uint32_t bits>
struct Useless {
    static float reciprocal(float) { return float_of(bits); }
    static float inverse_root(float) { return float_of(bits); }
};

// Calls action.operator()<Estimate>() for every policy.
template <class Action>
void with_every_estimate(Action action) {
    action.template operator()<NativeEstimate>();
    action.template operator()<OffBy<-1000>>();
    action.template operator()<OffBy<-4>>();
    action.template operator()<OffBy<-2>>();
    action.template operator()<OffBy<-1>>();
    action.template operator()<OffBy<1>>();
    action.template operator()<OffBy<2>>();
    action.template operator()<OffBy<4>>();
    action.template operator()<OffBy<20>>();
    action.template operator()<Scattered>();
    action.template operator()<Flushing>();
    action.template operator()<Useless<nan_bits>>();
    action.template operator()<Useless<infinity_bits>>();
    action.template operator()<Useless<0>>();
}

}  // namespace speedqa::exact
