// The kernel for sums of products along rows of the small image, from which covariances are made where the
// device has fp64.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"

namespace speedqa::kernels {

// Arithmetic with fp64 sums covariances as docs/cuda_hip.md, "Covariances", says; the other kind entry by
// entry.
template <class Arithmetic>
concept HasBinary64 = requires { typename Arithmetic::Binary64; };

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

// A group takes a band of rows; all threads of a warp take the same distance.
inline constexpr int band_lanes = 32;
inline constexpr int band_columns = 60;  // window positions between two loads of local memory
inline constexpr int band_pitch = band_columns + block_size;
inline constexpr int row_products_local_bytes =
    (band_lanes + block_size - 1) * band_pitch * static_cast<int>(sizeof(float));

SPEEDQA_HOST_DEVICE int row_bands(const ImageTables& tables) {
    return (cut_height(tables) + band_lanes - 1) / band_lanes;
}
SPEEDQA_HOST_DEVICE int band_rows(const ImageTables& tables) {
    return (cut_height(tables) + row_bands(tables) - 1) / row_bands(tables);
}

// Rows first_row.. and columns first_column.. of the small image, as far as they are there.
template <class Group>
SPEEDQA_HOST_DEVICE void load_band(const Group& group, const ImageTables& tables, const float* small_image,
                                   int first_row, int first_column, float* local) {
    const int rows = band_rows(tables) + block_size - 1;
    for (int i = group.rank(); i < rows * band_pitch; i += group.size()) {
        const int y = first_row + i / band_pitch;
        const int x = first_column + i % band_pitch;
        local[i] = y < cut_height(tables) && x < cut_width(tables) ? small_image[y * tables.small_width + x] : 0.0f;
    }
    group.barrier();
}

// Sums of 5 by 5 products of one row of windows and another.
template <class Arithmetic>
struct ProductSums {
    typename Arithmetic::Binary64 sums[elements] = {};

    // Adds positions 0..count-1 of the rows.
    SPEEDQA_HOST_DEVICE void add(const float* lower, const float* upper, int count) {
        typename Arithmetic::Binary64 x[block_size], y[block_size];
        for (int i = 0; i + 1 < block_size; ++i) {
            x[i] = lower[i];
            y[i] = upper[i];
        }
        int at = 0;
        for (; at + block_size <= count; at += block_size)
            for (int step = 0; step < block_size; ++step) add_position(lower, upper, at + step, x, y);
        for (; at < count; ++at) add_position(lower, upper, at, x, y);
    }

    // x and y hold the first four samples of the position.
    SPEEDQA_HOST_DEVICE void add_position(const float* lower, const float* upper, int at,
                                          typename Arithmetic::Binary64* x,
                                          typename Arithmetic::Binary64* y) {
        x[block_size - 1] = lower[at + block_size - 1];
        y[block_size - 1] = upper[at + block_size - 1];
        for (int c = 0; c < block_size; ++c)
            for (int f = 0; f < block_size; ++f) {
                auto& sum = sums[block_size * c + f];
                sum = Arithmetic::add_product(sum, x[c], y[f]);
            }
        for (int i = 0; i + 1 < block_size; ++i) {
            x[i] = x[i + 1];
            y[i] = y[i + 1];
        }
    }

    SPEEDQA_HOST_DEVICE void add_samples(const float* row, int count) {
        for (int at = 0; at < count; ++at)
            for (int c = 0; c < block_size; ++c) sums[c] += row[at + c];
    }
};

// Row products of band x of image y.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void row_products(const Group& group, const FeatureBatch& batch, float* local) {
    if constexpr (HasBinary64<Arithmetic>) {
        const ImageTables& tables = batch.tables;
        const int image = group.y();
        const int first_row = group.x() * band_rows(tables);
        for (int first = 0; first < row_distances * band_lanes; first += group.size()) {
            const int distance = (first + group.rank()) / band_lanes;
            const int row = (first + group.rank()) % band_lanes;
            const int lower = distance < block_size ? row + distance : row;
            const bool takes_part = distance < row_distances && row < band_rows(tables) &&
                                    first_row + lower < cut_height(tables);
            ProductSums<Arithmetic> sums;
            for (int column = 0; column < tables.window_width; column += band_columns) {
                load_band(group, tables, batch.small_image_of(image), first_row, column, local);
                const int left = tables.window_width - column;
                const int count = left < band_columns ? left : band_columns;
                if (takes_part && distance < block_size)
                    sums.add(local + lower * band_pitch, local + row * band_pitch, count);
                else if (takes_part)
                    sums.add_samples(local + row * band_pitch, count);
                group.barrier();
            }
            if (!takes_part) continue;
            auto* to = batch.row_products + static_cast<std::int64_t>(image) * row_product_count(tables) +
                       (distance * cut_height(tables) + first_row + row) * elements;
            for (int i = 0; i < elements; ++i) to[i] = sums.sums[i];
        }
    }
}

}  // namespace speedqa::kernels
