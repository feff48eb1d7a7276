// The probe's kernels, compiled by hipcc with the options of the others.
#include "backends/hip/vendor.h"
//
#include "backends/cuda_hip/probe.cuh"
