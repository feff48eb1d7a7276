// The kernel that decomposes the covariance matrix for the linear solve.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "speed/linear_solve.h"

namespace speedqa::kernels {

// The matrices z and q of `decompose` (speed/linear_solve.h) side by side: 25 rows of 50. A step reads one
// pair and writes the other; a thread takes one column and every fourth row of it. Rows are dealt out in full
// shares: those behind the last one have the factor 0 and are not stored.
inline constexpr int wide_columns = 2 * elements;
inline constexpr int row_shares = 4;
inline constexpr int rows_of_share = (elements + row_shares - 1) / row_shares;

struct DecomposeLocal {
    float wide[2][elements * wide_columns];
    float matrix[matrix_size];
    float r[matrix_size];
    float vector[row_shares * rows_of_share];  // zeros behind the last row
};

inline constexpr int decompose_local_bytes = static_cast<int>(sizeof(DecomposeLocal));

template <class Group>
SPEEDQA_HOST_DEVICE void start_decomposition(const Group& group, const float* matrix, DecomposeLocal& local) {
    const auto read = [&](int i) {
        const int row = i / wide_columns;
        const int column = i % wide_columns;
        const float unit = column - elements == row ? 1.0f : 0.0f;
        return column < elements ? matrix[row * elements + column] : unit;
    };
    copy_values(group, elements * wide_columns, read, [&](int i, float value) {
        local.wide[0][i] = value;
        if (i % wide_columns < elements) local.matrix[i / wide_columns * elements + i % wide_columns] = value;
    });
    for (int i = elements + group.rank(); i < row_shares * rows_of_share; i += group.size())
        local.vector[i] = 0.0f;
    group.barrier();
}

// The unit vector of the reflection that clears column `step`, as in make_reflector.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void reflection_vector(const Group& group, int step, DecomposeLocal& local) {
    const float* wide = local.wide[step % 2];
    for (int i = step + group.rank(); i < elements; i += group.size())
        local.vector[i] = wide[i * wide_columns + step];
    group.barrier();
    if (group.rank() == 0) {
        const float norm = norm_from<Arithmetic>(local.vector, step);
        local.vector[step] += local.matrix[step * (elements + 1)] >= 0.0f ? norm : -norm;
    }
    group.barrier();
    const bool divides = step + group.rank() < elements;  // the others do not need the length
    const float length = divides ? norm_from<Arithmetic>(local.vector, step) : 1.0f;
    group.barrier();
    for (int i = step + group.rank(); i < elements; i += group.size())
        local.vector[i] = Arithmetic::divide(local.vector[i], length);
    group.barrier();
}

// Rows step + share, and every fourth after it, of column `column` of H times the wide matrix; H = I - 2vv'
// from row and column `step` on. Sums over k in ascending order, as multiply_from. `rows` is at least the
// number of rows of a share.
template <int rows>
SPEEDQA_HOST_DEVICE void reflect_rows(int step, int column, int share, DecomposeLocal& local) {
    const float* from = local.wide[step % 2] + column;
    float* to = local.wide[(step + 1) % 2] + column;
    float factors[rows];
    float sums[rows];
    for (int i = 0; i < rows; ++i) {
        const int row = step + share + row_shares * i;
        factors[i] = -2.0f * local.vector[row];
        sums[i] = 0.0f;
    }
    for (int part = 0; part < rows; ++part)
        for (int i = 0; i < row_shares; ++i) {
            const int k = step + row_shares * part + i;
            if (k >= elements) break;
            const float value = from[k * wide_columns];
            const float v = local.vector[k];
            for (int j = 0; j < rows; ++j) {
                float entry = factors[j] * v;
                if (j == part && i == share) entry += 1.0f;
                sums[j] = exact::in_order(sums[j] + entry * value);
            }
        }
    for (int i = 0; i < rows; ++i) {
        const int row = step + share + row_shares * i;
        if (row < elements) to[row * wide_columns] = sums[i];
    }
    // The row that the step before finished: both matrices hold it from now on.
    if (share == 0 && step > 0) to[(step - 1) * wide_columns] = from[(step - 1) * wide_columns];
}

template <int rows>
SPEEDQA_HOST_DEVICE void reflect_column(int step, int column, int share, DecomposeLocal& local) {
    if constexpr (rows > 1)
        if (step + row_shares * (rows - 1) >= elements) {
            reflect_column<rows - 1>(step, column, share, local);
            return;
        }
    reflect_rows<rows>(step, column, share, local);
}

// r = q times the matrix, upper half.
template <class Group>
SPEEDQA_HOST_DEVICE void finish_decomposition(const Group& group, DecomposeLocal& local) {
    const float* q = local.wide[(elements - 1) % 2] + elements;
    for (int index = group.rank(); index < matrix_size; index += group.size()) {
        const int i = index / elements;
        const int j = index % elements;
        if (j < i) continue;
        float sum = 0.0f;
        for (int k = 0; k < elements; ++k)
            sum = exact::in_order(sum + q[i * wide_columns + k] * local.matrix[k * elements + j]);
        local.r[index] = sum;
    }
    group.barrier();
}

// q and r of the covariance matrix of image x, as `decompose` gives them.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void decompose(const Group& group, const FeatureBatch& batch, float* memory) {
    auto& local = *reinterpret_cast<DecomposeLocal*>(memory);
    const int image = group.x();
    start_decomposition(group, batch.covariance + image * matrix_size, local);
    for (int step = 0; step < elements - 1; ++step) {
        reflection_vector<Arithmetic>(group, step, local);
        for (int task = group.rank(); task < wide_columns * row_shares; task += group.size())
            if (task % wide_columns > step)
                reflect_column<rows_of_share>(step, task % wide_columns, task / wide_columns, local);
        group.barrier();
    }
    finish_decomposition(group, local);
    for (int i = group.rank(); i < matrix_size; i += group.size()) {
        batch.q[image * matrix_size + i] =
            local.wide[(elements - 1) % 2][i / elements * wide_columns + elements + i % elements];
        if (i % elements >= i / elements) batch.r[image * matrix_size + i] = local.r[i];
    }
    if (group.rank() == 0) batch.pivot_flags[image] = any_pivot_small<Arithmetic>(local.r) ? 1u : 0u;
}

}  // namespace speedqa::kernels
