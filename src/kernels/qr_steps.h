// The QR steps of speed/eigenvalues.h as one chain of operations without detours: what is small is cleared as
// soon as it is final, and bits say which subdiagonal entries are left.
#pragma once

#include "exact/integer.h"
#include "speed/eigenvalues.h"

namespace speedqa::kernels {

// A tridiagonal matrix; bit k of `left` is set where subdiagonal[k] is not zero.
struct Tridiagonal {
    float* diagonal;
    float* subdiagonal;
    std::uint32_t left;

    // As chop_small of entry k, whose neighbours on the diagonal are `before` and `behind`.
    template <class Arithmetic>
    SPEEDQA_HOST_DEVICE void store_chopped(int k, float value, float before, float behind) {
        const bool small = Arithmetic::below_millionth_of(value, magnitude(before) + magnitude(behind));
        const float kept = small ? 0.0f : value;
        subdiagonal[k] = kept;
        const std::uint32_t bit = 1u << k;
        left = kept != 0.0f ? left | bit : left & ~bit;
    }
};

SPEEDQA_HOST_DEVICE int highest_bit(std::uint32_t bits) {
    return bits == 0 ? -1 : 63 - exact::leading_zeros(bits);
}

// givens (speed/eigenvalues.h) without branches but for b = 0.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE Rotation rotation(float a, float b) {
    if (b == 0.0f) return {1.0f, 0.0f};
    const bool b_larger = magnitude(b) > magnitude(a);
    const float t = Arithmetic::divide(b_larger ? -a : -b, b_larger ? b : a);
    const float factor = Arithmetic::inverse_root(1.0f + t * t);
    const float other = factor * t;
    return {b_larger ? other : factor, b_larger ? factor : other};
}

template <class Arithmetic>
SPEEDQA_HOST_DEVICE float shift_of(const Tridiagonal& matrix, int first, int last) {
    const float shift = wilkinson_shift<Arithmetic>(matrix.diagonal[last - 1], matrix.diagonal[last],
                                                    matrix.subdiagonal[last - 1]);
    const float bracket = magnitude(matrix.diagonal[first]) + magnitude(matrix.subdiagonal[first]);
    return Arithmetic::millionth_exceeds(shift, bracket) ? 0.0f : shift;
}

// qr_step on the unreduced block first..last, then chop_small of its entries.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE void chopped_qr_step(Tridiagonal& matrix, int first, int last) {
    float* diagonal = matrix.diagonal;
    float* subdiagonal = matrix.subdiagonal;
    const float shift = shift_of<Arithmetic>(matrix, first, last);
    float ap = diagonal[first], bp = subdiagonal[first], aq = diagonal[first + 1];
    float x = ap - shift, z = bp;
    float bk = 0.0f, zk = 0.0f, finished = 0.0f;
    if (last - first == 1) {
        const RotatedBlock block = rotate_block(rotation<Arithmetic>(x, z), ap, bp, aq);
        diagonal[first] = block.ap;
        diagonal[last] = block.aq;
        matrix.store_chopped<Arithmetic>(first, block.bp, block.ap, block.aq);
        return;
    }
    float bq = subdiagonal[first + 1];
    for (int k = first; k < last; ++k) {
        // Read before they are needed; what lies behind the block is read and not used.
        const float next_aq = diagonal[k + 2];
        const float next_bq = subdiagonal[k + 2];
        const Rotation r = rotation<Arithmetic>(x, z);
        const float before = r.c * bk - r.s * zk;
        const RotatedBlock block = rotate_block(r, ap, bp, aq);
        diagonal[k] = block.ap;
        if (k > first) matrix.store_chopped<Arithmetic>(k - 1, before, finished, block.ap);
        finished = block.ap;
        bk = block.bp;
        zk = -r.s * bq;
        ap = block.aq;
        bp = r.c * bq;
        if (k < last - 1) aq = next_aq;
        if (k < last - 2) bq = next_bq;
        x = bk;
        z = zk;
    }
    diagonal[last] = ap;
    matrix.store_chopped<Arithmetic>(last - 1, bk, finished, ap);
}

// tridiagonal_eigenvalues (speed/eigenvalues.h): the same operations on the same numbers. `diagonal` and
// `subdiagonal` have room for 26 entries.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE bool chopped_eigenvalues(float* diagonal, float* subdiagonal) {
    Tridiagonal matrix{diagonal, subdiagonal, 0};
    for (int k = 0; k + 1 < elements; ++k)
        matrix.store_chopped<Arithmetic>(k, subdiagonal[k], diagonal[k], diagonal[k + 1]);
    for (int steps = 0; steps < qr_step_limit; ++steps) {
        const int highest = highest_bit(matrix.left);
        if (highest < 0) return true;
        const int first = highest_bit(~matrix.left & ((1u << highest) - 1)) + 1;
        chopped_qr_step<Arithmetic>(matrix, first, highest + 1);
    }
    return false;
}

}  // namespace speedqa::kernels
