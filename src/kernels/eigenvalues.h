// The kernel for the eigenvalues of the covariance matrix.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "speed/eigenvalues.h"
#include "speed/tridiagonal.h"

namespace speedqa::kernels {

inline constexpr int eigenvalues_local_bytes = (matrix_size + 4 * elements) * static_cast<int>(sizeof(float));

// The eigenvalues of image x. The QR steps are one chain of dependent operations: one thread takes them, and
// many images hide its latency.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void eigenvalues(const Group& group, const FeatureBatch& batch, float* local) {
    const int image = group.x();
    float* matrix = local;
    float* vector = matrix + matrix_size;
    float* product = vector + elements;
    float* diagonal = product + elements;
    float* subdiagonal = diagonal + elements;
    for (int i = group.rank(); i < matrix_size; i += group.size())
        matrix[i] = batch.covariance[image * matrix_size + i];
    group.barrier();
    tridiagonalise<Arithmetic>(group, matrix, vector, product, diagonal, subdiagonal);
    if (group.rank() == 0) {
        const bool found = tridiagonal_eigenvalues<Arithmetic>(diagonal, subdiagonal);
        batch.eigen_flags[image] = (any_eigenvalue_small<Arithmetic>(diagonal) ? small_eigenvalue_flag : 0u) |
                                   (found ? 0u : qr_limit_flag);
    }
    group.barrier();
    for (int i = group.rank(); i < elements; i += group.size())
        batch.eigenvalues[image * elements + i] = diagonal[i];
}

}  // namespace speedqa::kernels
