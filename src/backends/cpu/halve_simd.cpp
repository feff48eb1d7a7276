// Prescale by one half, bilinear, and anti-alias filter in one, for 8-bit samples.
//
// Scaled sample (x, y) is then a quarter of each of the 4 samples at (2x, 2y), added one after the other; all
// of that is exact in fp32, so it is the integer sum of the 4, times sample_scale/4, minus 128. The planes'
// even and odd rows are read as rows of pairs of samples.
#include "backends/cpu/simd_targets.h"
#include "backends/cpu/step_table.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/halve_simd.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "backends/cpu/decimate_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {

using Pair = std::uint16_t;  // two 8-bit samples side by side

HWY_INLINE hn::Vec<DU16> pair_sums(hn::Vec<DU16> pairs) {
#if HWY_TARGET == HWY_AVX3
    return hn::Vec<DU16>{_mm512_maddubs_epi16(pairs.raw, _mm512_set1_epi8(1))};
#elif HWY_TARGET == HWY_AVX2
    return hn::Vec<DU16>{_mm256_maddubs_epi16(pairs.raw, _mm256_set1_epi8(1))};
#elif HWY_TARGET == HWY_SSE4
    return hn::Vec<DU16>{_mm_maddubs_epi16(pairs.raw, _mm_set1_epi8(1))};
#else
    return hn::Add(hn::And(pairs, hn::Set(DU16(), 0xff)), hn::ShiftRight<8>(pairs));
#endif
}

// Sums of 2 by 2 samples, as TapRows has samples.
struct SumRows {
    TapRows<Pair> even;
    TapRows<Pair> odd;

    HWY_INLINE QuadSamples<std::uint16_t> load(int tap, int vector, int column) const {
        const Pair* above = even.at(tap, vector, column);
        const Pair* below = odd.at(tap, vector, column);
        const auto sums = [&](int offset) SPEEDQA_INLINE_LAMBDA {
            return hn::Add(pair_sums(hn::LoadU(DU16(), above + offset)),
                           pair_sums(hn::LoadU(DU16(), below + offset)));
        };
        return quad_samples(sums(0), sums(2 * lanes));
    }
};

// As PlaneRows, of the scaled plane.
class HalvedRows {
  public:
    using Sample = Pair;
    using Group = SumRows;
    static constexpr int staged_samples = 2 * PlaneRows<Pair>::staged_samples;

    HalvedRows(const ImageTables& tables, const PlaneView& plane, int row, Pair* staged)
        : even_(tables, {plane.data, 2 * plane.stride}, row, staged),
          odd_(tables, {static_cast<const unsigned char*>(plane.data) + plane.stride, 2 * plane.stride}, row,
               staged + PlaneRows<Pair>::staged_samples) {}

    HWY_INLINE void find(int column, int columns, SumRows& group) const {
        even_.find(column, columns, group.even);
        odd_.find(column, columns, group.odd);
    }
    HWY_INLINE void prefetch() {
        even_.prefetch();
        odd_.prefetch();
    }

  private:
    PlaneRows<Pair> even_;
    PlaneRows<Pair> odd_;
};

namespace {

bool is_halved_axis(const int* index, const float* weight, int scaled_size) {
    for (int i = 0; i < 2 * scaled_size; ++i)
        if (index[i] != i || weight[i] != 0.5f) return false;
    return true;
}

}  // namespace

bool is_halved(const ImageTables& tables) {
    const PrescaleTables& scale = tables.prescale;
    return scale.taps == 2 && !tables.wide_samples &&
           is_halved_axis(scale.column_index, scale.column_weight, tables.scaled_width) &&
           is_halved_axis(scale.row_index, scale.row_weight, tables.scaled_height);
}

void halve_and_decimate(const ImageTables& tables, const ImageSource& source, Scratch& scratch,
                        float* decimated) {
    const QuadWeights weights(tables, 0.25f * tables.sample_scale);
    filter_image<HalvedRows>(tables, weights, source, scratch, decimated);
}

}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
