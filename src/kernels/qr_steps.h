// The QR steps of speed/eigenvalues.h as one chain of operations almost without branches: what is small is
// cleared as soon as it is final, and bits say which subdiagonal entries are left.
#pragma once

#include "exact/divide.h"
#include "exact/integer.h"
#include "speed/eigenvalues.h"

namespace speedqa::kernels {

// A tridiagonal matrix: diagonal[k] and, one place further, subdiagonal[k + 1] are entries k. Entries beside
// the matrix are read or written, and not used.
struct QrLocal {
    float diagonal[elements + 1];
    float subdiagonal[elements + 2];
};

// A result that holds only where `sure`.
struct QuickRotation {
    Rotation rotation;
    bool sure;
};

template <class Arithmetic>
SPEEDQA_HOST_DEVICE exact::Attempt quick_quotient(float a, float b) {
    if constexpr (requires { Arithmetic::attempt_divide(a, b); })
        return Arithmetic::attempt_divide(a, b);
    else
        return {Arithmetic::divide(a, b), true};
}

template <class Arithmetic>
SPEEDQA_HOST_DEVICE exact::Attempt quick_inverse_root(float x) {
    if constexpr (requires { Arithmetic::attempt_inverse_root(x); })
        return Arithmetic::attempt_inverse_root(x);
    else
        return {Arithmetic::inverse_root(x), true};
}

// givens (speed/eigenvalues.h). Comparisons are joined without `&&`, here and below: its branches would cost
// more than all of them.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE QuickRotation quick_rotation(float a, float b) {
    const bool b_larger = magnitude(b) > magnitude(a);
    const exact::Attempt t = quick_quotient<Arithmetic>(b_larger ? -a : -b, b_larger ? b : a);
    const exact::Attempt factor = quick_inverse_root<Arithmetic>(1.0f + t.value * t.value);
    const float other = factor.value * t.value;
    return {{b_larger ? other : factor.value, b_larger ? factor.value : other},
            static_cast<bool>((b != 0.0f) & t.sure & factor.sure)};
}

// What one rotation makes of the chain's state.
struct QrMove {
    Rotation rotation;
    RotatedBlock block;
    float before;  // the subdiagonal entry that is final now
    bool small;    // chop_small clears it
    bool sure;
};

// The state of a QR step before rotation k; names as in qr_step.
struct QrChain {
    float x, z;
    float ap, bp, aq, bq;
    float bk, zk;
    float finished;      // diagonal entry k - 1
    std::uint32_t kept;  // bit 31: subdiagonal entry k - 1 is not cleared, bit 30: entry k - 2, ...

    SPEEDQA_HOST_DEVICE QrMove move(const QuickRotation& quick) const {
        const Rotation& r = quick.rotation;
        return {r, rotate_block(r, ap, bp, aq), r.c * bk - r.s * zk, false, quick.sure};
    }

    // Decides chop_small by fp32 bounds of 1e-6, where these leave no doubt.
    template <class Arithmetic>
    SPEEDQA_HOST_DEVICE QrMove quick_move() const {
        QrMove result = move(quick_rotation<Arithmetic>(x, z));
        const float bracket = magnitude(finished) + magnitude(result.block.ap);
        const float size = magnitude(result.before);
        result.small = size < 0.9999e-6f * bracket;
        const bool large = size > 1.0001e-6f * bracket;
        result.sure = static_cast<bool>(result.sure & (bracket > 0x1p-100f) & (result.small | large));
        return result;
    }

    template <class Arithmetic>
    SPEEDQA_HOST_DEVICE QrMove exact_move() const {
        QrMove result = move({givens<Arithmetic>(x, z), true});
        result.small =
            Arithmetic::below_millionth_of(result.before, magnitude(finished) + magnitude(result.block.ap));
        return result;
    }

    // Takes rotation k; next_aq and next_bq are entries k + 2.
    SPEEDQA_HOST_DEVICE void take(const QrMove& move, float next_aq, float next_bq, int k, QrLocal& matrix) {
        matrix.diagonal[k] = move.block.ap;
        store(k - 1, move.before, move.small, matrix);
        finished = move.block.ap;
        bk = move.block.bp;
        zk = -move.rotation.s * bq;
        ap = move.block.aq;
        bp = move.rotation.c * bq;
        aq = next_aq;
        bq = next_bq;
        x = bk;
        z = zk;
    }

