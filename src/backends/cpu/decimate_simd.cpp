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

// Products of taps with the samples of a plane.
template <class Sample>
struct PlaneProducts {
    TapRows<Sample> plane;

    template <int quads>
    HWY_INLINE void get(const QuadWeights& weights, int tap, int vector, int column, VF* out) const {
        const QuadSamples<Sample> samples = plane.load(tap, vector, column);
        for (int q = 0; q < quads; ++q)
            out[q] = weights.sample_product(tap, hn::ConvertTo(DF(), samples.quad(q)));
    }
};

// Products of taps with the differences of two planes.
template <class Sample>
struct DifferenceProducts {
    TapRows<Sample> plane;
    TapRows<Sample> subtracted;

    template <int quads>
    HWY_INLINE void get(const QuadWeights& weights, int tap, int vector, int column, VF* out) const {
        const QuadSamples<Sample> samples = plane.load(tap, vector, column);
        const QuadSamples<Sample> others = subtracted.load(tap, vector, column);
        for (int q = 0; q < quads; ++q)
            out[q] = weights.difference_product(
                tap, hn::ConvertTo(DF(), hn::Sub(samples.quad(q), others.quad(q))));
    }
};

// Adds up to 16 taps from `first_tap` on to the horizontal sum of a group of outputs.
template <int quads, class Products>
HWY_INLINE VF add_taps(const ImageTables& tables, const QuadWeights& weights, const Products& products,
                       int first_tap, VF sum) {
    VF columns[4][quads];
    for (int j = 0; j < 4; ++j)
        for (int q = 0; q < quads; ++q) columns[j][q] = hn::Zero(DF());
    for (int tap = 0; tap < tables.filter_taps; ++tap) {
        for (int j = 0; j < 4; ++j) {
            VF product[quads];
            products.template get<quads>(weights, tap, j, first_tap, product);
            for (int q = 0; q < quads; ++q) columns[j][q] = hn::Add(columns[j][q], product[q]);
        }
    }
    return add_quads<quads>(columns, tables.filter_weights + first_tap,
                            std::min(tables.filter_taps - first_tap, 4 * quads), sum);
}

// A group of outputs, in the order of their blocks.
template <class Products>
HWY_INLINE VF filter_group(const ImageTables& tables, const QuadWeights& weights, const Products& products) {
    VF sum = hn::Zero(DF());
    for (int first_tap = 0; first_tap < tables.filter_taps; first_tap += decimation) {
        const int left = tables.filter_taps - first_tap;
        if (left > 12)
            sum = add_taps<4>(tables, weights, products, first_tap, sum);
        else if (left > 8)
            sum = add_taps<3>(tables, weights, products, first_tap, sum);
        else if (left > 4)
            sum = add_taps<2>(tables, weights, products, first_tap, sum);
        else
            sum = add_taps<1>(tables, weights, products, first_tap, sum);
    }
    return sum;
}

// One row of outputs: find(column, columns) makes the products of a group. The last group overlaps the one
// before it where the width is not a multiple of a group's.
template <class Sample, class Find>
HWY_INLINE void filter_row(const ImageTables& tables, const QuadWeights& weights, const Find& find,
                           float* output) {
    const int chunks = (tables.filter_taps + decimation - 1) / decimation;
    const int columns = (group_outputs + chunks - 1) * decimation;
    const OutputOrder<Sample> order;
    for (int first = 0; first < tables.small_width; first += group_outputs) {
        const int start = std::max(0, std::min(first, tables.small_width - group_outputs));
        const auto products =
            find(start * decimation - tables.filter_taps / 2, columns, first / group_outputs);
        const VF group = filter_group(tables, weights, products);
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
            const auto find = [&](int column, int columns, int group) HWY_ATTR {
                plane.prefetch(group);
                PlaneProducts<Sample> products;
                plane.find(column, columns, products.plane);
                return products;
            };
            filter_row<Sample>(tables, weights, find, output);
            continue;
        }
        const PlaneRows<Sample> subtracted(tables, source.subtracted, row, staged + staged_size);
        const auto find = [&](int column, int columns, int group) HWY_ATTR {
            plane.prefetch(group);
            subtracted.prefetch(group);
            DifferenceProducts<Sample> products;
            plane.find(column, columns, products.plane);
            subtracted.find(column, columns, products.subtracted);
            return products;
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
