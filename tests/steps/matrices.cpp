// Covariance matrices for the checks of the eigenvalues and of the solve.
#include <cmath>
#include <vector>

#include "steps/step_check.h"

namespace speedqa::steps {
namespace {

constexpr int n = elements;

// Sums of `sources` random vectors' outer products, times `scale`.
void outer_products(Random& random, int sources, float scale, float* matrix) {
    std::vector<double> sum(n * n, 0.0);
    for (int s = 0; s < sources; ++s) {
        double v[n];
        for (double& x : v) x = random.uniform(-1.0f, 1.0f);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) sum[static_cast<std::size_t>(i * n + j)] += v[i] * v[j];
    }
    for (int i = 0; i < n * n; ++i) matrix[i] = static_cast<float>(sum[static_cast<std::size_t>(i)]) * scale;
}

// As neighbouring samples of a picture have it.
void neighbours(Random& random, float* matrix) {
    const float reach = random.uniform(0.3f, 3.0f);
    const float scale = random.log_uniform(1e-3f, 1e3f);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            const float dx = static_cast<float>(i % block_size - j % block_size);
            const float dy = static_cast<float>(i / block_size - j / block_size);
            matrix[i * n + j] = scale * std::exp(-(dx * dx + dy * dy) / (reach * reach));
        }
}

void diagonal(Random& random, float* matrix) {
    for (int i = 0; i < n * n; ++i) matrix[i] = 0.0f;
    for (int i = 0; i < n; ++i) matrix[i * (n + 1)] = random.log_uniform(1e-8f, 1e4f);
}

}  // namespace

void fill_matrix(Random& random, int kind, float* matrix) {
    switch (kind) {
        case 0:
            return outer_products(random, 400, random.log_uniform(1e-4f, 1e4f), matrix);
        case 1:
            return outer_products(random, 1 + random.below(30), 1.0f, matrix);
        case 2:
            return diagonal(random, matrix);
        case 3:
            return neighbours(random, matrix);
        case 4: {  // blocks that do not touch each other
            outer_products(random, 50, 1.0f, matrix);
            const int cut = 1 + random.below(n - 1);
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j)
                    if ((i < cut) != (j < cut)) matrix[i * n + j] = 0.0f;
            return;
        }
        case 5:
            return outer_products(random, 60, 1e-30f, matrix);
        default:
            for (int i = 0; i < n * n; ++i) matrix[i] = 0.0f;
    }
}

}  // namespace speedqa::steps
