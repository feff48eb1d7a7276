// The module libspeedqa_hip.so: the common pipeline with HIP's names.
#include "backends/hip/vendor.h"
//
#include "backends/cuda_hip/backend.cuh"
