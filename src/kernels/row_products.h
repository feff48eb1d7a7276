// The kernel for sums of products along rows of the small image, from which covariances are made where the
// device has fp64.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"

namespace speedqa::kernels {

// Arithmetic with fp64 sums covariances as docs/cuda_hip.md, "Covariances", says; the other kind entry by
// entry.
template <class Arithmetic>
concept HasBinary64 = requires {
    typename Arithmetic::Binary64;
};

// For row Y of the image cut to blocks and each distance d of rows, 0 to 4, [25*(row_slots*d + Y) + 5*c + f]
// is the sum over x, 0 <= x < window_width, of s(Y + d, x + c)*s(Y, x + f); behind these, at distance 5,
// [25*(...) + c] is the sum of s(Y, x + c). Products are exact, sums rounded to fp64 in ascending x.
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
inline constexpr int row_products_local_bytes =
    (most_band_rows + block_size - 1) * band_pitch * static_cast<int>(sizeof(float));

SPEEDQA_HOST_DEVICE int row_bands(const ImageTables& tables) {
    return (cut_height(tables) + most_band_rows - 1) / most_band_rows;
}
SPEEDQA_HOST_DEVICE int band_rows(const ImageTables& tables) {
    return (cut_height(tables) + row_bands(tables) - 1) / row_bands(tables);
}

// Rows first_row.. and columns first_column.. of the small image, as far as they are there.
template <class Group>
SPEEDQA_HOST_DEVICE void load_band(const Group& group, const ImageTables& tables, const float* small_image,
                                   int first_row, int first_column, float* local) {
    const int rows = band_rows(tables) + block_size - 1;
    const auto read = [&](int i) {
        const int y = first_row + i / band_pitch;
        const int x = first_column + i % band_pitch;
        const bool there = y < cut_height(tables) && x < cut_width(tables);
        return there ? small_image[y * tables.small_width + x] : 0.0f;
    };
    copy_values(group, rows * band_pitch, read, [&](int i, float value) { local[i] = value; });
    group.barrier();
}

// Sums of the products of one row, `lower`, with another, `upper`. The windows of columns c and f have the
// lag f - c. Columns 4 to window_width - 1 are in the windows of all c: their sums are shared by all pairs
// with one lag.
template <class Arithmetic>
struct LagSums {
    typename Arithmetic::Binary64 sums[lags] = {};

    // Adds `count` columns: lower[i] with upper[i - 4..i + 4].
    SPEEDQA_HOST_DEVICE void add(const float* lower, const float* upper, int count) {
        typename Arithmetic::Binary64 window[lags];
        for (int i = 0; i + 1 < lags; ++i) window[i] = upper[i - (block_size - 1)];
        int at = 0;
        for (; at + lags <= count; at += lags)
            for (int step = 0; step < lags; ++step) add_column(lower[at + step], upper + at + step, window);
        for (; at < count; ++at) add_column(lower[at], upper + at, window);
    }

    // `window` holds the first eight factors.
    SPEEDQA_HOST_DEVICE void add_column(typename Arithmetic::Binary64 x, const float* upper,
                                        typename Arithmetic::Binary64* window) {
        window[lags - 1] = upper[block_size - 1];
        for (int lag = 0; lag < lags; ++lag) sums[lag] = Arithmetic::add_product(sums[lag], x, window[lag]);
        for (int i = 0; i + 1 < lags; ++i) window[i] = window[i + 1];
    }

    // Adds `count` samples, all to the first sum.
    SPEEDQA_HOST_DEVICE void add_samples(const float* row, int count) {
        for (int i = 0; i < count; ++i) sums[0] += row[i];
    }
};

// The columns of a row that not all windows have: before the shared ones and behind them, and as many more as
// the lags reach.
template <class Arithmetic>
struct RowEdges {
    static constexpr int count = 2 * block_size - 2;
    typename Arithmetic::Binary64 left[count];   // column 0 on
    typename Arithmetic::Binary64 right[count];  // column window_width - 4 on

