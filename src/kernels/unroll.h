// Asks for a loop of fixed length to be unrolled, so that the arrays that it indexes stay in registers.
#pragma once

#include "exact/host_device.h"

#if defined(__CUDA_ARCH__) || defined(__clang__)
#define SPEEDQA_UNROLL _Pragma("unroll")
#else
#define SPEEDQA_UNROLL
#endif
