// Kernels for the eigenvalues of the covariance matrix.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "speed/eigenvalues.h"
#include "speed/tridiagonal.h"

namespace speedqa::kernels {

inline constexpr int tridiagonal_local_bytes = (matrix_size + 2 * elements) * static_cast<int>(sizeof(float));

// A thread's diagonal and subdiagonal. 25 words apart, the threads of a warp meet no bank twice.
inline constexpr int eigenvalues_local_bytes_per_thread = 2 * elements * static_cast<int>(sizeof(float));

// The tridiagonal form of the covariance matrix of image x.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void tridiagonal(const Group& group, const FeatureBatch& batch, float* local) {
    const int image = group.x();
    float* matrix = local;
    float* vector = matrix + matrix_size;
    float* product = vector + elements;
    for (int i = group.rank(); i < matrix_size; i += group.size())
        matrix[i] = batch.covariance[image * matrix_size + i];
    group.barrier();
    tridiagonalise<Arithmetic>(group, matrix, vector, product, batch.eigenvalues + image * elements,
                               batch.subdiagonal + image * elements);
}

// The eigenvalues of the images, one for each thread along x.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void eigenvalues(const Group& group, const FeatureBatch& batch, float* local) {
    float* diagonal = local + group.rank() * elements;
    float* subdiagonal = local + (group.size() + group.rank()) * elements;
    const Row<Group> threads(group);
    for (int image = threads.rank(); image < batch.images(); image += threads.size()) {
        for (int i = 0; i < elements; ++i) {
            diagonal[i] = batch.eigenvalues[image * elements + i];
            subdiagonal[i] = i + 1 < elements ? batch.subdiagonal[image * elements + i] : 0.0f;
        }
        const bool found = tridiagonal_eigenvalues<Arithmetic>(diagonal, subdiagonal);
        for (int i = 0; i < elements; ++i) batch.eigenvalues[image * elements + i] = diagonal[i];
        batch.eigen_flags[image] = (any_eigenvalue_small<Arithmetic>(diagonal) ? small_eigenvalue_flag : 0u) |
                                   (found ? 0u : qr_limit_flag);
    }
}

}  // namespace speedqa::kernels
