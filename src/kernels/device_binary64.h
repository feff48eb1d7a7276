// The arithmetic of devices with fp64.
#pragma once

#include "exact/constants.h"
#include "exact/divide.h"
#include "exact/inverse_root.h"
#include "exact/native_binary64.h"

namespace speedqa::kernels {

struct DeviceBinary64 : exact::NativeBinary64 {
    using Binary64 = double;

    // What a QR step asks for, without branches.
    SPEEDQA_HOST_DEVICE static exact::Attempt attempt_divide(float a, float b) {
        return exact::attempt_divide_f32<>(a, b);
    }
    SPEEDQA_HOST_DEVICE static exact::Attempt attempt_inverse_root(float x) {
        return exact::attempt_inverse_root_f32<>(x);
    }

    // In fp32 as well, where it needs no software: the fp64 form waits longer for conversions than it
    // computes.
    SPEEDQA_HOST_DEVICE static bool below_millionth_of(float a, float bracket) {
        if (!(bracket >= 0x1p-31f)) return NativeBinary64::below_millionth_of(a, bracket);
        return exact::below_millionth_of(a, bracket);
    }
    SPEEDQA_HOST_DEVICE static float minus_half_product(float tau, float x) {
        return exact::minus_half_product(tau, x);
    }

    // RN64(sum + x*y). Domain: x and y are fp32 numbers, so that x*y is exact and one fused operation gives
    // the same bits as two.
    SPEEDQA_HOST_DEVICE static double add_product(double sum, double x, double y) {
#if defined(__CUDA_ARCH__)
        return __fma_rn(x, y, sum);
#else
        return sum + x * y;
#endif
    }
};

}  // namespace speedqa::kernels