    SPEEDQA_HOST_DEVICE void store(int k, float value, bool small, QrLocal& matrix) {
        const float left = small ? 0.0f : value;
        matrix.subdiagonal[k + 1] = left;
        kept = kept >> 1 | (left != 0.0f ? 0x80000000u : 0u);
    }
};

template <class Arithmetic>
SPEEDQA_HOST_DEVICE float shift_of(const QrLocal& matrix, int first, int last) {
    const float shift = wilkinson_shift<Arithmetic>(matrix.diagonal[last - 1], matrix.diagonal[last],
                                                    matrix.subdiagonal[last]);
    const float bracket = magnitude(matrix.diagonal[first]) + magnitude(matrix.subdiagonal[first + 1]);
    return Arithmetic::millionth_exceeds(shift, bracket) ? 0.0f : shift;
}

// qr_step on the unreduced block first..last, then chop_small of its entries. Returns the bits of those that
// are left, entry `first` lowest. The loop leaves the quick way only where that is not sure.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE std::uint32_t chopped_qr_step(QrLocal& matrix, int first, int last) {
    const float* diagonal = matrix.diagonal;
    const float* subdiagonal = matrix.subdiagonal + 1;
    const float shift = shift_of<Arithmetic>(matrix, first, last);
    QrChain chain{};
    chain.ap = diagonal[first];
    chain.bp = subdiagonal[first];
    chain.aq = diagonal[first + 1];
    chain.bq = subdiagonal[first + 1];
    chain.x = chain.ap - shift;
    chain.z = chain.bp;
    int k = first;
    for (;;) {
        for (; k < last; ++k) {
            // Behind the block, qr_step keeps the values before: nothing that it stores depends on them.
            const float next_aq = diagonal[k + 2];
            const float next_bq = subdiagonal[k + 2];
            const QrMove move = chain.quick_move<Arithmetic>();
            if (!move.sure) break;
            chain.take(move, next_aq, next_bq, k, matrix);
        }
        if (k == last) break;
        chain.take(chain.exact_move<Arithmetic>(), diagonal[k + 2], subdiagonal[k + 2], k, matrix);
        ++k;
    }
    matrix.diagonal[last] = chain.ap;
    const float bracket = magnitude(chain.finished) + magnitude(chain.ap);
    chain.store(last - 1, chain.bk, Arithmetic::below_millionth_of(chain.bk, bracket), matrix);
    // Without the first bit, that of the entry before the block.
    return chain.kept >> (32 - (last - first));
}

SPEEDQA_HOST_DEVICE int highest_bit(std::uint32_t bits) {
    return bits == 0 ? -1 : 63 - exact::leading_zeros(bits);
}

// tridiagonal_eigenvalues (speed/eigenvalues.h): the same operations on the same numbers.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE bool chopped_eigenvalues(QrLocal& matrix) {
    matrix.diagonal[elements] = 0.0f;
    matrix.subdiagonal[0] = 0.0f;
    matrix.subdiagonal[elements] = 0.0f;
    matrix.subdiagonal[elements + 1] = 0.0f;
    chop_small<Arithmetic>(matrix.diagonal, matrix.subdiagonal + 1, 0, elements - 1);
    std::uint32_t left = 0;  // bit k: subdiagonal entry k is not 0
    for (int k = 0; k + 1 < elements; ++k)
        if (matrix.subdiagonal[k + 1] != 0.0f) left |= 1u << k;
    for (int steps = 0; steps < qr_step_limit; ++steps) {
        const int highest = highest_bit(left);
        if (highest < 0) return true;
        const int first = highest_bit(~left & ((1u << highest) - 1)) + 1;
        const std::uint32_t others = left & ((1u << first) - 1);
        left = others | chopped_qr_step<Arithmetic>(matrix, first, highest + 1) << first;
    }
    return false;
}

}  // namespace speedqa::kernels
