// The arithmetic of devices with fp64.
#pragma once

#include "exact/inverse_root.h"
#include "exact/native_binary64.h"

namespace speedqa::kernels {

struct DeviceBinary64 : exact::NativeBinary64 {
    using Binary64 = double;

    // The fp32 form is faster than a division and a root in fp64.
    SPEEDQA_HOST_DEVICE static float inverse_root(float x) { return exact::inverse_root_f32<>(x); }

    // RN64(sum + x*y). Domain: x and y are fp32 numbers, so that x*y is exact and one fused operation gives the
    // same bits as two.
    SPEEDQA_HOST_DEVICE static double add_product(double sum, double x, double y) {
#if defined(__CUDA_ARCH__)
        return __fma_rn(x, y, sum);
#else
        return sum + x * y;
#endif
    }
};

}  // namespace speedqa::kernels
