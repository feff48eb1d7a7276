// The kernel for the variance and entropy of each block.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "speed/entropy.h"

namespace speedqa::kernels {

inline constexpr int blocks_group = 64;

// x[k] of a thread lies at x[k][rank]: threads next to each other read next to each other.
struct BlocksLocal {
    float q[matrix_size];
    float r[matrix_size];
    float eigenvalues[elements];
    float x[elements][blocks_group];
};

inline constexpr int blocks_local_bytes = static_cast<int>(sizeof(BlocksLocal));

template <class Group>
SPEEDQA_HOST_DEVICE void load_solution(const Group& group, const FeatureBatch& batch, int image,
                                       BlocksLocal& local) {
    for (int i = group.rank(); i < elements; i += group.size())
        local.eigenvalues[i] = batch.eigenvalues[image * elements + i];
    for (int i = group.rank(); i < matrix_size; i += group.size()) {
        local.q[i] = batch.q[image * matrix_size + i];
        local.r[i] = i % elements >= i / elements ? batch.r[image * matrix_size + i] : 0.0f;
    }
    group.barrier();
}

// The variance of a block, as block_variance (speed/entropy.h): q*y first, then the solution from the last
// row up.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE float solved_variance(const float* y, int rank, BlocksLocal& local) {
    for (int i = 0; i < elements; ++i) {
        float sum = 0.0f;
        for (int k = 0; k < elements; ++k) sum += local.q[i * elements + k] * y[k];
        local.x[i][rank] = sum;
    }
    for (int i = elements - 1; i >= 0; --i) {
        float t = local.x[i][rank];
        for (int k = i + 1; k < elements; ++k) t -= local.x[k][rank] * local.r[i * elements + k];
        local.x[i][rank] = Arithmetic::divide(t, local.r[i * (elements + 1)]);
    }
    float variance = 0.0f;
    for (int e = 0; e < elements; ++e) {
        const float term = Arithmetic::divide(local.x[e][rank] * y[e], 25.0f);
        variance = e == 0 ? term : variance + term;
    }
    return variance;
}

// Variances and entropies of the blocks of image y, one for each thread along x.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void blocks(const Group& group, const FeatureBatch& batch, float* memory) {
    auto& local = *reinterpret_cast<BlocksLocal*>(memory);
    const int image = group.y();
    const bool singular = batch.is_singular(image);
    load_solution(group, batch, image, local);
    const Row<Group> threads(group);
    const int count = batch.tables.blocks();
    unsigned fallbacks = 0;
    for (int block = threads.rank(); block < count; block += threads.size()) {
        float variance = 0.0f;
        if (!singular) {
            float y[elements];
            block_samples(batch.tables, batch.small_image_of(image), block, y);
            variance = solved_variance<Arithmetic>(y, group.rank(), local);
        }
        batch.variances[image * count + block] = variance;
        batch.entropies[image * count + block] =
            block_entropy<Arithmetic>(local.eigenvalues, variance, batch.tables.sigma, fallbacks);
    }
    if (fallbacks != 0) group.add(batch.fallbacks + image, fallbacks);
}

}  // namespace speedqa::kernels
