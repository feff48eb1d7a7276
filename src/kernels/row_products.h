// The kernels for sums of products along rows of the small image, from which covariances are made.
#pragma once

#include "exact/fixed_sum.h"
#include "kernels/feature_batch.h"
#include "kernels/group.h"

namespace speedqa::kernels {

template <class Arithmetic>
concept HasBinary64 = requires {
    typename Arithmetic::Binary64;
};

// For row Y of the image cut to blocks and each distance d of rows, 0 to 4, [25*(row_slots*d + Y) + 5*c + f]
// is the sum over x, 0 <= x < window_width, of s(Y + d, x + c)*s(Y, x + f); behind these, at distance 5,
// [25*(...) + c] is the sum of s(Y, x + c). Binary64Terms and FixedTerms say in which arithmetic.
inline constexpr int row_distances = block_size + 1;

SPEEDQA_HOST_DEVICE int cut_width(const ImageTables& tables) {
    return tables.window_width + block_size - 1;
}
SPEEDQA_HOST_DEVICE int cut_height(const ImageTables& tables) {
    return tables.window_height + block_size - 1;
}
SPEEDQA_HOST_DEVICE int row_product_count(const ImageTables& tables) {
    return row_distances * cut_height(tables) * elements;
}

// A group takes a band of rows, a thread one row at one distance.
inline constexpr int most_band_rows = 10;
inline constexpr int lags = 2 * block_size - 1;
inline constexpr int band_columns = 7 * lags;  // between two loads of local memory
inline constexpr int band_pitch = band_columns + lags - 1;
static_assert(band_pitch % 2 == 1, "rows of local memory would meet in their banks");
inline constexpr int band_samples = (most_band_rows + block_size - 1) * band_pitch;

SPEEDQA_HOST_DEVICE int row_bands(const ImageTables& tables) {
    return (cut_height(tables) + most_band_rows - 1) / most_band_rows;
}
SPEEDQA_HOST_DEVICE int band_rows(const ImageTables& tables) {
    return (cut_height(tables) + row_bands(tables) - 1) / row_bands(tables);
}

// Products are exact, sums rounded to fp64 in ascending x.
template <class Arithmetic>
struct Binary64Terms {
    using Sample = float;  // as it lies in local memory
    using Factor = typename Arithmetic::Binary64;
    using Sum = typename Arithmetic::Binary64;

    SPEEDQA_HOST_DEVICE Sample sample(float x) const { return x; }
    SPEEDQA_HOST_DEVICE static void add_product(Sum& sum, Factor x, Factor y) {
        sum = Arithmetic::add_product(sum, x, y);
    }
    SPEEDQA_HOST_DEVICE static void add_sample(Sum& sum, Factor x) { sum += x; }
    SPEEDQA_HOST_DEVICE static Sum stored(Sum sum) { return sum; }
    SPEEDQA_HOST_DEVICE static auto* products(const FeatureBatch& batch) { return batch.row_products; }
};

// Everything is exact, in units of 2^unit and its square. Domain: windows as in sums_fixed_rows.
struct FixedTerms {
    using Sample = exact::FixedHalves;
    using Factor = exact::FixedHalves;
    using Sum = exact::ProductSum;

    int unit;