    SPEEDQA_HOST_DEVICE RowEdges(const float* row, int window_width) {
        for (int i = 0; i < count; ++i) {
            left[i] = row[i];
            right[i] = row[window_width - (block_size - 1) + i];
        }
    }
};

// Row products where windows share columns: 5*c + f gets the shared columns, those before, those behind.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE void store_products(const LagSums<Arithmetic>& shared, const RowEdges<Arithmetic>& lower,
                                        const RowEdges<Arithmetic>& upper, double* to) {
    constexpr int edge = block_size - 1;
    for (int c = 0; c < block_size; ++c)
        for (int f = 0; f < block_size; ++f) {
            auto sum = shared.sums[f - c + edge];
            for (int x = c; x < edge; ++x)
                sum = Arithmetic::add_product(sum, lower.left[x], upper.left[x + f - c]);
            for (int x = edge; x < edge + c; ++x)
                sum = Arithmetic::add_product(sum, lower.right[x], upper.right[x + f - c]);
            to[block_size * c + f] = sum;
        }
}

template <class Arithmetic>
SPEEDQA_HOST_DEVICE void store_samples(const LagSums<Arithmetic>& shared, const RowEdges<Arithmetic>& row,
                                       double* to) {
    constexpr int edge = block_size - 1;
    for (int c = 0; c < block_size; ++c) {
        auto sum = shared.sums[0];
        for (int x = c; x < edge; ++x) sum += row.left[x];
        for (int x = edge; x < edge + c; ++x) sum += row.right[x];
        to[c] = sum;
    }
}

// The same where windows are too narrow to share columns.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE void store_narrow(const float* lower, const float* upper, int width, bool samples,
                                      double* to) {
    for (int c = 0; c < block_size; ++c)
        for (int f = 0; f < block_size; ++f) {
            typename Arithmetic::Binary64 product = 0, sum = 0;
            for (int x = 0; x < width; ++x) {
                product = Arithmetic::add_product(product, lower[x + c], upper[x + f]);
                sum += lower[x + c];
            }
            if (!samples)
                to[block_size * c + f] = product;
            else if (f == 0)
                to[c] = sum;
        }
}

template <class Arithmetic>
SPEEDQA_HOST_DEVICE void store_row(const ImageTables& tables, const LagSums<Arithmetic>& shared,
                                   const float* lower, const float* upper, bool samples, double* to) {
    const int width = tables.window_width;
    if (width < block_size)
        store_narrow<Arithmetic>(lower, upper, width, samples, to);
    else if (samples)
        store_samples<Arithmetic>(shared, RowEdges<Arithmetic>(lower, width), to);
    else
        store_products<Arithmetic>(shared, RowEdges<Arithmetic>(lower, width),
                                   RowEdges<Arithmetic>(upper, width), to);
}

// Row products of band x of image y.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void row_products(const Group& group, const FeatureBatch& batch, float* local) {
    if constexpr (HasBinary64<Arithmetic>) {
        const ImageTables& tables = batch.tables;
        const int rows = band_rows(tables);
        const int first_row = group.x() * rows;
        const float* samples = batch.small_image_of(group.y());
        for (int first = 0; first < row_distances * rows; first += group.size()) {
            const int distance = (first + group.rank()) / rows;
            const int row = (first + group.rank()) % rows;
            const int lower = distance < block_size ? row + distance : row;
            const bool takes_part = distance < row_distances && first_row + lower < cut_height(tables);
            LagSums<Arithmetic> sums;
            for (int column = block_size - 1; column < tables.window_width; column += band_columns) {
                load_band(group, tables, samples, first_row, column - (block_size - 1), local);
                const int left = tables.window_width - column;
                const int count = left < band_columns ? left : band_columns;
                const float* lower_samples = local + lower * band_pitch + block_size - 1;
                if (takes_part && distance < block_size)
                    sums.add(lower_samples, local + row * band_pitch + block_size - 1, count);
                else if (takes_part)
                    sums.add_samples(lower_samples, count);
                group.barrier();
            }
            if (!takes_part) continue;
            double* to = batch.row_products +
                         static_cast<std::int64_t>(group.y()) * row_product_count(tables) +
                         (distance * cut_height(tables) + first_row + row) * elements;
            store_row<Arithmetic>(tables, sums, samples + (first_row + lower) * tables.small_width,
                                  samples + (first_row + row) * tables.small_width, distance == block_size,
                                  to);
        }
    }
}

}  // namespace speedqa::kernels
