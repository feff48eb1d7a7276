// The arithmetic policy of devices without fp64: fp32 and integers alone, equal to the reference's fp64
// steps.
#pragma once

#include "exact/constants.h"
#include "exact/divide.h"
#include "exact/entropy_terms.h"
#include "exact/inverse_root.h"
#include "exact/long_sum.h"
#include "exact/square_root.h"

namespace speedqa::exact {

// `Estimate` as in exact/estimate.h. With force_fallback every function takes its software path.
template <class Estimate = NativeEstimate, bool force_fallback = false>
struct PairsOnly {
    static constexpr bool forces_fallback = force_fallback;

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

    // One entry of the covariance matrix, from two windows of the small image; see covariance_matrix.
    static SPEEDQA_HOST_DEVICE float covariance(const float* x, const float* y, int stride, int width,
                                                int height, float mean_x, float mean_y, unsigned& fallbacks) {
        const WindowPair windows = {x, y, stride, width, height, mean_x, mean_y};
        return covariance_f32<force_fallback>(windows, largest_magnitude(windows), fallbacks);
    }

    // RN32(RN64(e + RN64(log2(argument) + log2(2*pi*e))))
    static SPEEDQA_HOST_DEVICE float add_entropy(float e, float argument, unsigned& fallbacks) {
        return exact::add_entropy<force_fallback>(e, argument, fallbacks);
    }

    // RN32(RN64(e * log2(u)))
    static SPEEDQA_HOST_DEVICE float weighted_entropy(float e, float u, unsigned& fallbacks) {
        return exact::weighted_entropy<force_fallback>(e, u, fallbacks);
    }

    // The same with u = 1 + the mix of two variances.
    static SPEEDQA_HOST_DEVICE float weighted_entropy_mixed(float e, float ref, float dis, WeightMix mix,
                                                            unsigned& fallbacks) {
        return exact::weighted_entropy_mixed<force_fallback>(e, ref, dis, mix, fallbacks);
    }
};

}  // namespace speedqa::exact
