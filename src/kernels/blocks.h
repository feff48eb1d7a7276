// The kernel for the variance and entropy of each block.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "kernels/unroll.h"
#include "speed/entropy.h"

namespace speedqa::kernels {

inline constexpr int blocks_group = 64;

// Rows of q and r begin at multiples of four words, so that four entries are one read.
inline constexpr int solution_pitch = 28;

struct alignas(16) FourFloats {
    float values[4];
};

// x[k] of a thread lies at x[k][rank]: threads next to each other read next to each other.
struct alignas(16) BlocksLocal {
    FourFloats q[elements * solution_pitch / 4];
    FourFloats r[elements * solution_pitch / 4];
    float eigenvalues[elements];
    float x[elements][blocks_group];
};

inline constexpr int blocks_local_bytes = static_cast<int>(sizeof(BlocksLocal));

template <class Group>
SPEEDQA_HOST_DEVICE void load_matrix(const Group& group, const float* from, bool upper, FourFloats* to) {
    const auto read = [&](int i) {
        const int row = i / solution_pitch;
        const int column = i % solution_pitch;
        const bool there = column < elements && (!upper || column >= row);
        return there ? from[row * elements + column] : 0.0f;
    };
    copy_values(group, elements * solution_pitch, read,
                [&](int i, float value) { to[i / 4].values[i % 4] = value; });
}

// The sum of q's row times y, in ascending order from 0.
SPEEDQA_HOST_DEVICE float row_times(const FourFloats* row, const float* y) {
    float sum = 0.0f;
    SPEEDQA_UNROLL
    for (int four = 0; four < solution_pitch / 4; ++four) {
        const FourFloats entries = row[four];
        for (int k = 0; k < 4; ++k)
            if (4 * four + k < elements) sum = exact::in_order(sum + entries.values[k] * y[4 * four + k]);
    }
    return sum;
}

// The variance of a block, as block_variance (speed/entropy.h): q*y first, then the solution from the last
// row up.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE float solved_variance(const float* y, int rank, BlocksLocal& local) {
    for (int i = 0; i < elements; ++i) local.x[i][rank] = row_times(local.q + i * (solution_pitch / 4), y);
    float x[elements];
    SPEEDQA_UNROLL
    for (int i = elements - 1; i >= 0; --i) {
        float t = local.x[i][rank];
        SPEEDQA_UNROLL
        for (int k = i + 1; k < elements; ++k)
            t = exact::in_order(t - x[k] * local.r[(i * solution_pitch + k) / 4].values[k % 4]);
        x[i] = Arithmetic::divide(t, local.r[(i * solution_pitch + i) / 4].values[i % 4]);
    }
    float variance = 0.0f;
    SPEEDQA_UNROLL
    for (int e = 0; e < elements; ++e) {
        const float term = Arithmetic::divide(x[e] * y[e], 25.0f);
        variance = e == 0 ? term : exact::in_order(variance + term);
    }
    return variance;
}

// Variances and entropies of the blocks of image y, one for each thread along x.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void blocks(const Group& group, const FeatureBatch& batch, float* memory) {
    auto& local = *reinterpret_cast<BlocksLocal*>(memory);
    const int image = group.y();
    const bool singular = batch.is_singular(image);
    load_matrix(group, batch.q + image * matrix_size, false, local.q);
    load_matrix(group, batch.r + image * matrix_size, true, local.r);
    for (int i = group.rank(); i < elements; i += group.size())
        local.eigenvalues[i] = batch.eigenvalues[image * elements + i];
    group.barrier();
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
