// The anti-alias filter at every 16th sample, straight from 8- and 16-bit samples.
//
// Vectors hold 16-byte blocks; a block belongs to one output and holds 4 of its columns ("a quad"), so that
// the vertical pass adds whole vectors and the horizontal pass is a transposition of 4 by 4 lanes in each
// block. The order of the operations of one output is that of decimate_row.
#include <algorithm>
#include <cstdint>

#include "backends/cpu/simd_targets.h"
#include "backends/cpu/step_table.h"
#include "hwy/cache_control.h"
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

// Where the samples of a group of outputs are, for each tap of the vertical pass: from the first column of
// the first output on. The vector of the leftmost outputs has its own place, since its columns may reach past
// the picture's edge and then lie in a copy.
template <class Sample>
struct TapRows {
    const Sample* left[max_filter_taps];
    const Sample* rest[max_filter_taps];

    HWY_INLINE QuadSamples<Sample> load(int tap, int vector, int column) const {
        return load_quad_samples(vector == 0 ? left[tap] + column
                                             : rest[tap] + vector * blocks * decimation + column);
    }
};

// One plane of an image, at one row of outputs.
template <class Sample>
class PlaneRows {
  public:
    PlaneRows(const ImageTables& tables, const PlaneView& plane, int row, Sample* staged)
        : tables_(tables), staged_(staged) {
        for (int tap = 0; tap < tables.filter_taps; ++tap) {
            const int y =
                mirror_index(decimation * row - tables.filter_taps / 2 + tap, tables.scaled_height - 1);
            rows_[tap] = reinterpret_cast<const Sample*>(static_cast<const unsigned char*>(plane.data) +
                                                         y * plane.stride);
        }
        const bool more = decimation * (row + 1) + tables.filter_taps / 2 < tables.scaled_height;
        ahead_ = more ? decimation * plane.stride : 0;
    }

    // A group whose outputs read `columns` columns from `column` on.
    HWY_INLINE void find(int column, int columns, TapRows<Sample>& group) const {
        const int vector = blocks * decimation;
        const bool whole = column + vector < 0 || column + columns > tables_.scaled_width;
        const bool staged = whole || column < 0;
        if (staged) stage(column, whole ? columns : columns - 3 * vector);
        for (int tap = 0; tap < tables_.filter_taps; ++tap) {
            const Sample* copy = staged_ + tap * max_staged;
            const Sample* row = rows_[tap] + column;
            group.left[tap] = staged ? copy : row;
            group.rest[tap] = whole ? copy : row;
        }
    }

    // Brings a share of the next row of outputs' samples near.
    HWY_INLINE void prefetch(int group) const {
        const int bytes = group_outputs * decimation * static_cast<int>(sizeof(Sample));
        for (int tap = 0; tap < tables_.filter_taps; ++tap) {
            const char* from = reinterpret_cast<const char*>(rows_[tap]) + ahead_ + group * bytes;
            for (int byte = 0; byte < bytes; byte += 64) hwy::Prefetch(from + byte);
        }
    }

    static constexpr int max_staged = (group_outputs + max_filter_taps / decimation) * decimation;

  private:
    // Columns past those that have a mirror image belong to no output.
    void stage(int column, int columns) const {
        const int last = tables_.scaled_width - 1;
        const int inside_first = std::max(column, 0);
        const int inside_end = std::min(column + columns, tables_.scaled_width);
        for (int tap = 0; tap < tables_.filter_taps; ++tap) {
            Sample* row = staged_ + tap * max_staged;
            std::copy(rows_[tap] + inside_first, rows_[tap] + inside_end, row + inside_first - column);
            for (int x = column; x < inside_first; ++x) row[x - column] = rows_[tap][-x];
            for (int x = inside_end; x < column + columns; ++x)
                row[x - column] = rows_[tap][std::max(2 * last - x, 0)];
        }
    }

    const ImageTables& tables_;
    const Sample* rows_[max_filter_taps];
    Sample* staged_;
    std::ptrdiff_t ahead_;
};

// The samples of a plane, and their products with taps.
template <class Sample>
struct PlaneGroup {
    TapRows<Sample> plane;

    HWY_INLINE QuadSamples<Sample> load(int tap, int vector, int column) const {
        return plane.load(tap, vector, column);
    }
    HWY_INLINE static VF product(const QuadWeights& weights, int tap, const QuadSamples<Sample>& samples,
                                 int q) {
        return weights.sample_product(tap, hn::ConvertTo(DF(), samples.quad(q)));
    }
    template <int q>
    HWY_INLINE static VF lone_product(const QuadWeights& weights, int tap,
                                      const QuadSamples<Sample> (&samples)[4]) {
        return weights.sample_product(tap, hn::ConvertTo(DF(), lone_column<q>(samples)));
    }
};

// The samples of two planes, and the products of their differences with taps.
template <class Sample>
struct DifferenceGroup {
    TapRows<Sample> plane;
    TapRows<Sample> subtracted;

    struct Samples {
        QuadSamples<Sample> plane;
        QuadSamples<Sample> subtracted;
    };

    HWY_INLINE Samples load(int tap, int vector, int column) const {
        return {plane.load(tap, vector, column), subtracted.load(tap, vector, column)};
    }
    HWY_INLINE static VF product(const QuadWeights& weights, int tap, const Samples& samples, int q) {
        const VI difference = hn::Sub(samples.plane.quad(q), samples.subtracted.quad(q));
        return weights.difference_product(tap, hn::ConvertTo(DF(), difference));
    }
    template <int q>
    HWY_INLINE static VF lone_product(const QuadWeights& weights, int tap, const Samples (&samples)[4]) {
        const QuadSamples<Sample> planes[4] = {samples[0].plane, samples[1].plane, samples[2].plane,
                                               samples[3].plane};
        const QuadSamples<Sample> others[4] = {samples[0].subtracted, samples[1].subtracted,
                                               samples[2].subtracted, samples[3].subtracted};
        const VI difference = hn::Sub(lone_column<q>(planes), lone_column<q>(others));
        return weights.difference_product(tap, hn::ConvertTo(DF(), difference));
    }
};

