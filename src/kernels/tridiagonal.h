// The tridiagonal form of the covariance matrix, with the loops of speed/tridiagonal.h laid out for a warp.
#pragma once

#include "kernels/group.h"
#include "kernels/unroll.h"
#include "speed/tridiagonal.h"

namespace speedqa::kernels {

// The matrix is kept whole: both halves get the same bits, since the products and sums of an update commute.
// Entries of `vector`, `product` and `shifted` before the current row are 0, so that all loops run from 0:
// what they add there is 0.
struct TridiagonalLocal {
    alignas(16) float vector[elements + 3];
    alignas(16) float product[elements + 3];
    alignas(16) float shifted[elements + 3];
    float matrix[elements * elements];
};

// find_reflection (speed/tridiagonal.h) from the row that equals the column.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE Reflection reflection_of_row(const float* row, int column) {
    float squares = 0.0f;
    SPEEDQA_UNROLL
    for (int j = 0; j < elements; ++j) {
        const float value = j >= column + 2 ? row[j] : 0.0f;
        squares = exact::in_order(squares + value * value);
    }
    const float norm = Arithmetic::square_root(squares);
    const float alpha = row[column + 1];
    if (norm == 0.0f) return {alpha, 0.0f, 0.0f};
    const float length = hypotenuse<Arithmetic>(alpha, norm);
    const float beta = alpha >= 0.0f ? -length : length;
    return {beta, Arithmetic::divide(beta - alpha, beta), alpha - beta};
}

// sum over j of (factor*row[j])*vector[j].
SPEEDQA_HOST_DEVICE float scaled_product(float factor, const float* row, const float* vector) {
    float sum = 0.0f;
    SPEEDQA_UNROLL
    for (int j = 0; j < elements; ++j) sum = exact::in_order(sum + factor * row[j] * vector[j]);
    return sum;
}

SPEEDQA_HOST_DEVICE float inner_product(const float* x, const float* y) {
    float sum = 0.0f;
    SPEEDQA_UNROLL
    for (int j = 0; j < elements; ++j) sum = exact::in_order(sum + x[j] * y[j]);
    return sum;
}

// Calls `work` for each row that is this thread's.
template <class Group, class Work>
SPEEDQA_HOST_DEVICE void for_own_rows(const Group& group, const Work& work) {
    for (int base = 0; base < elements; base += group.size())
        if (base + group.rank() < elements) work(base + group.rank());
}

// Clears column `column` below its subdiagonal, as one step of tridiagonalise.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void reflect_matrix(const Group& group, int column, const Reflection& reflection,
                                        TridiagonalLocal& local) {
    const int first = column + 1;
    const float* cleared = local.matrix + column * elements;
    for_own_rows(group, [&](int row) {
        const float rest = row > first ? Arithmetic::divide(cleared[row], reflection.scale) : 0.0f;
        local.vector[row] = row == first ? 1.0f : rest;
    });
    group.barrier();
    for_own_rows(group, [&](int row) {
        local.product[row] =
            row >= first ? scaled_product(reflection.tau, local.matrix + row * elements, local.vector) : 0.0f;
    });
    group.barrier();
    const float alpha =
        Arithmetic::minus_half_product(reflection.tau, inner_product(local.product, local.vector));
    for_own_rows(group, [&](int row) {
        local.shifted[row] = row >= first ? local.product[row] + alpha * local.vector[row] : 0.0f;
    });
    group.barrier();
    for_own_rows(group, [&](int row) {
        if (row < first) return;
        float* entries = local.matrix + row * elements;
        const float v = local.vector[row];
        const float x = local.shifted[row];
        SPEEDQA_UNROLL
        for (int j = 0; j < elements; ++j) entries[j] -= x * local.vector[j] + v * local.shifted[j];
    });
    group.barrier();
}

// tridiagonalise (speed/tridiagonal.h) of local.matrix.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void tridiagonal_form(const Group& group, TridiagonalLocal& local, float* diagonal,
                                          float* subdiagonal) {
    for (int column = 0; column < elements - 2; ++column) {
        const float* row = local.matrix + column * elements;
        const Reflection reflection = reflection_of_row<Arithmetic>(row, column);
        if (group.rank() == 0) {
            diagonal[column] = row[column];
            subdiagonal[column] = reflection.beta;
        }
        if (reflection.tau != 0.0f) reflect_matrix<Arithmetic>(group, column, reflection, local);
    }
    if (group.rank() == 0) {
        const float* row = local.matrix + (elements - 2) * elements;
        diagonal[elements - 2] = row[elements - 2];
        subdiagonal[elements - 2] = row[elements - 1];
        diagonal[elements - 1] = row[2 * elements - 1];
    }
    group.barrier();
}

}  // namespace speedqa::kernels
