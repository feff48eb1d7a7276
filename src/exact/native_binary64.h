// The arithmetic of the steps where the machine has fp64: each expression as the reference writes it.
#pragma once

#include <cmath>

#include "exact/entropy_native.h"
#include "exact/host_device.h"
#include "exact/weight_mix.h"

namespace speedqa::exact {

// What a step asks of its arithmetic; the fp32-only one, PairsOnly, has the same functions and gives the same
// bits.
struct NativeBinary64 {
    SPEEDQA_HOST_DEVICE static float divide(float a, float b) { return a / b; }
    SPEEDQA_HOST_DEVICE static float square_root(float x) { return sqrtf(x); }

    // RN32(RN64(1/RN64(sqrt(x)))).
    SPEEDQA_HOST_DEVICE static float inverse_root(float x) {
        return static_cast<float>(1.0 / sqrt(static_cast<double>(x)));
    }

    // |a| < 1e-6*bracket.
    SPEEDQA_HOST_DEVICE static bool below_millionth_of(float a, float bracket) {
        return fabs(static_cast<double>(a)) < 1e-6 * static_cast<double>(bracket);
    }

    // 1e-6*|a| > bracket.
    SPEEDQA_HOST_DEVICE static bool millionth_exceeds(float a, float bracket) {
        return 1e-6 * fabs(static_cast<double>(a)) > static_cast<double>(bracket);
    }

    // x < 1e-6.
    SPEEDQA_HOST_DEVICE static bool below_millionth(float x) { return static_cast<double>(x) < 1e-6; }

    // RN32(-0.5*tau*x), one rounding of the exact product.
    SPEEDQA_HOST_DEVICE static float minus_half_product(float tau, float x) {
        return static_cast<float>(-0.5 * static_cast<double>(tau) * static_cast<double>(x));
    }

    // One entry of the covariance matrix, from two windows of the small image; see covariance_matrix.
    SPEEDQA_HOST_DEVICE static float covariance(const float* x, const float* y, int stride, int width,
                                                int height, float mean_x, float mean_y, unsigned&) {
        double sum = 0.0;
        for (int row = 0; row < height; ++row) {
            for (int column = 0; column < width; ++column) {
                const int at = row * stride + column;
                sum += (static_cast<double>(x[at]) - static_cast<double>(mean_x)) *
                       (static_cast<double>(y[at]) - static_cast<double>(mean_y));
            }
        }
        return static_cast<float>(sum / static_cast<double>(width * height));
    }

    // RN32(e + (log2(argument) + log2(2*pi*e))).
    SPEEDQA_HOST_DEVICE static float add_entropy(float e, float argument, unsigned& fallbacks) {
        return add_entropy_native(e, argument, fallbacks);
    }

    // RN32(e*log2(u)).
    SPEEDQA_HOST_DEVICE static float weighted_entropy(float e, float u, unsigned& fallbacks) {
        return weighted_entropy_native(e, u, fallbacks);
    }

    SPEEDQA_HOST_DEVICE static float weighted_entropy_mixed(float e, float ref, float dis, WeightMix mix,
                                                            unsigned& fallbacks) {
        return weighted_entropy_mixed_native(e, ref, dis, mix, fallbacks);
    }
};

}  // namespace speedqa::exact
