// The kernel for the means of the 25 elements of a block.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "speed/covariance.h"

namespace speedqa::kernels {

// Samples that are read before the first of them is added: the additions wait for one another, the reads need
// not.
inline constexpr int mean_read_ahead = 16;

struct SampleRun {
    float samples[mean_read_ahead];

    SPEEDQA_HOST_DEVICE void read(const float* from) {
        for (int i = 0; i < mean_read_ahead; ++i) samples[i] = from[i];
    }
    SPEEDQA_HOST_DEVICE float added_to(float sum) const {
        for (int i = 0; i < mean_read_ahead; ++i) sum += samples[i];
        return sum;
    }
};

// sum plus `count` samples, in order.
SPEEDQA_HOST_DEVICE float add_in_order(float sum, const float* samples, int count) {
    int i = 0;
    if (count >= mean_read_ahead) {
        SampleRun now;
        now.read(samples);
        for (i = mean_read_ahead; i + mean_read_ahead <= count; i += mean_read_ahead) {
            SampleRun next;
            next.read(samples + i);
            sum = now.added_to(sum);
            now = next;
        }
        sum = now.added_to(sum);
    }
    for (; i < count; ++i) sum += samples[i];
    return sum;
}

// The means of image x, as element_means (speed/covariance.h).
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void means(const Group& group, const FeatureBatch& batch, float*) {
    const int image = group.x();
    const ImageTables& tables = batch.tables;
    for (int element = group.rank(); element < elements; element += group.size()) {
        const float* window = element_window(tables, batch.small_image_of(image), element);
        float sum = 0.0f;
        for (int y = 0; y < tables.window_height; ++y)
            sum = add_in_order(sum, window + y * tables.small_width, tables.window_width);
        batch.means[image * elements + element] =
            Arithmetic::divide(sum, static_cast<float>(tables.window_samples()));
    }
}

}  // namespace speedqa::kernels
