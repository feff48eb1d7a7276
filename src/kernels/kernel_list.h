// The one list of kernels, from which launch lists and every backend's entry points are made.
#pragma once

// KERNEL(name, group size): kernels::name<Arithmetic>(group, batch, local), in the order of the chain.
#define SPEEDQA_KERNELS(KERNEL)  \
    KERNEL(decimate, 128)        \
    KERNEL(decimate_scaled, 128) \
    KERNEL(local_mean, 128)      \
    KERNEL(means, 32)            \
    KERNEL(covariance, 352)      \
    KERNEL(tridiagonal, 32)      \
    KERNEL(eigenvalues, 32)      \
    KERNEL(decompose, 128)       \
    KERNEL(blocks, 64)           \
    KERNEL(block_scores, 128)    \
    KERNEL(pair_scores, 32)
