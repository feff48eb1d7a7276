// The kernel for the eigenvalues of the covariance matrix.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "kernels/qr_steps.h"
#include "kernels/tridiagonal.h"

namespace speedqa::kernels {

struct EigenvaluesLocal {
    TridiagonalLocal tridiagonal;
    QrLocal qr;
};

inline constexpr int eigenvalues_local_bytes = static_cast<int>(sizeof(EigenvaluesLocal));

// The eigenvalues of image x. The QR steps are one chain of dependent operations: one thread takes them, and
// many images hide its latency.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void eigenvalues(const Group& group, const FeatureBatch& batch, float* memory) {
    auto& local = *reinterpret_cast<EigenvaluesLocal*>(memory);
    const int image = group.x();
    const float* covariance = batch.covariance + image * matrix_size;
    copy_values(
        group, matrix_size, [&](int i) { return covariance[i]; },
        [&](int i, float value) { local.tridiagonal.matrix[i] = value; });
    group.barrier();
    tridiagonal_form<Arithmetic>(group, local.tridiagonal, local.qr.diagonal, local.qr.subdiagonal + 1);
    if (group.rank() == 0) {
        const bool found = chopped_eigenvalues<Arithmetic>(local.qr);
        const bool small = any_eigenvalue_small<Arithmetic>(local.qr.diagonal);
        batch.eigen_flags[image] = (small ? small_eigenvalue_flag : 0u) | (found ? 0u : qr_limit_flag);
    }
    group.barrier();
    for (int i = group.rank(); i < elements; i += group.size())
        batch.eigenvalues[image * elements + i] = local.qr.diagonal[i];
}

}  // namespace speedqa::kernels
