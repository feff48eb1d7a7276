// The anti-alias filter at every 16th sample, straight from 8- and 16-bit samples.
//
// Vectors hold 16-byte blocks; a block belongs to one output and holds 4 of its columns ("a quad"), so that
// the vertical pass adds whole vectors and the horizontal pass is a transposition of 4 by 4 lanes in each
// block. The order of the operations of one output is that of decimate_row.
#include <algorithm>
#include <cstdint>

#include "backends/cpu/simd_targets.h"
#include "backends/cpu/step_table.h"
#include "speed/small_image.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/decimate_simd.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "backends/cpu/quads-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

void fill_decimate(StepTable&) {}

#else

// The rows under the taps of one row of outputs; first_column is that of the first output's first tap.
template <class Sample>
struct TapRows {
    const Sample* rows[max_filter_taps];

    HWY_INLINE QuadSamples<Sample> load(int tap, int column) const {
        return load_quad_samples(rows[tap] + column);
    }
};

// Copies of the rows where a group of outputs reaches past the picture's left or right edge.
template <class Sample>
void stage_rows(const ImageTables& tables, const TapRows<Sample>& from, int first_column, int columns,
                Sample* memory, TapRows<Sample>& to) {
    const int last = tables.scaled_width - 1;
    const int inside_first = std::max(first_column, 0);
    const int inside_end = std::min(first_column + columns, tables.scaled_width);
    for (int tap = 0; tap < tables.filter_taps; ++tap) {
        Sample* row = memory + static_cast<std::ptrdiff_t>(tap) * columns;
        to.rows[tap] = row;
        std::copy(from.rows[tap] + inside_first, from.rows[tap] + inside_end,
                  row + inside_first - first_column);
        // Columns past those that have a mirror image belong to no output.
        for (int x = first_column; x < inside_first; ++x) row[x - first_column] = from.rows[tap][-x];
        for (int x = inside_end; x < first_column + columns; ++x)
            row[x - first_column] = from.rows[tap][std::max(2 * last - x, 0)];
    }
}

template <class Sample>
struct PlaneRows {
    TapRows<Sample> plane;

    template <int quads>
    HWY_INLINE void products(const QuadWeights& weights, int tap, int column, VF* out) const {
        const QuadSamples<Sample> samples = plane.load(tap, column);
        for (int q = 0; q < quads; ++q)
            out[q] = weights.sample_product(tap, hn::ConvertTo(DF(), samples.quad(q)));
    }
    void stage(const ImageTables& tables, int first_column, int columns, Sample* memory,
               PlaneRows& to) const {
        stage_rows(tables, plane, first_column, columns, memory, to.plane);
    }
};

template <class Sample>
struct DifferenceRows {
    TapRows<Sample> plane;
    TapRows<Sample> subtracted;

    template <int quads>
    HWY_INLINE void products(const QuadWeights& weights, int tap, int column, VF* out) const {
        const QuadSamples<Sample> samples = plane.load(tap, column);
        const QuadSamples<Sample> others = subtracted.load(tap, column);
        for (int q = 0; q < quads; ++q)
            out[q] = weights.difference_product(
                tap, hn::ConvertTo(DF(), hn::Sub(samples.quad(q), others.quad(q))));
    }
    void stage(const ImageTables& tables, int first_column, int columns, Sample* memory,
               DifferenceRows& to) const {
        stage_rows(tables, plane, first_column, columns, memory, to.plane);
        stage_rows(tables, subtracted, first_column, columns,
                   memory + static_cast<std::ptrdiff_t>(tables.filter_taps) * columns, to.subtracted);
    }
};

// Adds up to 16 taps from `first_tap` on to the horizontal sum of a group of outputs.
template <int quads, class Rows>
HWY_INLINE VF add_taps(const ImageTables& tables, const QuadWeights& weights, const Rows& rows, int column,
                       int first_tap, VF sum) {
    VF columns[4][quads];
    for (int j = 0; j < 4; ++j)
        for (int q = 0; q < quads; ++q) columns[j][q] = hn::Zero(DF());
    for (int tap = 0; tap < tables.filter_taps; ++tap) {
        for (int j = 0; j < 4; ++j) {
            VF products[quads];
            rows.template products<quads>(weights, tap, column + first_tap + j * blocks * decimation,
                                          products);
            for (int q = 0; q < quads; ++q) columns[j][q] = hn::Add(columns[j][q], products[q]);
        }
    }
    return add_quads<quads>(columns, tables.filter_weights + first_tap,
                            std::min(tables.filter_taps - first_tap, 4 * quads), sum);
}

