// Kernels that decompose the covariance matrix and solve for the variance and entropy of each block.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "speed/entropy.h"
#include "speed/linear_solve.h"

namespace speedqa::kernels {

inline constexpr int decompose_local_bytes = (7 * matrix_size + elements) * static_cast<int>(sizeof(float));
inline constexpr int blocks_local_bytes = (2 * matrix_size + elements) * static_cast<int>(sizeof(float));

// q and r of the covariance matrix of image x.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void decompose(const Group& group, const FeatureBatch& batch, float* local) {
    const int image = group.x();
    float* matrix = local;
    float* q = matrix + matrix_size;
    float* r = q + matrix_size;
    float* scratch = r + matrix_size;
    for (int i = group.rank(); i < matrix_size; i += group.size())
        matrix[i] = batch.covariance[image * matrix_size + i];
    group.barrier();
    speedqa::decompose<Arithmetic>(group, matrix,
                                   SolveScratch{scratch, scratch + matrix_size, scratch + 2 * matrix_size,
                                                scratch + 3 * matrix_size, scratch + 4 * matrix_size},
                                   q, r);
    for (int i = group.rank(); i < matrix_size; i += group.size()) {
        batch.q[image * matrix_size + i] = q[i];
        if (i % elements >= i / elements) batch.r[image * matrix_size + i] = r[i];
    }
    if (group.rank() == 0) batch.pivot_flags[image] = any_pivot_small<Arithmetic>(r) ? 1u : 0u;
}

// Variances and entropies of the blocks of image y, one for each thread along x.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void blocks(const Group& group, const FeatureBatch& batch, float* local) {
    const int image = group.y();
    const bool singular = batch.is_singular(image);
    float* q = local;
    float* r = q + matrix_size;
    float* eigenvalues = r + matrix_size;
    for (int i = group.rank(); i < elements; i += group.size())
        eigenvalues[i] = batch.eigenvalues[image * elements + i];
    for (int i = group.rank(); i < matrix_size; i += group.size()) {
        q[i] = batch.q[image * matrix_size + i];
        if (i % elements >= i / elements) r[i] = batch.r[image * matrix_size + i];
    }
    group.barrier();
    const Row<Group> threads(group);
    const int count = batch.tables.blocks();
    unsigned fallbacks = 0;
    for (int block = threads.rank(); block < count; block += threads.size()) {
        const float* small_image = batch.small_image + image * batch.image_samples();
        const float variance =
            singular ? 0.0f : block_variance<Arithmetic>(batch.tables, small_image, block, q, r);
        batch.variances[image * count + block] = variance;
        batch.entropies[image * count + block] =
            block_entropy<Arithmetic>(eigenvalues, variance, batch.tables.sigma, fallbacks);
    }
    if (fallbacks != 0) group.add(batch.fallbacks + image, fallbacks);
}

}  // namespace speedqa::kernels
