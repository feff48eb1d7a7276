// Eigenvalues of a symmetric tridiagonal matrix: implicit QR steps with Wilkinson's shift, in fp32.
#pragma once

#include "speed/tridiagonal.h"

namespace speedqa {

inline constexpr int qr_step_limit = 500;

struct Rotation {
    float c;
    float s;
};

// c and s with |c*b + s*a| cleared. The factor is RN32(RN64(1/RN64(sqrt(1 + t*t)))), 1 + t*t in fp32.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE Rotation givens(float a, float b) {
    if (b == 0.0f) return {1.0f, 0.0f};
    const float size_a = a < 0.0f ? -a : a;
    const float size_b = b < 0.0f ? -b : b;
    if (size_b > size_a) {
        const float t = Arithmetic::divide(-a, b);
        const float s = Arithmetic::inverse_root(1.0f + t * t);
        return {s * t, s};
    }
    const float t = Arithmetic::divide(-b, a);
    const float c = Arithmetic::inverse_root(1.0f + t * t);
    return {c, c * t};
}

// Clears subdiagonal[k], first <= k < last, where |subdiagonal[k]| < 1e-6*(|diagonal[k]| + |diagonal[k+1]|):
// the bracket in fp32, product and comparison in fp64.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE void chop_small(const float* diagonal, float* subdiagonal, int first, int last) {
    for (int k = first; k < last; ++k) {
        const float bracket = magnitude(diagonal[k]) + magnitude(diagonal[k + 1]);
        if (Arithmetic::below_millionth_of(subdiagonal[k], bracket)) subdiagonal[k] = 0.0f;
    }
}

// The eigenvalue of the last 2 by 2 block that is nearer to its last entry.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE float wilkinson_shift(float before_last, float last, float off_diagonal) {
    const float half_gap = (before_last - last) / 2.0f;
    if (half_gap == 0.0f) return last - magnitude(off_diagonal);
    const float length = hypotenuse<Arithmetic>(half_gap, off_diagonal);
    if (half_gap > 0.0f) return last - off_diagonal * Arithmetic::divide(off_diagonal, half_gap + length);
    return last + off_diagonal * Arithmetic::divide(off_diagonal, -half_gap + length);
}

// The entries of a 2 by 2 block (ap, bp; bp, aq) after a rotation.
struct RotatedBlock {
    float ap;
    float bp;
    float aq;
};

SPEEDQA_HOST_DEVICE RotatedBlock rotate_block(const Rotation& r, float ap, float bp, float aq) {
    return {r.c * (r.c * ap - r.s * bp) + r.s * (r.s * aq - r.c * bp),
            r.c * (r.s * ap + r.c * bp) - r.s * (r.s * bp + r.c * aq),
            r.s * (r.s * ap + r.c * bp) + r.c * (r.s * bp + r.c * aq)};
}

// One QR step on the unreduced block of `size` >= 2 entries at `diagonal` and `subdiagonal`.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE void qr_step(float* diagonal, float* subdiagonal, int size) {
    float shift = wilkinson_shift<Arithmetic>(diagonal[size - 2], diagonal[size - 1], subdiagonal[size - 2]);
    if (Arithmetic::millionth_exceeds(shift, magnitude(diagonal[0]) + magnitude(subdiagonal[0])))
        shift = 0.0f;
    float x = diagonal[0] - shift;
    float z = subdiagonal[0];
    float bk = 0.0f, zk = 0.0f;
    float ap = diagonal[0], bp = subdiagonal[0];
    float aq = diagonal[1];
    if (size == 2) {
        const RotatedBlock block = rotate_block(givens<Arithmetic>(x, z), ap, bp, aq);
        diagonal[0] = block.ap;
        subdiagonal[0] = block.bp;
        diagonal[1] = block.aq;
        return;
    }
    float bq = subdiagonal[1];
    for (int k = 0; k < size - 1; ++k) {
        const Rotation r = givens<Arithmetic>(x, z);
        const float before = r.c * bk - r.s * zk;
        const RotatedBlock block = rotate_block(r, ap, bp, aq);
        diagonal[k] = block.ap;
        bk = block.bp;
        zk = -r.s * bq;
        ap = block.aq;
        bp = r.c * bq;
        if (k > 0) subdiagonal[k - 1] = before;
        if (k < size - 2) {
            aq = diagonal[k + 2];
            subdiagonal[k + 1] = bp;
        }
        if (k < size - 3) bq = subdiagonal[k + 2];
        x = bk;
        z = zk;
    }
    diagonal[size - 1] = ap;
    subdiagonal[size - 2] = bk;
}

// `diagonal` (25) becomes the eigenvalues, in the order found; `subdiagonal` (24) is used up. False if 500
// steps were not enough.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE bool tridiagonal_eigenvalues(float* diagonal, float* subdiagonal) {
    chop_small<Arithmetic>(diagonal, subdiagonal, 0, elements - 1);
    int last = elements - 1;
    int steps = 0;
    while (last > 0 && steps < qr_step_limit) {
        if (subdiagonal[last - 1] == 0.0f) {
            --last;
            continue;
        }
        int first = last - 1;
        while (first > 0 && subdiagonal[first - 1] != 0.0f) --first;
        qr_step<Arithmetic>(diagonal + first, subdiagonal + first, last - first + 1);
        chop_small<Arithmetic>(diagonal, subdiagonal, first, last);
        ++steps;
    }
    return last == 0;
}

// True if an eigenvalue is below 1e-6.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE bool any_eigenvalue_small(const float* eigenvalues) {
    bool small = false;
    for (int i = 0; i < elements; ++i) small = Arithmetic::below_millionth(eigenvalues[i]) || small;
    return small;
}

}  // namespace speedqa
