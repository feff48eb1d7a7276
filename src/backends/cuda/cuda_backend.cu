// The module libspeedqa_cuda.so: the common pipeline with CUDA's names.
#include "backends/cuda/vendor.h"
//
#include "backends/cuda_hip/backend.cuh"
