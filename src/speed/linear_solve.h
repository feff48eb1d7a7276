// Solves K X = Y for the covariance matrix K by a QR decomposition of Householder matrices, in fp32.
#pragma once

#include "speed/tridiagonal.h"

namespace speedqa {

// Scratch of one decomposition.
struct SolveScratch {
    float* z;          // 25 by 25
    float* next_z;     // 25 by 25
    float* reflector;  // 25 by 25: the Householder matrix
    float* next_q;     // 25 by 25
    float* vector;     // 25
};

// Rows first..24 of `product` = left * right, each a sum over k = first..24 in ascending order from 0;
// columns column..24. Terms k < first are left out: there, left is zero for these rows, and adding zeros
// changes no sum.
template <class Group>
SPEEDQA_HOST_DEVICE void multiply_from(const Group& group, const float* left, const float* right, int first,
                                       int column, float* product) {
    const int columns = elements - column;
    for (int index = group.rank(); index < (elements - first) * columns; index += group.size()) {
        const int i = first + index / columns;
        const int j = column + index % columns;
        float sum = 0.0f;
        for (int k = first; k < elements; ++k)
            sum = exact::in_order(sum + left[i * elements + k] * right[k * elements + j]);
        product[i * elements + j] = sum;
    }
}

template <class Arithmetic>
SPEEDQA_HOST_DEVICE float norm_from(const float* vector, int first) {
    float squares = 0.0f;
    for (int i = first; i < elements; ++i) squares = exact::in_order(squares + vector[i] * vector[i]);
    return Arithmetic::square_root(squares);
}

// The Householder matrix of column `step` of z, rows and columns step..24; the rest of it is the identity.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void make_reflector(const Group& group, const float* matrix, int step,
                                        const SolveScratch& scratch) {
    float* vector = scratch.vector;
    for (int i = step + group.rank(); i < elements; i += group.size())
        vector[i] = scratch.z[i * elements + step];
    group.barrier();
    const float norm = norm_from<Arithmetic>(vector, step);
    group.barrier();
    if (group.rank() == 0) vector[step] += matrix[step * elements + step] >= 0.0f ? norm : -norm;
    group.barrier();
    const float length = norm_from<Arithmetic>(vector, step);
    group.barrier();
    for (int i = step + group.rank(); i < elements; i += group.size())
        vector[i] = Arithmetic::divide(vector[i], length);
    group.barrier();
    const int size = elements - step;
    for (int index = group.rank(); index < size * size; index += group.size()) {
        const int i = step + index / size;
        const int j = step + index % size;
        const float entry = (-2.0f * vector[i]) * vector[j];
        scratch.reflector[i * elements + j] = i == j ? entry + 1.0f : entry;
    }
    group.barrier();
}

template <class Group>
SPEEDQA_HOST_DEVICE void copy_from(const Group& group, const float* from, int first, int column, float* to) {
    const int columns = elements - column;
    for (int index = group.rank(); index < (elements - first) * columns; index += group.size()) {
        const int at = (first + index / columns) * elements + column + index % columns;
        to[at] = from[at];
    }
    group.barrier();
}

// q (25 by 25) and r (25 by 25, upper half set) with q * matrix = r. Step k: z's rows and columns below k
// count as the identity's; H = I - 2vv' with v = column k of z, v[k] += sign(matrix[k][k])*|v|, v /= |v|; z =
// H*z, q = H*q.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void decompose(const Group& group, const float* matrix, const SolveScratch& scratch,
                                   float* q, float* r) {
    for (int index = group.rank(); index < elements * elements; index += group.size()) {
        scratch.z[index] = matrix[index];
        q[index] = index / elements == index % elements ? 1.0f : 0.0f;
    }
    group.barrier();
    for (int step = 0; step < elements - 1; ++step) {
        make_reflector<Arithmetic>(group, matrix, step, scratch);
        multiply_from(group, scratch.reflector, scratch.z, step, step + 1, scratch.next_z);
        multiply_from(group, scratch.reflector, q, step, 0, scratch.next_q);
        group.barrier();
        copy_from(group, scratch.next_z, step + 1, step + 1, scratch.z);
        copy_from(group, scratch.next_q, step, 0, q);
    }
    for (int index = group.rank(); index < elements * elements; index += group.size()) {
        const int i = index / elements;
        const int j = index % elements;
        if (j < i) continue;
        float sum = 0.0f;
        for (int k = 0; k < elements; ++k)
            sum = exact::in_order(sum + q[i * elements + k] * matrix[k * elements + j]);
        r[index] = sum;
    }
    group.barrier();
}

// True if a pivot |r[i][i]| is below 1e-6: the matrix is then singular as well.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE bool any_pivot_small(const float* r) {
    bool small = false;
    for (int i = 0; i < elements; ++i)
        small = Arithmetic::below_millionth(magnitude(r[i * (elements + 1)])) || small;
    return small;
}

// The solution x (25) of r x = q y for one block's samples y (25): q*y in ascending k from 0, then from the
// last row up t -= x[k]*r[i][k], k = i+1.. in order, x[i] = t/r[i][i].
template <class Arithmetic>
SPEEDQA_HOST_DEVICE void solve_block(const float* q, const float* r, const float* y, float* x) {
    for (int i = elements - 1; i >= 0; --i) {
        float t = 0.0f;
        for (int k = 0; k < elements; ++k) t = exact::in_order(t + q[i * elements + k] * y[k]);
        for (int k = i + 1; k < elements; ++k) t = exact::in_order(t - x[k] * r[i * elements + k]);
        x[i] = Arithmetic::divide(t, r[i * (elements + 1)]);
    }
}

}  // namespace speedqa
