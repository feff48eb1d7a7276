// From an image to its small image: the anti-alias filter at every 16th sample only, then minus the local
// mean.
#pragma once

#include "speed/group.h"
#include "speed/tables.h"

namespace speedqa {

// Index of a tap that may lie outside 0..last: -k is k, last + k is last - k.
SPEEDQA_HOST_DEVICE int mirror_index(int index, int last) {
    if (index < 0) return -index;
    return index > last ? 2 * last - index : index;
}

// One column of a separable filter at `row`: taps in ascending order, product then sum, from 0.
template <class Image>
SPEEDQA_HOST_DEVICE float filter_column(const Image& image, const float* weights, int taps, int x, int row,
                                        int last_row) {
    float sum = 0.0f;
    for (int tap = 0; tap < taps; ++tap)
        sum = exact::in_order(sum + weights[tap] * image.at(x, mirror_index(row - taps / 2 + tap, last_row)));
    return sum;
}

// Outputs of a row that are filtered together, and the column sums that they need at most.
inline constexpr int decimate_chunk = 64;
inline constexpr int decimate_columns = (decimate_chunk - 1) * decimation + max_filter_taps;

// Row `row` of the decimated image: sample (16*i, 16*row) of the filtered image for each i; vertical pass
// first, then horizontal. Column sums are shared by the outputs that need them; `column_sums` holds
// decimate_columns floats.
template <class Image, class Group>
SPEEDQA_HOST_DEVICE void decimate_row(const Group& group, const ImageTables& tables, const Image& image,
                                      int row, float* column_sums, float* output) {
    const int taps = tables.filter_taps;
    const int pitch =
        taps < decimation ? taps : decimation;  // column sums from one output's first to the next's
    for (int first = 0; first < tables.small_width; first += decimate_chunk) {
        const int left = tables.small_width - first;
        const int count = left < decimate_chunk ? left : decimate_chunk;
        const int columns = (count - 1) * pitch + taps;
        for (int slot = group.rank(); slot < columns; slot += group.size()) {
            const int x = decimation * (first + slot / pitch) + slot % pitch - taps / 2;
            column_sums[slot] =
                filter_column(image, tables.filter_weights, taps, mirror_index(x, tables.scaled_width - 1),
                              decimation * row, tables.scaled_height - 1);
        }
        group.barrier();
        for (int i = group.rank(); i < count; i += group.size()) {
            float sum = 0.0f;
            for (int tap = 0; tap < taps; ++tap)
                sum = exact::in_order(sum + tables.filter_weights[tap] * column_sums[i * pitch + tap]);
            output[first + i] = sum;
        }
        group.barrier();
    }
}

struct ImageView {
    const float* data;
    int width;

    SPEEDQA_HOST_DEVICE float at(int x, int y) const { return data[y * width + x]; }
};

// `output` is `decimated` minus its Gaussian mean; both hold small_height rows of small_width.
template <class Group>
SPEEDQA_HOST_DEVICE void subtract_local_mean(const Group& group, const ImageTables& tables,
                                             const float* decimated, float* output) {
    const int width = tables.small_width;
    const int height = tables.small_height;
    const int taps = tables.mean_taps;
    const ImageView image{decimated, width};
    for (int index = group.rank(); index < width * height; index += group.size()) {
        const int x = index % width;
        const int y = index / width;
        float mean = 0.0f;
        for (int tap = 0; tap < taps; ++tap) {
            const int column = mirror_index(x - taps / 2 + tap, width - 1);
            mean =
                exact::in_order(mean + tables.mean_weights[tap] * filter_column(image, tables.mean_weights,
                                                                                taps, column, y, height - 1));
        }
        output[index] = decimated[index] - mean;
    }
    group.barrier();
}

}  // namespace speedqa
