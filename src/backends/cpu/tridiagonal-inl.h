// Tridiagonalisation of several matrices at once: images in the lanes. Included once for each target.
#if defined(SPEEDQA_TRIDIAGONAL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPEEDQA_TRIDIAGONAL_INL_H
#undef SPEEDQA_TRIDIAGONAL_INL_H
#else
#define SPEEDQA_TRIDIAGONAL_INL_H
#endif

#include "hwy/highway.h"
#include "speed/tables.h"

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// True for NaN as well, unlike Ne on some targets.
template <class D, class V>
HWY_INLINE auto not_zero(D d, V x) {
    return hn::Not(hn::Eq(x, hn::Zero(d)));
}

constexpr int lower_at(int row, int column) {
    return row * (row + 1) / 2 + column;
}

// Matrices of the images in the lanes of D.
template <class D>
struct MatrixLanes {
    using V = hn::Vec<D>;
    static constexpr int images = static_cast<int>(hn::MaxLanes(D()));

    alignas(64) float lower[covariances * images];  // entry (row, column) at lower_at()*images
    alignas(64) float vector[elements * images];
    alignas(64) float product[elements * images];
    alignas(64) float diagonal[(elements + 2) * images];
    alignas(64) float subdiagonal[(elements + 2) * images];

    HWY_INLINE V entry(int row, int column) const {
        return hn::Load(D(), lower + lower_at(row, column) * images);
    }
    HWY_INLINE void set_entry(int row, int column, V value) {
        hn::Store(value, D(), lower + lower_at(row, column) * images);
    }
    // Lanes from `count` on become zero matrices.
    HWY_INLINE void load(const float* matrices, int count) {
        for (int row = 0; row < elements; ++row)
            for (int column = 0; column <= row; ++column)
                for (int image = 0; image < images; ++image)
                    lower[lower_at(row, column) * images + image] =
                        image < count ? matrices[(image * elements + row) * elements + column] : 0.0f;
    }
};

template <class V>
struct ReflectionLanes {
    V beta;   // the subdiagonal entry
    V tau;    // 0 where there is nothing to clear
    V scale;  // 0 where the column stays as it is
};

// As find_reflection.
template <class D>
HWY_INLINE ReflectionLanes<hn::Vec<D>> find_reflections(const MatrixLanes<D>& m, int column) {
    using V = hn::Vec<D>;
    const D d;
    V squares = hn::Zero(d);
    for (int row = column + 2; row < elements; ++row) {
        const V value = m.entry(row, column);
        squares = hn::Add(squares, hn::Mul(value, value));
    }
    const V norm = hn::Sqrt(squares);
    const V alpha = m.entry(column + 1, column);
    const V length = hn::Sqrt(hn::Add(hn::Mul(alpha, alpha), hn::Mul(norm, norm)));
    const V beta = hn::IfThenElse(hn::Ge(alpha, hn::Zero(d)), hn::Neg(length), length);
    const auto nothing = hn::Eq(norm, hn::Zero(d));
    return {hn::IfThenElse(nothing, alpha, beta),
            hn::IfThenZeroElse(nothing, hn::Div(hn::Sub(beta, alpha), beta)),
            hn::IfThenZeroElse(nothing, hn::Sub(alpha, beta))};
}

// The vectors of the reflections, and the subdiagonal's entry.
template <class D>
HWY_INLINE void make_vectors(MatrixLanes<D>& m, int column, const ReflectionLanes<hn::Vec<D>>& reflection) {
    const D d;
    const int first = column + 1;
    const auto scaled = not_zero(d, reflection.scale);
    hn::Store(hn::IfThenElse(scaled, reflection.beta, m.entry(first, column)), d,
              m.subdiagonal + column * m.images);
    hn::Store(hn::Set(d, 1.0f), d, m.vector + first * m.images);
    for (int row = first + 1; row < elements; ++row) {
        const auto entry = m.entry(row, column);
        hn::Store(hn::IfThenElse(scaled, hn::Div(entry, reflection.scale), entry), d,
                  m.vector + row * m.images);
    }
}

// product = (tau*matrix)*vector, each sum in ascending column from 0.
template <class D>
HWY_INLINE void multiply_vectors(MatrixLanes<D>& m, int first, hn::Vec<D> tau) {
    const D d;
    for (int row = first; row < elements; ++row) {
        auto sum = hn::Zero(d);
        for (int j = first; j < elements; ++j) {
            const auto entry = j <= row ? m.entry(row, j) : m.entry(j, row);
            sum = hn::Add(sum, hn::Mul(hn::Mul(tau, entry), hn::Load(d, m.vector + j * m.images)));
        }
        hn::Store(sum, d, m.product + row * m.images);
    }
}

// Subtracts product*vector' + vector*product' where `changed`.
template <bool all, class D>
HWY_INLINE void update_matrices(MatrixLanes<D>& m, int first, hn::Mask<D> changed) {
    const D d;
    for (int row = first; row < elements; ++row) {
        const auto product = hn::Load(d, m.product + row * m.images);
        const auto vector = hn::Load(d, m.vector + row * m.images);
        for (int j = first; j <= row; ++j) {
            const auto before = m.entry(row, j);
            const auto change = hn::Add(hn::Mul(product, hn::Load(d, m.vector + j * m.images)),
                                        hn::Mul(vector, hn::Load(d, m.product + j * m.images)));
            const auto after = hn::Sub(before, change);
            m.set_entry(row, j, all ? after : hn::IfThenElse(changed, after, before));
        }
    }
}

// As tridiagonalise, for all lanes; from `lower` to `diagonal` and `subdiagonal`.
template <class D>
HWY_INLINE void tridiagonalise_lanes(MatrixLanes<D>& m) {
    const D d;
    for (int column = 0; column < elements - 2; ++column) {
        const int first = column + 1;
        const auto reflection = find_reflections(m, column);
        make_vectors(m, column, reflection);
        const auto changed = not_zero(d, reflection.tau);
        if (hn::AllFalse(d, changed)) continue;
        multiply_vectors(m, first, reflection.tau);
        auto projection = hn::Zero(d);
        for (int j = first; j < elements; ++j)
            projection = hn::Add(projection, hn::Mul(hn::Load(d, m.product + j * m.images),
                                                     hn::Load(d, m.vector + j * m.images)));
        // -0.5*tau is exact, so that this is one rounding of the whole product.
        const auto alpha = hn::Mul(hn::Mul(hn::Set(d, -0.5f), reflection.tau), projection);
        for (int row = first; row < elements; ++row) {
            float* product = m.product + row * m.images;
            const auto vector = hn::Load(d, m.vector + row * m.images);
            hn::Store(hn::Add(hn::Load(d, product), hn::Mul(alpha, vector)), d, product);
        }
        if (hn::AllTrue(d, changed))
            update_matrices<true>(m, first, changed);
        else
            update_matrices<false>(m, first, changed);
    }
    for (int i = 0; i < elements; ++i) hn::Store(m.entry(i, i), d, m.diagonal + i * m.images);
    hn::Store(m.entry(elements - 1, elements - 2), d, m.subdiagonal + (elements - 2) * m.images);
}

}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
