// The kernel for the means of the 25 elements of a block.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "kernels/ordered_sum.h"
#include "speed/covariance.h"

namespace speedqa::kernels {

// Rows of the image in local memory. Their pitch is 5 more than a multiple of 32 words: the first 25 threads,
// which read the 5 by 5 samples of a block, then meet no bank twice.
inline constexpr int means_local_floats = 6144;
inline constexpr int means_local_bytes =
    (means_local_floats + 2 * read_ahead) * static_cast<int>(sizeof(float));

SPEEDQA_HOST_DEVICE int means_pitch(const ImageTables& tables) {
    const int width = tables.window_width + block_size - 1;
    return (width - block_size + 31) / 32 * 32 + block_size;
}

// Rows of windows between two loads of local memory; less than 1 where the image is too wide for it.
SPEEDQA_HOST_DEVICE int means_rows(const ImageTables& tables) {
    return means_local_floats / means_pitch(tables) - (block_size - 1);
}

template <class Group>
SPEEDQA_HOST_DEVICE void load_rows(const Group& group, const ImageTables& tables, const float* from, int rows,
                                   float* local) {
    const int width = tables.window_width + block_size - 1;
    const int pitch = means_pitch(tables);
    copy_values(
        group, rows * width, [&](int i) { return from[i / width * tables.small_width + i % width]; },
        [&](int i, float value) { local[i / width * pitch + i % width] = value; });
    group.barrier();
}

// The means of image x, as element_means (speed/covariance.h).
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void means(const Group& group, const FeatureBatch& batch, float* local) {
    const int image = group.x();
    const ImageTables& tables = batch.tables;
    const float* samples = batch.small_image_of(image);
    const int height = tables.window_height;
    const int most_rows = means_rows(tables);
    const int pitch = means_pitch(tables);
    for (int first = 0; first < elements; first += group.size()) {
        const int element = first + group.rank();
        float sum = 0.0f;
        for (int y = 0; most_rows > 0 && y < height; y += most_rows) {
            const int rows = height - y < most_rows ? height - y : most_rows;
            load_rows(group, tables, samples + y * tables.small_width, rows + block_size - 1, local);
            if (element < elements)
                for (int row = 0; row < rows; ++row)
                    sum =
                        add_in_order(sum, local + (element / block_size + row) * pitch + element % block_size,
                                     tables.window_width);
            group.barrier();
        }
        if (element >= elements) continue;
        const float* window = element_window(tables, samples, element);
        for (int y = 0; most_rows <= 0 && y < height; ++y)
            for (int x = 0; x < tables.window_width; ++x)
                sum = exact::in_order(sum + window[y * tables.small_width + x]);
        batch.means[image * elements + element] =
            Arithmetic::divide(sum, static_cast<float>(tables.window_samples()));
    }
}

}  // namespace speedqa::kernels
