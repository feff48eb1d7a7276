// Householder tridiagonalisation of a symmetric 25 by 25 matrix, in fp32.
#pragma once

#include "speed/group.h"
#include "speed/tables.h"

namespace speedqa {

SPEEDQA_HOST_DEVICE float magnitude(float x) {
    return exact::float_of(exact::bits_of(x) & 0x7fffffffu);
}

template <class Arithmetic>
SPEEDQA_HOST_DEVICE float hypotenuse(float x, float y) {
    return Arithmetic::square_root(x * x + y * y);
}

// The reflection that clears column `column` below its subdiagonal: alpha, beta and tau of the reference. tau
// is 0 where there is nothing to clear.
struct Reflection {
    float beta;
    float tau;
    float scale;  // the column below the subdiagonal is divided by it, unless it is 0
};

template <class Arithmetic>
SPEEDQA_HOST_DEVICE Reflection find_reflection(const float* matrix, int column) {
    float squares = 0.0f;
    for (int row = column + 2; row < elements; ++row) {
        const float value = matrix[row * elements + column];
        squares = exact::in_order(squares + value * value);
    }
    const float norm = Arithmetic::square_root(squares);
    const float alpha = matrix[(column + 1) * elements + column];
    if (norm == 0.0f) return {alpha, 0.0f, 0.0f};
    const float length = hypotenuse<Arithmetic>(alpha, norm);
    const float beta = alpha >= 0.0f ? -length : length;
    return {beta, Arithmetic::divide(beta - alpha, beta), alpha - beta};
}

// `matrix` (25 rows of 25, lower half used) becomes its tridiagonal form: `diagonal` (25) and `subdiagonal`
// (24). `vector` and `product` are scratch of 25 floats. Sums run in ascending j from 0.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void tridiagonalise(const Group& group, float* matrix, float* vector, float* product,
                                        float* diagonal, float* subdiagonal) {
    for (int column = 0; column < elements - 2; ++column) {
        const int first = column + 1;
        const Reflection reflection = find_reflection<Arithmetic>(matrix, column);
        group.barrier();
        for (int row = first + group.rank(); row < elements; row += group.size()) {
            float& entry = matrix[row * elements + column];
            if (row == first) {
                vector[row] = 1.0f;
                if (reflection.scale != 0.0f) entry = reflection.beta;
            } else {
                if (reflection.scale != 0.0f) entry = Arithmetic::divide(entry, reflection.scale);
                vector[row] = entry;
            }
        }
        group.barrier();
        if (reflection.tau == 0.0f) continue;  // the same for all members
        for (int row = first + group.rank(); row < elements; row += group.size()) {
            float sum = 0.0f;
            for (int j = first; j < elements; ++j) {
                // The lower half holds the symmetric matrix.
                const float entry = j <= row ? matrix[row * elements + j] : matrix[j * elements + row];
                sum = exact::in_order(sum + reflection.tau * entry * vector[j]);
            }
            product[row] = sum;
        }
        group.barrier();
        float projection = 0.0f;
        for (int j = first; j < elements; ++j)
            projection = exact::in_order(projection + product[j] * vector[j]);
        const float alpha = Arithmetic::minus_half_product(reflection.tau, projection);
        group.barrier();
        for (int row = first + group.rank(); row < elements; row += group.size())
            product[row] += alpha * vector[row];
        group.barrier();
        for (int row = first + group.rank(); row < elements; row += group.size())
            for (int j = first; j <= row; ++j)
                matrix[row * elements + j] -= product[row] * vector[j] + vector[row] * product[j];
        group.barrier();
    }
    for (int i = group.rank(); i < elements; i += group.size()) {
        diagonal[i] = matrix[i * elements + i];
        if (i + 1 < elements) subdiagonal[i] = matrix[(i + 1) * elements + i];
    }
    group.barrier();
}

}  // namespace speedqa
