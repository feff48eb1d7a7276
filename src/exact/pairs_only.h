// The arithmetic policy of devices without fp64: fp32 and integers alone, equal to the reference's fp64
// steps.
#pragma once

#include "exact/constants.h"
#include "exact/divide.h"
#include "exact/inverse_root.h"
#include "exact/square_root.h"

namespace speedqa::exact {

// `Estimate` as in exact/estimate.h. With force_fallback every function takes its software path.
template <class Estimate = NativeEstimate, bool force_fallback = false>
struct PairsOnly {
    // RN32(a / b)
    static SPEEDQA_HOST_DEVICE float divide(float a, float b) {
        return divide_f32<Estimate, force_fallback>(a, b);
    }

    // RN32(sqrt(x))
    static SPEEDQA_HOST_DEVICE float square_root(float x) {
        return square_root_f32<Estimate, force_fallback>(x);
    }

    // RN32(RN64(1 / RN64(sqrt(x))))
    static SPEEDQA_HOST_DEVICE float inverse_root(float x) {
        return inverse_root_f32<Estimate, force_fallback>(x);
    }

    // |a| < RN64(1e-6 * bracket)
    static SPEEDQA_HOST_DEVICE bool below_millionth_of(float a, float bracket) {
        return exact::below_millionth_of<force_fallback>(a, bracket);
    }

    // RN64(1e-6 * |mu|) > bracket
    static SPEEDQA_HOST_DEVICE bool millionth_exceeds(float mu, float bracket) {
        return exact::millionth_exceeds<force_fallback>(mu, bracket);
    }

    // x < 1e-6
    static SPEEDQA_HOST_DEVICE bool below_millionth(float x) { return exact::below_millionth(x); }

    // RN32(-0.5 * tau * xv)
    static SPEEDQA_HOST_DEVICE float minus_half_product(float tau, float xv) {
        return exact::minus_half_product(tau, xv);
    }
};

}  // namespace speedqa::exact
