// The anti-alias filter at every 16th sample, straight from 8- and 16-bit samples.
//
// Vectors hold 16-byte blocks; a block belongs to one output and holds 4 of its columns ("a quad"), so that
// the vertical pass adds whole vectors and the horizontal pass is a transposition of 4 by 4 lanes in each
// block. The order of the operations of one output is that of decimate_row.
#include <cstdint>

#include "backends/cpu/simd_targets.h"
#include "backends/cpu/step_table.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/decimate_simd.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "backends/cpu/decimate_rows-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

void fill_decimate(StepTable&) {}

#else

void decimate(const ImageTables& tables, const ImageSource& source, Scratch& scratch, float* decimated) {
    const QuadWeights weights(tables, tables.sample_scale);
    if (tables.wide_samples)
        filter_image<PlaneRows<std::uint16_t> >(tables, weights, source, scratch, decimated);
    else
        filter_image<PlaneRows<std::uint8_t> >(tables, weights, source, scratch, decimated);
}

void fill_decimate(StepTable& table) {
    table.level = level_name;
    table.decimate = decimate;
}

#endif
}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace speedqa {

HWY_EXPORT(fill_decimate);

void add_decimate_steps(StepTable& table) {
    HWY_DYNAMIC_DISPATCH(fill_decimate)(table);
}

}  // namespace speedqa
#endif