    SPEEDQA_HOST_DEVICE Sample sample(float x) const {
        bool inexact = false;  // the image's magnitudes tell
        return exact::halves_of(exact::fixed_sample(x, unit, inexact));
    }
    SPEEDQA_HOST_DEVICE static void add_product(Sum& sum, Factor x, Factor y) {
        exact::add_product(sum, x, y);
    }
    SPEEDQA_HOST_DEVICE static void add_sample(Sum& sum, Factor x) { sum.low += exact::whole(x); }
    SPEEDQA_HOST_DEVICE static exact::Int128 stored(const Sum& sum) { return exact::total(sum); }
    SPEEDQA_HOST_DEVICE static auto* products(const FeatureBatch& batch) { return batch.fixed_products; }
};

inline constexpr int row_products_local_bytes = band_samples * static_cast<int>(sizeof(float));
inline constexpr int fixed_row_products_local_bytes =
    band_samples * static_cast<int>(sizeof(FixedTerms::Sample));

// Whether a row of the window is one part of its sums, and the window no longer than the bound allows.
SPEEDQA_HOST_DEVICE bool sums_fixed_rows(const ImageTables& tables) {
    return tables.window_width <= exact::longest_part && tables.window_height <= exact::most_parts &&
           tables.window_samples() <= exact::most_terms;
}

// Rows first_row.. and columns first_column.. of the small image, as far as they are there.
template <class Terms, class Group>
SPEEDQA_HOST_DEVICE void load_band(const Group& group, const ImageTables& tables, const Terms& terms,
                                   const float* small_image, int first_row, int first_column,
                                   typename Terms::Sample* local) {
    const int rows = band_rows(tables) + block_size - 1;
    const auto read = [&](int i) {
        const int y = first_row + i / band_pitch;
        const int x = first_column + i % band_pitch;
        const bool there = y < cut_height(tables) && x < cut_width(tables);
        return there ? small_image[y * tables.small_width + x] : 0.0f;
    };
    copy_values(group, rows * band_pitch, read, [&](int i, float value) { local[i] = terms.sample(value); });
    group.barrier();
}

// Sums of the products of one row, `lower`, with another, `upper`. The windows of columns c and f have the
// lag f - c. Columns 4 to window_width - 1 are in the windows of all c: their sums are shared by all pairs
// with one lag.
template <class Terms>
struct LagSums {
    using Sample = typename Terms::Sample;
    using Factor = typename Terms::Factor;

    typename Terms::Sum sums[lags] = {};

    // Adds `count` columns: lower[i] with upper[i - 4..i + 4].
    SPEEDQA_HOST_DEVICE void add(const Sample* lower, const Sample* upper, int count) {
        Factor window[lags];
        for (int i = 0; i + 1 < lags; ++i) window[i] = upper[i - (block_size - 1)];
        int at = 0;
        for (; at + lags <= count; at += lags)
            for (int step = 0; step < lags; ++step) add_column(lower[at + step], upper + at + step, window);
        for (; at < count; ++at) add_column(lower[at], upper + at, window);
    }

    // `window` holds the first eight factors.
    SPEEDQA_HOST_DEVICE void add_column(Factor x, const Sample* upper, Factor* window) {
        window[lags - 1] = upper[block_size - 1];
        for (int lag = 0; lag < lags; ++lag) Terms::add_product(sums[lag], x, window[lag]);
        for (int i = 0; i + 1 < lags; ++i) window[i] = window[i + 1];
    }

    // Adds `count` samples, all to the first sum.
    SPEEDQA_HOST_DEVICE void add_samples(const Sample* row, int count) {
        for (int i = 0; i < count; ++i) Terms::add_sample(sums[0], row[i]);
    }
};

// The columns of a row that not all windows have: before the shared ones and behind them, and as many more as
// the lags reach.
template <class Terms>
struct RowEdges {
    static constexpr int count = 2 * block_size - 2;
    typename Terms::Factor left[count];   // column 0 on
    typename Terms::Factor right[count];  // column window_width - 4 on

