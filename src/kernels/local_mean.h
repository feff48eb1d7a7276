// The kernel that subtracts the local mean from the decimated image.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "speed/small_image.h"

namespace speedqa::kernels {

// Samples that a group takes: whole rows, at least one.
inline constexpr int local_mean_samples = 512;

SPEEDQA_HOST_DEVICE int local_mean_rows(const ImageTables& tables) {
    return tables.small_width < local_mean_samples ? local_mean_samples / tables.small_width : 1;
}

// local_mean_rows rows of the small image of image y, as subtract_local_mean (speed/small_image.h); local
// memory holds their columns' sums.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void local_mean(const Group& group, const FeatureBatch& batch, float* column_sums) {
    const ImageTables& tables = batch.tables;
    const int width = tables.small_width;
    const int height = tables.small_height;
    const int taps = tables.mean_taps;
    const std::int64_t at = static_cast<std::int64_t>(group.y()) * batch.image_samples();
    const ImageView image{batch.decimated + at, width};
    const int first_row = group.x() * local_mean_rows(tables);
    const int left = height - first_row;
    const int count = (left < local_mean_rows(tables) ? left : local_mean_rows(tables)) * width;
    for (int i = group.rank(); i < count; i += group.size())
        column_sums[i] =
            filter_column(image, tables.mean_weights, taps, i % width, first_row + i / width, height - 1);
    group.barrier();
    const float* samples = batch.decimated + at + first_row * width;
    float* output = batch.small_image + at + first_row * width;
    for (int i = group.rank(); i < count; i += group.size()) {
        const int x = i % width;
        float mean = 0.0f;
        for (int tap = 0; tap < taps; ++tap)
            mean =
                exact::in_order(mean + tables.mean_weights[tap] *
                                           column_sums[i - x + mirror_index(x - taps / 2 + tap, width - 1)]);
        output[i] = samples[i] - mean;
    }
}

}  // namespace speedqa::kernels
