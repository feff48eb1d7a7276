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
    static float quotient(float a, float b) { return moved(a / b, ulps); }
    static float root(float m) { return moved(std::sqrt(m), ulps); }
    static float inverse_root(float m) {
        return moved(static_cast<float>(1 / std::sqrt(double{m})), 3 * ulps);
    }
};

// Moved by -4 to 4 ulp, in a pattern without order.
struct Scattered {
    static int ulps(float x) { return static_cast<int>((bits_of(x) * 2654435761u >> 7) % 9) - 4; }
    static float quotient(float a, float b) { return moved(a / b, ulps(a) == 0 ? ulps(b) : ulps(a)); }
    static float root(float m) { return moved(std::sqrt(m), ulps(m)); }
    static float inverse_root(float m) { return moved(1 / std::sqrt(m), 2 * ulps(m)); }
};

// A device that takes and gives zeros for subnormals.
struct Flushing {
    static float flushed(float x) { return is_normal_exponent(bits_of(x) & exponent_mask) ? x : 0.0f * x; }
    static float quotient(float a, float b) { return flushed(flushed(a) / flushed(b)); }
    static float root(float m) { return flushed(std::sqrt(flushed(m))); }
    static float inverse_root(float m) { return flushed(1 / flushed(std::sqrt(flushed(m)))); }
};

// Calls action.operator()<Estimate>() for every policy.
template <class Action>
void with_every_estimate(Action action) {
    action.template operator()<NativeEstimate>();
    action.template operator()<OffBy<-4>>();
    action.template operator()<OffBy<-2>>();
    action.template operator()<OffBy<-1>>();
    action.template operator()<OffBy<1>>();
    action.template operator()<OffBy<2>>();
    action.template operator()<OffBy<4>>();
    action.template operator()<Scattered>();
    action.template operator()<Flushing>();
}

}  // namespace speedqa::exact
