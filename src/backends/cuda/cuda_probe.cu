// The probe's kernels, compiled by nvcc with the options of the others.
#include "backends/cuda/vendor.h"
//
#include "backends/cuda_hip/probe.cuh"
