// The decimate kernel for the usual planes: 9 taps, no prescale, rows whose samples can be read 16 at a time.
#pragma once

#include "kernels/decimate.h"

namespace speedqa::kernels {

inline constexpr int aligned_taps = 9;
inline constexpr int aligned_reach = aligned_taps / 2;

// Outputs that a group filters together: whole rows, or a part of one.
inline constexpr int aligned_outputs = 120;
inline constexpr int decimate_aligned_local_bytes =
    aligned_outputs * aligned_taps * static_cast<int>(sizeof(float));

SPEEDQA_HOST_DEVICE int decimate_aligned_rows(const ImageTables& tables) {
    return tables.small_width < aligned_outputs ? aligned_outputs / tables.small_width : 1;
}

struct alignas(16) SixteenBytes {
    std::uint32_t words[4];
};

// Sixteen samples of a row.
template <class Sample>
struct Samples16;

template <>
struct Samples16<std::uint8_t> {
    SixteenBytes bytes;

    SPEEDQA_HOST_DEVICE static Samples16 load(const unsigned char* row, int first) {
        return {*reinterpret_cast<const SixteenBytes*>(row + first)};
    }
    // Sample i plus 2^23, exact.
    SPEEDQA_HOST_DEVICE float raised(int i) const {
        return exact::float_of(0x4b000000u | (bytes.words[i / 4] >> 8 * (i % 4) & 0xffu));
    }
};

template <>
struct Samples16<std::uint16_t> {
    SixteenBytes bytes[2];

    SPEEDQA_HOST_DEVICE static Samples16 load(const unsigned char* row, int first) {
        const auto* from = reinterpret_cast<const SixteenBytes*>(row + 2 * first);
        return {{from[0], from[1]}};
    }
    SPEEDQA_HOST_DEVICE float raised(int i) const {
        return exact::float_of(0x4b000000u | (bytes[i / 8].words[i / 2 % 4] >> 16 * (i % 2) & 0xffffu));
    }
};

// Sample i in fp32, exact: 8-bit samples have scale 1.
template <class Sample>
SPEEDQA_HOST_DEVICE float sample_value(const Samples16<Sample>& samples, int i, float scale) {
    if constexpr (sizeof(Sample) == 1) return samples.raised(i) - (8388608.0f + 128.0f);
    return (samples.raised(i) - 8388608.0f) * scale - 128.0f;
}

// Sample i of one plane minus that of another, exact.
template <class Sample>
SPEEDQA_HOST_DEVICE float sample_difference(const Samples16<Sample>& before, float before_scale,
                                            const Samples16<Sample>& now, float now_scale, int i) {
    if constexpr (sizeof(Sample) == 1) return before.raised(i) - now.raised(i);
    return sample_value(before, i, before_scale) - sample_value(now, i, now_scale);
}

// The sums of the columns that outputs need among 16 columns: [0..4] those of the output at the first column,
// [5..8] those before the next output.
struct ColumnSums {
    float sums[aligned_taps];
};

SPEEDQA_HOST_DEVICE constexpr int aligned_column(int i) {
    return i <= aligned_reach ? i : decimation - aligned_taps + i;
}

// The samples of 16 columns in the rows of the taps of one output row.
template <class Sample>
struct TapRows {
    Samples16<Sample> rows[aligned_taps];

    SPEEDQA_HOST_DEVICE void load(const FeatureBatch& batch, const SourcePlane& plane, int first, int row) {
        const DevicePlane<Sample> source{plane, batch.row_slots};
        SPEEDQA_UNROLL
        for (int tap = 0; tap < aligned_taps; ++tap) {
            const int y =
                mirror_index(decimation * row - aligned_reach + tap, batch.tables.scaled_height - 1);
            rows[tap] = Samples16<Sample>::load(source.row(y), first);
        }
    }
};

// value(tap, column) is a sample of the image.
template <class Value>
SPEEDQA_HOST_DEVICE ColumnSums column_sums(const float* weights, const Value& value) {
    ColumnSums result{};
    SPEEDQA_UNROLL
    for (int tap = 0; tap < aligned_taps; ++tap) {
        const float weight = weights[tap];
        SPEEDQA_UNROLL
        for (int i = 0; i < aligned_taps; ++i)
            result.sums[i] = exact::in_order(result.sums[i] + weight * value(tap, aligned_column(i)));
    }
    return result;
}

// Some outputs of one group, numbered row by row: their column sums lie in the order of their taps.
struct OutputPart {
    int first, end;
    int width;  // outputs of a row
    float* sums;

