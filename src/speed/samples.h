// Where an image's samples come from: a plane, the difference of two planes, or either of them scaled.
#pragma once

#include <cstddef>
#include <cstdint>

#include "speed/tables.h"

namespace speedqa {

// A plane of 8- or 16-bit samples in their own type; rows are `stride` bytes apart. at() is the fp32 sample
// s*scale - 128, exact: s, s/4, s/16, s/256 minus 128 for 8, 10, 12, 16 bits.
template <class Sample>
struct PlaneSource {
    const void* data;
    std::ptrdiff_t stride;
    float scale;

    SPEEDQA_HOST_DEVICE float at(int x, int y) const {
        const unsigned char* row = static_cast<const unsigned char*>(data) + y * stride;
        return static_cast<float>(reinterpret_cast<const Sample*>(row)[x]) * scale - 128.0f;
    }
};

// previous - current, exact in fp32: both are multiples of 2^-8 below 2^8.
template <class Sample>
struct DifferenceSource {
    PlaneSource<Sample> previous;
    PlaneSource<Sample> current;

    SPEEDQA_HOST_DEVICE float at(int x, int y) const { return previous.at(x, y) - current.at(x, y); }
};

// Sample (x, y) of the scaled image: rows outer, columns inner, value += sample * (weight_x * weight_y) from
// 0; lanczos4 divides by the sum of the weights, added in the same order.
template <class Arithmetic, class Source>
SPEEDQA_HOST_DEVICE float scaled_sample(const PrescaleTables& scale, const Source& source, int x, int y) {
    const int* columns = scale.column_index + x * scale.taps;
    const int* rows = scale.row_index + y * scale.taps;
    if (scale.taps == 1) return source.at(columns[0], rows[0]);
    const float* column_weights = scale.column_weight + x * scale.taps;
    const float* row_weights = scale.row_weight + y * scale.taps;
    float value = 0.0f;
    float sum = 0.0f;
    for (int j = 0; j < scale.taps; ++j) {
        for (int i = 0; i < scale.taps; ++i) {
            const float weight = column_weights[i] * row_weights[j];
            sum = exact::in_order(sum + weight);
            value = exact::in_order(value + source.at(columns[i], rows[j]) * weight);
        }
    }
    return scale.divide_by_weights ? Arithmetic::divide(value, sum) : value;
}

// The image before the anti-alias filter: the source itself, or the source scaled.
template <class Arithmetic, class Source>
struct ScaledSource {
    PrescaleTables scale;
    Source source;

    SPEEDQA_HOST_DEVICE float at(int x, int y) const {
        return scale.taps == 0 ? source.at(x, y) : scaled_sample<Arithmetic>(scale, source, x, y);
    }
};

}  // namespace speedqa
