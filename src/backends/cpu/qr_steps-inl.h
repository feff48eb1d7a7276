// Eigenvalues of several tridiagonal matrices at once: images in the lanes. Included once for each target.
//
// All lanes go through the rotations of a QR step together, at the same rows of their matrices; a lane takes
// part while the row is inside its own unreduced block.
#if defined(SPEEDQA_QR_STEPS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPEEDQA_QR_STEPS_INL_H
#undef SPEEDQA_QR_STEPS_INL_H
#else
#define SPEEDQA_QR_STEPS_INL_H
#endif

#include "backends/cpu/tridiagonal-inl.h"
#include "speed/eigenvalues.h"

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {

// D, or the half of it whose fp64 values fit one vector.
template <class D>
inline constexpr bool fits_double = 2 * hn::MaxLanes(D()) <= hn::MaxLanes(hn::ScalableTag<float>());
template <class D>
using DoubleHalf = hn::Simd<float, fits_double<D> ? hn::MaxLanes(D()) : hn::MaxLanes(D()) / 2, 0>;

// function(values...) in fp64, from and to fp32.
template <class D, class Function, class... V>
HWY_INLINE hn::Vec<D> in_double(D d, const Function& function, V... values) {
    const DoubleHalf<D> half;
    const hn::Rebind<double, decltype(half)> wide;
    if constexpr (fits_double<D>) {
        return hn::DemoteTo(half, function(wide, hn::PromoteTo(wide, values)...));
    } else {
        const auto lower = function(wide, hn::PromoteTo(wide, hn::LowerHalf(half, values))...);
        const auto upper = function(wide, hn::PromoteTo(wide, hn::UpperHalf(half, values))...);
        return hn::Combine(d, hn::DemoteTo(half, upper), hn::DemoteTo(half, lower));
    }
}

// RN32(RN64(1/RN64(sqrt(x)))).
struct InverseRoot {
    template <class DD, class V>
    HWY_INLINE V operator()(DD d, V x) const {
        return hn::Div(hn::Set(d, 1.0), hn::Sqrt(x));
    }
};

// 1 where |a| < 1e-6*b, else 0.
struct BelowMillionth {
    template <class DD, class V>
    HWY_INLINE V operator()(DD d, V a, V b) const {
        return hn::IfThenElseZero(hn::Lt(hn::Abs(a), hn::Mul(hn::Set(d, 1e-6), b)), hn::Set(d, 1.0));
    }
};

// 1 where 1e-6*|a| > b, else 0.
struct MillionthExceeds {
    template <class DD, class V>
    HWY_INLINE V operator()(DD d, V a, V b) const {
        return hn::IfThenElseZero(hn::Gt(hn::Mul(hn::Set(d, 1e-6), hn::Abs(a)), b), hn::Set(d, 1.0));
    }
};

template <class V>
struct RotationLanes {
    V c;
    V s;
};

// As givens.
template <class D, class V = hn::Vec<D>>
HWY_INLINE RotationLanes<V> givens_lanes(D d, V a, V b) {
    const auto swap = hn::Gt(hn::Abs(b), hn::Abs(a));
    const V t = hn::Div(hn::Neg(hn::IfThenElse(swap, a, b)), hn::IfThenElse(swap, b, a));
    const V one = hn::Set(d, 1.0f);
    const V factor = in_double(d, InverseRoot(), hn::Add(one, hn::Mul(t, t)));
    const V other = hn::Mul(factor, t);
    const auto nothing = hn::Eq(b, hn::Zero(d));
    return {hn::IfThenElse(nothing, one, hn::IfThenElse(swap, other, factor)),
            hn::IfThenZeroElse(nothing, hn::IfThenElse(swap, factor, other))};
}

// As wilkinson_shift.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V shift_lanes(D d, V before_last, V last, V off_diagonal) {
    const V half_gap = hn::Mul(hn::Sub(before_last, last), hn::Set(d, 0.5f));
    const V length = hn::Sqrt(hn::Add(hn::Mul(half_gap, half_gap), hn::Mul(off_diagonal, off_diagonal)));
    const auto positive = hn::Gt(half_gap, hn::Zero(d));
    const V side = hn::IfThenElse(positive, half_gap, hn::Neg(half_gap));
    const V step = hn::Mul(off_diagonal, hn::Div(off_diagonal, hn::Add(side, length)));
    const V shift = hn::IfThenElse(positive, hn::Sub(last, step), hn::Add(last, step));
    const auto equal = hn::Eq(half_gap, hn::Zero(d));
    return hn::IfThenElse(equal, hn::Sub(last, hn::Abs(off_diagonal)), shift);
}

