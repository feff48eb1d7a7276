// The kernel for the means of the 25 elements of a block.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "kernels/ordered_sum.h"
#include "speed/covariance.h"

namespace speedqa::kernels {

// Rows of the image in local memory, in two buffers where they are long enough: the rows of one are added
// while those of the next are read. The pitch is 5 more than a multiple of 32 words: the first 25 threads,
// which read the 5 by 5 samples of a block, then meet no bank twice.
inline constexpr int means_buffer_floats = 3200;
inline constexpr int means_buffer_pitch = means_buffer_floats + 2 * read_ahead;  // sums read ahead
inline constexpr int means_local_bytes = 2 * means_buffer_pitch * static_cast<int>(sizeof(float));

// Threads that add; the others of a larger group read. All threads of a smaller one do both.
inline constexpr int means_adders = 32;

// A thread's place among those that do the same.
struct MeansRole {
    bool takes_part;
    int rank, size;
};

template <class Group>
SPEEDQA_HOST_DEVICE MeansRole means_adder(const Group& group) {
    if (group.size() <= means_adders) return {true, group.rank(), group.size()};
    return {group.rank() < means_adders, group.rank(), means_adders};
}

template <class Group>
SPEEDQA_HOST_DEVICE MeansRole means_reader(const Group& group) {
    if (group.size() <= means_adders) return {true, group.rank(), group.size()};
    return {group.rank() >= means_adders, group.rank() - means_adders, group.size() - means_adders};
}

// How the rows of windows of an image are dealt out to parts, each with the four rows behind it.
struct MeansParts {
    int width, pitch;
    int buffers;
    int rows;  // of windows, in a part; less than 1 where the image is too wide for local memory
    int count;

    SPEEDQA_HOST_DEVICE explicit MeansParts(const ImageTables& tables)
        : width(tables.window_width + block_size - 1),
          pitch((width - block_size + 31) / 32 * 32 + block_size) {
        buffers = pitch * block_size <= means_buffer_floats ? 2 : 1;
        rows = (buffers == 2 ? 1 : 2) * means_buffer_floats / pitch - (block_size - 1);
        count = rows > 0 ? (tables.window_height + rows - 1) / rows : 0;
    }
    SPEEDQA_HOST_DEVICE int rows_of(int part, int height) const {
        return height - part * rows < rows ? height - part * rows : rows;
    }
    SPEEDQA_HOST_DEVICE int buffer(int part) const {
        return buffers == 2 ? part % 2 * means_buffer_pitch : 0;
    }
};

// `rows` rows of the image to local memory.
SPEEDQA_HOST_DEVICE void read_rows(const MeansRole& reader, const float* from, int stride, int rows,
                                   const MeansParts& parts, float* local) {
    constexpr int ahead = 8;  // reads under way before the first is stored
    int x = reader.rank % parts.width;
    int y = reader.rank / parts.width;
    const int step_x = reader.size % parts.width;
    const int step_y = reader.size / parts.width;
    while (y < rows) {
        float values[ahead];
        int places[ahead];
        SPEEDQA_UNROLL
        for (int i = 0; i < ahead; ++i) {
            places[i] = y < rows ? y * parts.pitch + x : -1;
            values[i] = y < rows ? from[y * stride + x] : 0.0f;
            x += step_x;
            y += step_y;
            if (x >= parts.width) {
                x -= parts.width;
                ++y;
            }
        }
        SPEEDQA_UNROLL
        for (int i = 0; i < ahead; ++i)
            if (places[i] >= 0) local[places[i]] = values[i];
    }
}

// The sum of the element's window, for `element` below the number of elements; else nothing of use. All
// threads call it.
template <class Group>
SPEEDQA_HOST_DEVICE float window_sum(const Group& group, const ImageTables& tables, const float* samples,
                                     int element, float* local) {
    const MeansParts parts(tables);
    const MeansRole reader = means_reader(group);
    const int height = tables.window_height;
    const int lag = parts.buffers - 1;
    float sum = 0.0f;
    for (int step = 0; step < parts.count + lag; ++step) {
        if (reader.takes_part && step < parts.count)
            read_rows(reader, samples + step * parts.rows * tables.small_width, tables.small_width,
                      parts.rows_of(step, height) + block_size - 1, parts, local + parts.buffer(step));
        if (lag == 0) group.barrier();
        const int part = step - lag;
        if (part >= 0 && element < elements) {
            const float* first = local + parts.buffer(part) + element / block_size * parts.pitch;
            for (int row = 0; row < parts.rows_of(part, height); ++row)
                sum =
                    add_in_order(sum, first + row * parts.pitch + element % block_size, tables.window_width);
        }
        group.barrier();
    }
    if (parts.count > 0 || element >= elements) return sum;
    const float* window = element_window(tables, samples, element);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < tables.window_width; ++x)
            sum = exact::in_order(sum + window[y * tables.small_width + x]);
    return sum;
}

// The means of image x, as element_means (speed/covariance.h).
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void means(const Group& group, const FeatureBatch& batch, float* local) {
    const int image = group.x();
    const ImageTables& tables = batch.tables;
    const MeansRole adder = means_adder(group);
    for (int first = 0; first < elements; first += adder.size) {
        const int element = adder.takes_part ? first + adder.rank : static_cast<int>(elements);
        const float sum = window_sum(group, tables, batch.small_image_of(image), element, local);
        if (element < elements)
            batch.means[image * elements + element] =
                Arithmetic::divide(sum, static_cast<float>(tables.window_samples()));
    }
}

}  // namespace speedqa::kernels