// Adds up to 16 taps from `first_tap` on to the horizontal sum of a group of outputs: those of `quads` quads
// and, if `lone`, one tap more.
template <int quads, bool lone, class Group>
HWY_INLINE VF add_taps(const ImageTables& tables, const QuadWeights& weights, const Group& group,
                       int first_tap, VF sum) {
    VF columns[4][quads > 0 ? quads : 1];
    unroll<4 * quads>([&](auto i) SPEEDQA_INLINE_LAMBDA { columns[i / quads][i % quads] = hn::Zero(DF()); });
    VF last = hn::Zero(DF());
    for (int tap = 0; tap < tables.filter_taps; ++tap) {
        const decltype(group.load(0, 0, 0)) samples[4] = {
            group.load(tap, 0, first_tap), group.load(tap, 1, first_tap), group.load(tap, 2, first_tap),
            group.load(tap, 3, first_tap)};
        unroll<4 * quads>([&](auto i) SPEEDQA_INLINE_LAMBDA {
            VF& column = columns[i / quads][i % quads];
            column = hn::Add(column, Group::product(weights, tap, samples[i / quads], i % quads));
        });
        if constexpr (lone) last = hn::Add(last, Group::template lone_product<quads>(weights, tap, samples));
    }
    const float* tap_weights = tables.filter_weights + first_tap;
    if constexpr (quads > 0)
        sum = add_quads<quads>(columns, tap_weights, tables.filter_taps - first_tap, sum);
    return lone ? hn::Add(sum, hn::Mul(set(tap_weights[4 * quads]), last)) : sum;
}

// A group of outputs, in the order of their blocks.
template <class Group>
HWY_INLINE VF filter_group(const ImageTables& tables, const QuadWeights& weights, const Group& group) {
    VF sum = hn::Zero(DF());
    int tap = 0;
    for (; tap + decimation <= tables.filter_taps; tap += decimation)
        sum = add_taps<4, false>(tables, weights, group, tap, sum);
    switch (tables.filter_taps - tap) {  // filters have an odd number of taps
        case 1:
            return add_taps<0, true>(tables, weights, group, tap, sum);
        case 3:
            return add_taps<1, false>(tables, weights, group, tap, sum);
        case 5:
            return add_taps<1, true>(tables, weights, group, tap, sum);
        case 7:
            return add_taps<2, false>(tables, weights, group, tap, sum);
        case 9:
            return add_taps<2, true>(tables, weights, group, tap, sum);
        case 11:
            return add_taps<3, false>(tables, weights, group, tap, sum);
        case 13:
            return add_taps<3, true>(tables, weights, group, tap, sum);
        default:
            return add_taps<4, false>(tables, weights, group, tap, sum);
    }
}

// One row of outputs: find(column, columns, group) finds the samples of a group. The last group overlaps the
// one before it where the width is not a multiple of a group's.
template <class Sample, class Find>
HWY_INLINE void filter_row(const ImageTables& tables, const QuadWeights& weights, const Find& find,
                           float* output) {
    const int chunks = (tables.filter_taps + decimation - 1) / decimation;
    const int columns = (group_outputs + chunks - 1) * decimation;
    const OutputOrder<Sample> order;
    for (int first = 0; first < tables.small_width; first += group_outputs) {
        const int start = std::max(0, std::min(first, tables.small_width - group_outputs));
        const auto samples =
            find(start * decimation - tables.filter_taps / 2, columns, first / group_outputs);
        const VF group = filter_group(tables, weights, samples);
        store_first(order.in_order(group), tables.small_width - start, output + start);
    }
}

template <class Sample>
void filter_image(const ImageTables& tables, const ImageSource& source, Scratch& scratch, float* decimated) {
    const QuadWeights weights(tables);
    constexpr std::size_t staged_size = max_filter_taps * PlaneRows<Sample>::max_staged;
    auto* staged = reinterpret_cast<Sample*>(scratch.staged_rows.at_least(2 * staged_size * sizeof(Sample)));
    for (int row = 0; row < tables.small_height; ++row) {
        float* output = decimated + row * tables.small_width;
        const PlaneRows<Sample> plane(tables, source.plane, row, staged);
        if (!source.subtracted.data) {
            const auto find = [&](int column, int columns, int group) SPEEDQA_INLINE_LAMBDA {
                plane.prefetch(group);
                PlaneGroup<Sample> samples;
                plane.find(column, columns, samples.plane);
                return samples;
            };
            filter_row<Sample>(tables, weights, find, output);
            continue;
        }
        const PlaneRows<Sample> subtracted(tables, source.subtracted, row, staged + staged_size);
        const auto find = [&](int column, int columns, int group) SPEEDQA_INLINE_LAMBDA {
            plane.prefetch(group);
            subtracted.prefetch(group);
            DifferenceGroup<Sample> samples;
            plane.find(column, columns, samples.plane);
            subtracted.find(column, columns, samples.subtracted);
            return samples;
        };
        filter_row<Sample>(tables, weights, find, output);
    }
}

void decimate(const ImageTables& tables, const ImageSource& source, Scratch& scratch, float* decimated) {
    if (tables.wide_samples)
        filter_image<std::uint16_t>(tables, source, scratch, decimated);
    else
        filter_image<std::uint8_t>(tables, source, scratch, decimated);
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