    // Takes the column sums at and behind output i.
    SPEEDQA_HOST_DEVICE void deal_out(int i, const ColumnSums& from) const {
        float* to = sums + (i - first) * aligned_taps;
        const int column = i % width;
        if (i >= first)
            for (int k = 0; k <= aligned_reach; ++k) to[aligned_reach + k] = from.sums[k];
        if (column == 0)  // what lies left of the row mirrors it
            for (int k = 1; k <= aligned_reach; ++k) to[aligned_reach - k] = from.sums[k];
        if (column + 1 < width && i + 1 < end)
            for (int k = 0; k < aligned_reach; ++k) to[aligned_taps + k] = from.sums[aligned_reach + 1 + k];
    }

    SPEEDQA_HOST_DEVICE float filtered(int i, const float* weights) const {
        float sum = 0.0f;
        for (int tap = 0; tap < aligned_taps; ++tap)
            sum = exact::in_order(sum + weights[tap] * sums[(i - first) * aligned_taps + tap]);
        return sum;
    }
};

// The rows of one group: output i, row by row, is column i % width of row first_row + i / width.
struct OutputRows {
    int first_row;
    int width;
    int count;

    template <class Group>
    SPEEDQA_HOST_DEVICE OutputRows(const Group& group, const ImageTables& tables)
        : first_row(group.x() * decimate_aligned_rows(tables)), width(tables.small_width) {
        const int left = tables.small_height - first_row;
        const int most = decimate_aligned_rows(tables);
        count = (left < most ? left : most) * width;
    }
    SPEEDQA_HOST_DEVICE OutputPart part(int first, float* sums) const {
        return {first, first + aligned_outputs < count ? first + aligned_outputs : count, width, sums};
    }
    // One more where a part begins inside a row: the columns before its first output.
    SPEEDQA_HOST_DEVICE int begin(int first) const { return first % width > 0 ? first - 1 : first; }

    SPEEDQA_HOST_DEVICE float* output(const FeatureBatch& batch, int image) const {
        return batch.decimated + static_cast<std::int64_t>(image) * batch.image_samples() + first_row * width;
    }
};

template <class Sample, class Group>
SPEEDQA_HOST_DEVICE void decimate_planes(const Group& group, const FeatureBatch& batch, float* local) {
    const OutputRows rows(group, batch.tables);
    const SourcePlane& plane = batch.sources[group.y()].current;
    const float* weights = batch.tables.filter_weights;
    float* output = rows.output(batch, group.y());
    for (int first = 0; first < rows.count; first += aligned_outputs) {
        const OutputPart part = rows.part(first, local);
        for (int i = rows.begin(first) + group.rank(); i < part.end; i += group.size()) {
            TapRows<Sample> taps;
            taps.load(batch, plane, i % rows.width * decimation, rows.first_row + i / rows.width);
            const auto value = [&](int tap, int column) {
                return sample_value(taps.rows[tap], column, plane.scale);
            };
            part.deal_out(i, column_sums(weights, value));
        }
        group.barrier();
        for (int i = first + group.rank(); i < part.end; i += group.size())
            output[i] = part.filtered(i, weights);
        group.barrier();
    }
}

// decimate_aligned_rows rows of the decimated image of image y, a plane.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void decimate_aligned(const Group& group, const FeatureBatch& batch, float* local) {
    if (group.x() == 0 && group.rank() == 0) batch.fallbacks[group.y()] = 0;
    if (batch.tables.wide_samples)
        decimate_planes<std::uint16_t>(group, batch, local);
    else
        decimate_planes<std::uint8_t>(group, batch, local);
}

}  // namespace speedqa::kernels