// A group of outputs, in the order of their blocks.
template <class Rows>
HWY_INLINE VF filter_group(const ImageTables& tables, const QuadWeights& weights, const Rows& rows,
                           int column) {
    VF sum = hn::Zero(DF());
    for (int first_tap = 0; first_tap < tables.filter_taps; first_tap += decimation) {
        const int left = tables.filter_taps - first_tap;
        if (left > 12)
            sum = add_taps<4>(tables, weights, rows, column, first_tap, sum);
        else if (left > 8)
            sum = add_taps<3>(tables, weights, rows, column, first_tap, sum);
        else if (left > 4)
            sum = add_taps<2>(tables, weights, rows, column, first_tap, sum);
        else
            sum = add_taps<1>(tables, weights, rows, column, first_tap, sum);
    }
    return sum;
}

// One row of outputs. The last group overlaps the one before it where the width is not a multiple of a
// group's.
template <class Sample, class Rows>
void filter_row(const ImageTables& tables, const QuadWeights& weights, const Rows& rows, Sample* staged,
                float* output) {
    const int chunks = (tables.filter_taps + decimation - 1) / decimation;
    const int columns = (group_outputs + chunks - 1) * decimation;
    const OutputOrder<Sample> order;
    for (int first = 0; first < tables.small_width; first += group_outputs) {
        const int start = std::max(0, std::min(first, tables.small_width - group_outputs));
        const int column = start * decimation - tables.filter_taps / 2;
        VF group;
        if (column >= 0 && column + columns <= tables.scaled_width) {
            group = filter_group(tables, weights, rows, column);
        } else {
            Rows copies;
            rows.stage(tables, column, columns, staged, copies);
            group = filter_group(tables, weights, copies, 0);
        }
        store_first(order.in_order(group), tables.small_width - start, output + start);
    }
}

template <class Sample>
void find_rows(const ImageTables& tables, const PlaneView& plane, int row, TapRows<Sample>& rows) {
    for (int tap = 0; tap < tables.filter_taps; ++tap) {
        const int y = mirror_index(decimation * row - tables.filter_taps / 2 + tap, tables.scaled_height - 1);
        rows.rows[tap] =
            reinterpret_cast<const Sample*>(static_cast<const unsigned char*>(plane.data) + y * plane.stride);
    }
}

template <class Sample>
void filter_image(const ImageTables& tables, const ImageSource& source, Scratch& scratch, float* decimated) {
    const QuadWeights weights(tables);
    auto* staged = reinterpret_cast<Sample*>(scratch.staged_rows.at_least(
        2 * sizeof(Sample) * max_filter_taps * (group_outputs + max_filter_taps / decimation) * decimation));
    for (int row = 0; row < tables.small_height; ++row) {
        float* output = decimated + row * tables.small_width;
        if (source.subtracted.data) {
            DifferenceRows<Sample> rows;
            find_rows(tables, source.plane, row, rows.plane);
            find_rows(tables, source.subtracted, row, rows.subtracted);
            filter_row(tables, weights, rows, staged, output);
        } else {
            PlaneRows<Sample> rows;
            find_rows(tables, source.plane, row, rows.plane);
            filter_row(tables, weights, rows, staged, output);
        }
    }
}

void decimate(const ImageTables& tables, const ImageSource& source, Scratch& scratch, float* decimated) {
    if (tables.prescale.taps > 0)
        plain_decimate(tables, source, scratch, decimated);
    else if (tables.wide_samples)
        filter_image<std::uint16_t>(tables, source, scratch, decimated);
    else
        filter_image<std::uint8_t>(tables, source, scratch, decimated);
}

void fill_decimate(StepTable& table) {
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
