// Means and covariances of the 25 elements of a block over all its positions in the small image.
#pragma once

#include "speed/group.h"
#include "speed/tables.h"

namespace speedqa {

// Element e = 5*row + column of a block sees the window of the small image that starts at (row, column).
SPEEDQA_HOST_DEVICE const float* element_window(const ImageTables& tables, const float* small_image,
                                                int element) {
    return small_image + (element / block_size) * tables.small_width + element % block_size;
}

// means[e]: fp32 sum over the window, row by row, in order, divided by the number of samples.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void element_means(const Group& group, const ImageTables& tables,
                                       const float* small_image, float* means) {
    for (int element = group.rank(); element < elements; element += group.size()) {
        const float* window = element_window(tables, small_image, element);
        float sum = 0.0f;
        for (int y = 0; y < tables.window_height; ++y)
            for (int x = 0; x < tables.window_width; ++x)
                sum = exact::in_order(sum + window[y * tables.small_width + x]);
        means[element] = Arithmetic::divide(sum, static_cast<float>(tables.window_samples()));
    }
    group.barrier();
}

// The row of entry `index` of the lower half of a matrix, entries counted row by row.
SPEEDQA_HOST_DEVICE int lower_half_row(int index) {
    int row = 0;
    while ((row + 1) * (row + 2) / 2 <= index) ++row;
    return row;
}

// covariance[25*e + f]: fp64 sum over the window, row by row, in order, of (x_e - m_e)*(x_f - m_f), each
// operation rounded to fp64; divided by the number of samples; rounded to fp32. Each entry on its own, in
// Arithmetic.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void covariance_matrix(const Group& group, const ImageTables& tables,
                                           const float* small_image, const float* means, float* covariance,
                                           unsigned& fallbacks) {
    for (int index = group.rank(); index < covariances; index += group.size()) {
        const int e = lower_half_row(index);
        const int f = index - e * (e + 1) / 2;
        const float value = Arithmetic::covariance(
            element_window(tables, small_image, e), element_window(tables, small_image, f),
            tables.small_width, tables.window_width, tables.window_height, means[e], means[f], fallbacks);
        covariance[e * elements + f] = value;
        covariance[f * elements + e] = value;
    }
    group.barrier();
}

}  // namespace speedqa
