// The anti-alias filter over rows of samples: where a group's samples are, and the sums of a row of outputs.
// Included once for each target.
#if defined(SPEEDQA_DECIMATE_ROWS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPEEDQA_DECIMATE_ROWS_INL_H
#undef SPEEDQA_DECIMATE_ROWS_INL_H
#else
#define SPEEDQA_DECIMATE_ROWS_INL_H
#endif

#include <algorithm>
#include <cstring>

#include "backends/cpu/quads-inl.h"
#include "backends/cpu/step_table.h"
#include "speed/format.h"
#include "speed/small_image.h"

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {

// Brings `bytes` bytes near: into the second cache, which takes more at a time than the first can wait for.
HWY_INLINE void prefetch_bytes(const void* from, int bytes) {
    constexpr int cache_line = 64;
    for (int byte = 0; byte < bytes; byte += cache_line)
        __builtin_prefetch(static_cast<const unsigned char*>(from) + byte, 0, 2);
}

// Where the samples of a group of outputs are, for each tap of the vertical pass: from the first column of
// the first output on. The vector of the leftmost outputs has its own place, since its columns may reach past
// the picture's edge and then lie in a copy.
template <class Sample>
struct TapRows {
    const Sample* left[max_filter_taps];
    const Sample* rest[max_filter_taps];

    HWY_INLINE const Sample* at(int tap, int vector, int column) const {
        return vector == 0 ? left[tap] + column : rest[tap] + vector * blocks * decimation + column;
    }
    HWY_INLINE QuadSamples<Sample> load(int tap, int vector, int column) const {
        return load_quad_samples(at(tap, vector, column));
    }
};

// One plane of an image, at one row of outputs. Samples may lie at odd addresses.
template <class S>
class PlaneRows {
  public:
    using Sample = S;
    using Group = TapRows<Sample>;
    static constexpr int max_staged = (group_outputs + max_filter_taps / decimation) * decimation;
    static constexpr int staged_samples = max_filter_taps * max_staged;

    // `staged`: memory for staged_samples.
    PlaneRows(const ImageTables& tables, const PlaneView& plane, int row, Sample* staged)
        : tables_(tables), staged_(staged) {
        for (int tap = 0; tap < tables.filter_taps; ++tap) {
            const int y =
                mirror_index(decimation * row - tables.filter_taps / 2 + tap, tables.scaled_height - 1);
            rows_[tap] = reinterpret_cast<const Sample*>(static_cast<const unsigned char*>(plane.data) +
                                                         y * plane.stride);
        }
        const bool more = decimation * (row + 1) + tables.filter_taps / 2 < tables.scaled_height;
        ahead_ = decimation * plane.stride;
        row_bytes_ = tables.scaled_width * static_cast<int>(sizeof(Sample));
        const int groups = (tables.small_width + group_outputs - 1) / group_outputs;
        bytes_of_group_ = more ? row_bytes_ * tables.filter_taps / groups + 1 : 0;
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

    // Brings a group's share of the next row of outputs' samples near, row by row: memory that is asked for
    // in order comes sooner.
    HWY_INLINE void prefetch() {
        for (int left = bytes_of_group_; left > 0;) {
            const int bytes = std::min(left, row_bytes_ - ahead_byte_);
            prefetch_bytes(reinterpret_cast<const char*>(rows_[ahead_tap_]) + ahead_ + ahead_byte_, bytes);
            left -= bytes;
            ahead_byte_ += bytes;
            if (ahead_byte_ < row_bytes_) return;
            ahead_byte_ = 0;
            if (++ahead_tap_ == tables_.filter_taps) ahead_tap_ = 0;
        }
    }

  private:
    // Columns past those that have a mirror image belong to no output.
    void stage(int column, int columns) const {
        const int last = tables_.scaled_width - 1;
        const int inside_first = std::max(column, 0);
        const int inside_end = std::min(column + columns, tables_.scaled_width);
        for (int tap = 0; tap < tables_.filter_taps; ++tap) {
            Sample* row = staged_ + tap * max_staged;
            const auto copy = [&](int x, int from, int count) SPEEDQA_INLINE_LAMBDA {
                std::memcpy(row + x - column, rows_[tap] + from,
                            static_cast<std::size_t>(count) * sizeof(Sample));
            };
            copy(inside_first, inside_first, inside_end - inside_first);
            for (int x = column; x < inside_first; ++x) copy(x, -x, 1);
            for (int x = inside_end; x < column + columns; ++x) copy(x, std::max(2 * last - x, 0), 1);
        }
    }

    const ImageTables& tables_;
    const Sample* rows_[max_filter_taps];
    Sample* staged_;
    std::ptrdiff_t ahead_;  // from a row to the one that is prefetched
    int row_bytes_;
    int bytes_of_group_;
    int ahead_tap_ = 0;
    int ahead_byte_ = 0;
};

// The samples of a plane, and their products with taps. Rows: load() brings 16 columns of a vector of
// outputs.
template <class Rows>
struct PlaneGroup {
    using Samples = decltype(Rows().load(0, 0, 0));
    Rows plane;

    HWY_INLINE Samples load(int tap, int vector, int column) const { return plane.load(tap, vector, column); }
    HWY_INLINE static VF product(const QuadWeights& weights, int tap, const Samples& samples, int q) {
        return weights.sample_product(tap, hn::ConvertTo(DF(), samples.quad(q)));
    }
    template <int q>
    HWY_INLINE static VF lone_product(const QuadWeights& weights, int tap, const Samples (&samples)[4]) {
        return weights.sample_product(tap, hn::ConvertTo(DF(), lone_column<q>(samples)));
    }
};

// The samples of two planes, and the products of their differences with taps.
template <class Rows>
struct DifferenceGroup {
    using PlaneSamples = decltype(Rows().load(0, 0, 0));
    Rows plane;
    Rows subtracted;

    struct Samples {
        PlaneSamples plane;
        PlaneSamples subtracted;
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
        const PlaneSamples planes[4] = {samples[0].plane, samples[1].plane, samples[2].plane,
                                        samples[3].plane};
        const PlaneSamples others[4] = {samples[0].subtracted, samples[1].subtracted, samples[2].subtracted,
                                        samples[3].subtracted};
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
        const typename Group::Samples samples[4] = {
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

// One row of outputs: find(column, columns) finds the samples of a group. The last group overlaps the one
// before it where the width is not a multiple of a group's.
template <class Sample, class Find>
HWY_INLINE void filter_row(const ImageTables& tables, const QuadWeights& weights, const Find& find,
                           float* output) {
    const int chunks = (tables.filter_taps + decimation - 1) / decimation;
    const int columns = (group_outputs + chunks - 1) * decimation;
    const OutputOrder<Sample> order;
    for (int first = 0; first < tables.small_width; first += group_outputs) {
        const int start = std::max(0, std::min(first, tables.small_width - group_outputs));
        const auto samples = find(start * decimation - tables.filter_taps / 2, columns);
        const VF group = filter_group(tables, weights, samples);
        store_first(order.in_order(group), tables.small_width - start, output + start);
    }
}

// All rows of outputs. Rows: PlaneRows, or what reads a plane as it does.
template <class Rows>
HWY_INLINE void filter_image(const ImageTables& tables, const QuadWeights& weights, const ImageSource& source,
                             Scratch& scratch, float* decimated) {
    using Sample = typename Rows::Sample;
    constexpr std::size_t staged_bytes = Rows::staged_samples * sizeof(Sample);
    unsigned char* memory = scratch.staged_rows.at_least(2 * staged_bytes);
    auto* staged = reinterpret_cast<Sample*>(memory);
    auto* staged_subtracted = reinterpret_cast<Sample*>(memory + staged_bytes);
    for (int row = 0; row < tables.small_height; ++row) {
        float* output = decimated + row * tables.small_width;
        Rows plane(tables, source.plane, row, staged);
        if (!source.subtracted.data) {
            const auto find = [&](int column, int columns) SPEEDQA_INLINE_LAMBDA {
                plane.prefetch();
                PlaneGroup<typename Rows::Group> samples;
                plane.find(column, columns, samples.plane);
                return samples;
            };
            filter_row<Sample>(tables, weights, find, output);
            continue;
        }
        Rows subtracted(tables, source.subtracted, row, staged_subtracted);
        const auto find = [&](int column, int columns) SPEEDQA_INLINE_LAMBDA {
            plane.prefetch();
            subtracted.prefetch();
            DifferenceGroup<typename Rows::Group> samples;
            plane.find(column, columns, samples.plane);
            subtracted.find(column, columns, samples.subtracted);
            return samples;
        };
        filter_row<Sample>(tables, weights, find, output);
    }
}

// As scale_and_decimate where is_halved(tables): in halve_simd.cpp.
bool is_halved(const ImageTables& tables);
void halve_and_decimate(const ImageTables& tables, const ImageSource& source, Scratch& scratch,
                        float* decimated);

}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