    SPEEDQA_HOST_DEVICE RowEdges(const Terms& terms, const float* row, int window_width) {
        for (int i = 0; i < count; ++i) {
            left[i] = terms.sample(row[i]);
            right[i] = terms.sample(row[window_width - (block_size - 1) + i]);
        }
    }
};

// Row products where windows share columns: 5*c + f gets the shared columns, those before, those behind.
template <class Terms, class Stored>
SPEEDQA_HOST_DEVICE void store_products(const LagSums<Terms>& shared, const RowEdges<Terms>& lower,
                                        const RowEdges<Terms>& upper, Stored* to) {
    constexpr int edge = block_size - 1;
    SPEEDQA_UNROLL
    for (int c = 0; c < block_size; ++c) {
        SPEEDQA_UNROLL
        for (int f = 0; f < block_size; ++f) {
            auto sum = shared.sums[f - c + edge];
            SPEEDQA_UNROLL
            for (int x = c; x < edge; ++x) Terms::add_product(sum, lower.left[x], upper.left[x + f - c]);
            SPEEDQA_UNROLL
            for (int x = edge; x < edge + c; ++x)
                Terms::add_product(sum, lower.right[x], upper.right[x + f - c]);
            to[block_size * c + f] = Terms::stored(sum);
        }
    }
}

template <class Terms, class Stored>
SPEEDQA_HOST_DEVICE void store_samples(const LagSums<Terms>& shared, const RowEdges<Terms>& row, Stored* to) {
    constexpr int edge = block_size - 1;
    SPEEDQA_UNROLL
    for (int c = 0; c < block_size; ++c) {
        auto sum = shared.sums[0];
        SPEEDQA_UNROLL
        for (int x = c; x < edge; ++x) Terms::add_sample(sum, row.left[x]);
        SPEEDQA_UNROLL
        for (int x = edge; x < edge + c; ++x) Terms::add_sample(sum, row.right[x]);
        to[c] = Terms::stored(sum);
    }
}

// The same where windows are too narrow to share columns.
template <class Terms, class Stored>
SPEEDQA_HOST_DEVICE void store_narrow(const Terms& terms, const float* lower, const float* upper, int width,
                                      bool samples, Stored* to) {
    for (int c = 0; c < block_size; ++c)
        for (int f = 0; f < block_size; ++f) {
            typename Terms::Sum product{}, sum{};
            for (int x = 0; x < width; ++x) {
                Terms::add_product(product, terms.sample(lower[x + c]), terms.sample(upper[x + f]));
                Terms::add_sample(sum, terms.sample(lower[x + c]));
            }
            if (!samples)
                to[block_size * c + f] = Terms::stored(product);
            else if (f == 0)
                to[c] = Terms::stored(sum);
        }
}

template <class Terms, class Stored>
SPEEDQA_HOST_DEVICE void store_row(const ImageTables& tables, const Terms& terms,
                                   const LagSums<Terms>& shared, const float* lower, const float* upper,
                                   bool samples, Stored* to) {
    const int width = tables.window_width;
    if (width < block_size)
        store_narrow(terms, lower, upper, width, samples, to);
    else if (samples)
        store_samples(shared, RowEdges<Terms>(terms, lower, width), to);
    else
        store_products(shared, RowEdges<Terms>(terms, lower, width), RowEdges<Terms>(terms, upper, width),
                       to);
}

// Row products of band x of image y.
template <class Terms, class Group>
SPEEDQA_HOST_DEVICE void sum_band(const Group& group, const FeatureBatch& batch, const Terms& terms,
                                  typename Terms::Sample* local) {
    const ImageTables& tables = batch.tables;
    const int rows = band_rows(tables);
    const int first_row = group.x() * rows;
    const float* samples = batch.small_image_of(group.y());
    for (int first = 0; first < row_distances * rows; first += group.size()) {
        const int distance = (first + group.rank()) / rows;
        const int row = (first + group.rank()) % rows;
        const int lower = distance < block_size ? row + distance : row;
        const bool takes_part = distance < row_distances && first_row + lower < cut_height(tables);
        LagSums<Terms> sums;
        for (int column = block_size - 1; column < tables.window_width; column += band_columns) {
            load_band(group, tables, terms, samples, first_row, column - (block_size - 1), local);
            const int left = tables.window_width - column;
            const int count = left < band_columns ? left : band_columns;
            const typename Terms::Sample* lower_samples = local + lower * band_pitch + block_size - 1;
            if (takes_part && distance < block_size)
                sums.add(lower_samples, local + row * band_pitch + block_size - 1, count);
            else if (takes_part)
                sums.add_samples(lower_samples, count);
            group.barrier();
        }
        if (!takes_part) continue;
        auto* to = Terms::products(batch) + static_cast<std::int64_t>(group.y()) * row_product_count(tables) +
                   (distance * cut_height(tables) + first_row + row) * elements;
        store_row(tables, terms, sums, samples + (first_row + lower) * tables.small_width,
                  samples + (first_row + row) * tables.small_width, distance == block_size, to);
    }
}

// Behind the kernel `magnitudes` where the device has no fp64.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void row_products(const Group& group, const FeatureBatch& batch, float* local) {
    if constexpr (HasBinary64<Arithmetic>)
        sum_band(group, batch, Binary64Terms<Arithmetic>(), local);
    else
        sum_band(group, batch, FixedTerms{exact::fixed_unit(batch.magnitudes[group.y()].largest)},
                 reinterpret_cast<FixedTerms::Sample*>(local));
}

}  // namespace speedqa::kernels
