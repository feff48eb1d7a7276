// The small image: the decimated one minus its Gaussian mean.
#include <algorithm>

#include "backends/cpu/simd_targets.h"
#include "backends/cpu/step_table.h"
#include "speed/small_image.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/local_mean_simd.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "backends/cpu/lanes-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

void fill_local_mean(StepTable&) {}

#else

// Taps known at compile time, or 0.
template <int fixed>
HWY_INLINE VF weighted_sum(const float* weights, int taps, const float* const* rows, int x) {
    VF sum = hn::Zero(DF());
    for (int tap = 0; tap < (fixed > 0 ? fixed : taps); ++tap)
        sum = hn::Add(sum, hn::Mul(set(weights[tap]), hn::LoadU(DF(), rows[tap] + x)));
    return sum;
}

// `filtered` holds the row after the vertical pass, with room for half the taps before it.
template <int fixed>
void mean_row(const ImageTables& tables, const float* decimated, int y, float* filtered, float* output) {
    const int width = tables.small_width;
    const int half = tables.mean_taps / 2;
    const float* weights = tables.mean_weights;
    const float* rows[max_mean_taps];
    for (int tap = 0; tap < tables.mean_taps; ++tap)
        rows[tap] = decimated + mirror_index(y - half + tap, tables.small_height - 1) * width;
    for (int x = 0; x < width; x += lanes)
        hn::StoreU(weighted_sum<fixed>(weights, tables.mean_taps, rows, x), DF(), filtered + x);
    for (int k = 1; k <= half; ++k) {
        filtered[-k] = filtered[k];
        filtered[width - 1 + k] = filtered[width - 1 - k];
    }
    const float* columns[max_mean_taps];
    for (int tap = 0; tap < tables.mean_taps; ++tap) columns[tap] = filtered - half + tap;
    for (int first = 0; first < width; first += lanes) {
        const int x = std::max(0, std::min(first, width - lanes));
        const VF mean = weighted_sum<fixed>(weights, tables.mean_taps, columns, x);
        store_first(hn::Sub(hn::LoadU(DF(), decimated + y * width + x), mean), width - x,
                    output + y * width + x);
    }
}

void subtract_local_mean(const ImageTables& tables, const float* decimated, Scratch& scratch,
                         float* small_image) {
    constexpr int before = 16;
    float* filtered =
        scratch.filtered_row.at_least(static_cast<std::size_t>(tables.small_width + 2 * before)) + before;
    for (int y = 0; y < tables.small_height; ++y) {
        if (tables.mean_taps == 3)
            mean_row<3>(tables, decimated, y, filtered, small_image);
        else
            mean_row<0>(tables, decimated, y, filtered, small_image);
    }
}

void fill_local_mean(StepTable& table) {
    table.subtract_local_mean = subtract_local_mean;
}

#endif
}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace speedqa {

HWY_EXPORT(fill_local_mean);

void add_local_mean_steps(StepTable& table) {
    HWY_DYNAMIC_DISPATCH(fill_local_mean)(table);
}

}  // namespace speedqa
#endif