// The unreduced block of each lane: rows first to last; last is 0 where the lane is done.
template <class D>
struct BlockLanes {
    hn::Vec<hn::RebindToSigned<D>> first;
    hn::Vec<hn::RebindToSigned<D>> last;
};

// Clears small entries of the subdiagonal, as chop_small, and finds the last unreduced blocks. Entries
// outside the block of the last QR step were tested when they changed; testing them again changes nothing.
template <class D>
HWY_INLINE BlockLanes<D> chop_and_find(D d, MatrixLanes<D>& m, int rows) {
    const hn::RebindToSigned<D> di;
    BlockLanes<D> block = {hn::Zero(di), hn::Zero(di)};
    auto start = hn::Zero(di);
    for (int k = 0; k < rows; ++k) {
        float* const entry = m.subdiagonal + k * m.images;
        auto value = hn::Load(d, entry);
        const auto bracket = hn::Add(hn::Abs(hn::Load(d, m.diagonal + k * m.images)),
                                     hn::Abs(hn::Load(d, m.diagonal + (k + 1) * m.images)));
        const auto limit = hn::Max(hn::Mul(bracket, hn::Set(d, 1.001e-6f)), hn::Set(d, 1e-30f));
        const auto maybe_small = hn::And(not_zero(d, value), hn::Le(hn::Abs(value), limit));
        if (HWY_UNLIKELY(!hn::AllFalse(d, maybe_small))) {
            const auto small = not_zero(d, in_double(d, BelowMillionth(), value, bracket));
            value = hn::IfThenZeroElse(small, value);
            hn::Store(value, d, entry);
        }
        const auto coupled = hn::RebindMask(di, not_zero(d, value));
        block.first = hn::IfThenElse(coupled, start, block.first);
        block.last = hn::IfThenElse(coupled, hn::Set(di, k + 1), block.last);
        start = hn::IfThenElse(coupled, start, hn::Set(di, k + 1));
    }
    return block;
}

// What a lane carries from one rotation to the next; names as in qr_step.
template <class V>
struct ChaseLanes {
    V x, z, bk, zk, ap, bp, aq, bq;
};

