// The one list of kernels, from which launch lists and every backend's entry points are made.
#pragma once

// KERNEL(name, group size): kernels::name<Arithmetic>(group, batch, local).
#define SPEEDQA_KERNELS(KERNEL)       \
    KERNEL(decimate, 128)             \
    KERNEL(decimate_aligned, 128)     \
    KERNEL(decimate_differences, 128) \
    KERNEL(decimate_scaled, 128)      \
    KERNEL(local_mean, 128)           \
    KERNEL(magnitudes, 256)           \
    KERNEL(means, 128)                \
    KERNEL(row_products, 64)          \
    KERNEL(covariance, 384)           \
    KERNEL(covariance_entries, 352)   \
    KERNEL(eigenvalues, 32)           \
    KERNEL(decompose, 224)            \
    KERNEL(blocks, 64)                \
    KERNEL(scores, 128)
