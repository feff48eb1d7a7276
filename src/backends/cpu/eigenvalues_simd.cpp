// Eigenvalues of covariance matrices, several at once.
#include "backends/cpu/simd_targets.h"
#include "backends/cpu/step_table.h"
#include "speed/eigenvalues.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/eigenvalues_simd.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "backends/cpu/qr_steps-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

void fill_eigenvalues(StepTable&) {}

#else

constexpr std::size_t matrix_size = elements * elements;

template <class D>
void eigenvalues_of(const float* covariances, int count, Scratch& scratch, float* eigenvalues,
                    bool* stopped) {
    auto& m =
        *reinterpret_cast<MatrixLanes<D>*>(scratch.matrices.at_least(sizeof(MatrixLanes<D>) / sizeof(float)));
    m.load(covariances, count);
    tridiagonalise_lanes(m);
    const unsigned at_limit = eigenvalues_lanes(D(), m);
    for (int image = 0; image < count; ++image) {
        stopped[image] = (at_limit >> image & 1) != 0;
        for (int i = 0; i < elements; ++i)
            eigenvalues[image * elements + i] = m.diagonal[i * m.images + image];
    }
}

// As few lanes as hold the images: narrow vectors divide and take roots sooner.
void eigenvalues(const float* covariances, int count, Scratch& scratch, float* values, bool* stopped) {
    constexpr int most = static_cast<int>(hn::MaxLanes(hn::ScalableTag<float>()));
    for (int done = 0; done < count;) {
        const int left = count - done;
        const float* from = covariances + static_cast<std::size_t>(done) * matrix_size;
        const int now = left < most ? left : most;
        if (now <= 4)
            eigenvalues_of<hn::CappedTag<float, 4> >(from, now, scratch, values + done * elements,
                                                     stopped + done);
        else if (now <= 8)
            eigenvalues_of<hn::CappedTag<float, 8> >(from, now, scratch, values + done * elements,
                                                     stopped + done);
        else
            eigenvalues_of<hn::CappedTag<float, 16> >(from, now, scratch, values + done * elements,
                                                      stopped + done);
        done += now;
    }
}

void fill_eigenvalues(StepTable& table) {
    table.eigenvalues = eigenvalues;
}

#endif
}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace speedqa {

HWY_EXPORT(fill_eigenvalues);

void add_eigenvalues_steps(StepTable& table) {
    HWY_DYNAMIC_DISPATCH(fill_eigenvalues)(table);
}

}  // namespace speedqa
#endif