template <class D>
HWY_INLINE ChaseLanes<hn::Vec<D>> start_chase(D d, const MatrixLanes<D>& m, const BlockLanes<D>& block) {
    const hn::RebindToSigned<D> di;
    const auto lane = hn::Iota(di, 0);
    const auto images = hn::Set(di, m.images);
    const auto first = hn::Add(hn::Mul(block.first, images), lane);
    const auto second = hn::Add(first, images);
    // A lane that is done has no last row but one; row 0 stands in.
    const auto last = hn::Add(hn::Mul(hn::Max(block.last, hn::Set(di, 1)), images), lane);
    const auto before_last = hn::Sub(last, images);
    auto shift =
        shift_lanes(d, hn::GatherIndex(d, m.diagonal, before_last), hn::GatherIndex(d, m.diagonal, last),
                    hn::GatherIndex(d, m.subdiagonal, before_last));
    const auto ap = hn::GatherIndex(d, m.diagonal, first);
    const auto bp = hn::GatherIndex(d, m.subdiagonal, first);
    const auto aq = hn::GatherIndex(d, m.diagonal, second);
    const auto bq = hn::GatherIndex(d, m.subdiagonal, second);
    const auto size = hn::Add(hn::Abs(ap), hn::Abs(bp));
    shift = hn::IfThenZeroElse(not_zero(d, in_double(d, MillionthExceeds(), shift, size)), shift);
    return {hn::Sub(ap, shift), bp, hn::Zero(d), hn::Zero(d), ap, bp, aq, bq};
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE ChaseLanes<V> select(hn::Mask<D> mask, const ChaseLanes<V>& yes, const ChaseLanes<V>& no) {
    return {hn::IfThenElse(mask, yes.x, no.x),   hn::IfThenElse(mask, yes.z, no.z),
            hn::IfThenElse(mask, yes.bk, no.bk), hn::IfThenElse(mask, yes.zk, no.zk),
            hn::IfThenElse(mask, yes.ap, no.ap), hn::IfThenElse(mask, yes.bp, no.bp),
            hn::IfThenElse(mask, yes.aq, no.aq), hn::IfThenElse(mask, yes.bq, no.bq)};
}

// The rotation of rows k and k + 1 in the lanes whose block holds both.
template <class D, class V = hn::Vec<D>>
HWY_INLINE ChaseLanes<V> rotate(D d, MatrixLanes<D>& m, const BlockLanes<D>& block, int k,
                                const ChaseLanes<V>& s) {
    const hn::RebindToSigned<D> di;
    const auto row = hn::Set(di, k);
    const auto started = hn::Not(hn::Gt(block.first, row));
    const auto active = hn::RebindMask(d, hn::And(started, hn::Lt(row, block.last)));
    const auto inside = hn::RebindMask(d, hn::And(hn::Lt(block.first, row), hn::Lt(row, block.last)));
    const auto finishing = hn::And(active, hn::RebindMask(d, hn::Eq(hn::Set(di, k + 1), block.last)));
    const RotationLanes<V> r = givens_lanes(d, s.x, s.z);
    const V cap_sbp = hn::Sub(hn::Mul(r.c, s.ap), hn::Mul(r.s, s.bp));
    const V saq_cbp = hn::Sub(hn::Mul(r.s, s.aq), hn::Mul(r.c, s.bp));
    const V sap_cbp = hn::Add(hn::Mul(r.s, s.ap), hn::Mul(r.c, s.bp));
    const V sbp_caq = hn::Add(hn::Mul(r.s, s.bp), hn::Mul(r.c, s.aq));
    const V before = hn::Sub(hn::Mul(r.c, s.bk), hn::Mul(r.s, s.zk));
    const V ap = hn::Add(hn::Mul(r.c, cap_sbp), hn::Mul(r.s, saq_cbp));
    const V bk = hn::Sub(hn::Mul(r.c, sap_cbp), hn::Mul(r.s, sbp_caq));
    const V zk = hn::Mul(hn::Neg(r.s), s.bq);
    const ChaseLanes<V> next = {bk,
                                zk,
                                bk,
                                zk,
                                hn::Add(hn::Mul(r.s, sap_cbp), hn::Mul(r.c, sbp_caq)),
                                hn::Mul(r.c, s.bq),
                                hn::Load(d, m.diagonal + (k + 2) * m.images),
                                hn::Load(d, m.subdiagonal + (k + 2) * m.images)};
    hn::BlendedStore(ap, active, d, m.diagonal + k * m.images);
    if (k > 0) hn::BlendedStore(before, inside, d, m.subdiagonal + (k - 1) * m.images);
    hn::BlendedStore(next.ap, finishing, d, m.diagonal + (k + 1) * m.images);
    hn::BlendedStore(next.bk, finishing, d, m.subdiagonal + k * m.images);
    return select<D>(hn::RebindMask(d, started), next, s);
}

// One QR step on the block of each lane.
template <class D>
HWY_INLINE void qr_step_lanes(D d, MatrixLanes<D>& m, const BlockLanes<D>& block, int first, int last) {
    auto chase = start_chase(d, m, block);
    for (int k = first; k < last; ++k) chase = rotate(d, m, block, k, chase);
}

// As tridiagonal_eigenvalues: `diagonal` becomes the eigenvalues. Bit i of the result is set where lane i
// reached the limit of steps.
template <class D>
HWY_INLINE unsigned eigenvalues_lanes(D d, MatrixLanes<D>& m) {
    const hn::RebindToSigned<D> di;
    for (int i = elements - 1; i < elements + 2; ++i) {  // read, but not used
        hn::Store(hn::Zero(d), d, m.subdiagonal + i * m.images);
        if (i >= elements) hn::Store(hn::Zero(d), d, m.diagonal + i * m.images);
    }
    int last = elements - 1;
    unsigned active = 0;
    for (int step = 0; step < qr_step_limit; ++step) {
        const BlockLanes<D> block = chop_and_find(d, m, last);
        alignas(64) std::int32_t firsts[m.images], lasts[m.images];
        hn::Store(block.first, di, firsts);
        hn::Store(block.last, di, lasts);
        int first = last;
        last = 0;
        active = 0;
        for (int i = 0; i < m.images; ++i) {
            if (lasts[i] == 0) continue;
            active |= 1u << i;
            first = firsts[i] < first ? firsts[i] : first;
            last = lasts[i] > last ? lasts[i] : last;
        }
        if (last == 0) return 0;
        qr_step_lanes(d, m, block, first, last);
    }
    return active;
}

}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
