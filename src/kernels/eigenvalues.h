// The kernel for the eigenvalues of the covariance matrix.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "kernels/qr_steps.h"
#include "kernels/tridiagonal.h"

namespace speedqa::kernels {

struct EigenvaluesLocal {
    TridiagonalLocal tridiagonal;
    float diagonal[elements + 1];
    float subdiagonal[elements + 1];
};

inline constexpr int eigenvalues_local_bytes = static_cast<int>(sizeof(EigenvaluesLocal));

// The eigenvalues of image x. The QR steps are one chain of dependent operations: one thread takes them, and
// many images hide its latency.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void eigenvalues(const Group& group, const FeatureBatch& batch, float* memory) {
    auto& local = *reinterpret_cast<EigenvaluesLocal*>(memory);
    const int image = group.x();
    for (int i = group.rank(); i < matrix_size; i += group.size())
        local.tridiagonal.matrix[i] = batch.covariance[image * matrix_size + i];
    group.barrier();
    tridiagonal_form<Arithmetic>(group, local.tridiagonal, local.diagonal, local.subdiagonal);
    if (group.rank() == 0) {
        local.diagonal[elements] = 0.0f;
        local.subdiagonal[elements - 1] = 0.0f;
        local.subdiagonal[elements] = 0.0f;
        const bool found = chopped_eigenvalues<Arithmetic>(local.diagonal, local.subdiagonal);
        const bool small = any_eigenvalue_small<Arithmetic>(local.diagonal);
        batch.eigen_flags[image] = (small ? small_eigenvalue_flag : 0u) | (found ? 0u : qr_limit_flag);
    }
    group.barrier();
    for (int i = group.rank(); i < elements; i += group.size())
        batch.eigenvalues[image * elements + i] = local.diagonal[i];
}

}  // namespace speedqa::kernels
