// The decimate kernel for the usual case: 9 taps, no prescale, rows whose samples can be read 16 at a time.
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

template <class Sample, bool difference>
SPEEDQA_HOST_DEVICE ColumnSums column_sums(const FeatureBatch& batch, const ImageSource& source, int first,
                                           int row) {
    const DevicePlane<Sample> current{source.current, batch.row_slots};
    const DevicePlane<Sample> previous{source.previous, batch.row_slots};
    Samples16<Sample> now[aligned_taps];
    Samples16<Sample> before[aligned_taps];
    for (int tap = 0; tap < aligned_taps; ++tap) {
        const int y = mirror_index(decimation * row - aligned_reach + tap, batch.tables.scaled_height - 1);
        now[tap] = Samples16<Sample>::load(current.row(y), first);
        if constexpr (difference) before[tap] = Samples16<Sample>::load(previous.row(y), first);
    }
    ColumnSums result{};
    for (int tap = 0; tap < aligned_taps; ++tap) {
        const float weight = batch.tables.filter_weights[tap];
        for (int i = 0; i < aligned_taps; ++i) {
            const int column = aligned_column(i);
            if constexpr (difference)
                result.sums[i] += weight * sample_difference(before[tap], source.previous.scale, now[tap],
                                                             source.current.scale, column);
            else
                result.sums[i] += weight * sample_value(now[tap], column, source.current.scale);
        }
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
            sum += weights[tap] * sums[(i - first) * aligned_taps + tap];
        return sum;
    }
};

template <class Sample, bool difference, class Group>
SPEEDQA_HOST_DEVICE void decimate_rows(const Group& group, const FeatureBatch& batch, float* local) {
    const int width = batch.tables.small_width;
    const int most_rows = decimate_aligned_rows(batch.tables);
    const int first_row = group.x() * most_rows;
    const int left = batch.tables.small_height - first_row;
    const int count = (left < most_rows ? left : most_rows) * width;
    const ImageSource& source = batch.sources[group.y()];
    float* output =
        batch.decimated + static_cast<std::int64_t>(group.y()) * batch.image_samples() + first_row * width;
    for (int first = 0; first < count; first += aligned_outputs) {
        const OutputPart part{first, first + aligned_outputs < count ? first + aligned_outputs : count, width,
                              local};
        // One more where the part begins inside a row: the columns before its first output.
        const int begin = first % width > 0 ? first - 1 : first;
        for (int i = begin + group.rank(); i < part.end; i += group.size())
            part.deal_out(i, column_sums<Sample, difference>(batch, source, i % width * decimation,
                                                             first_row + i / width));
        group.barrier();
        for (int i = first + group.rank(); i < part.end; i += group.size())
            output[i] = part.filtered(i, batch.tables.filter_weights);
        group.barrier();
    }
}

template <class Sample, class Group>
SPEEDQA_HOST_DEVICE void decimate_if_aligned(const Group& group, const FeatureBatch& batch, float* local) {
    if (batch.difference)
        decimate_rows<Sample, true>(group, batch, local);
    else
        decimate_rows<Sample, false>(group, batch, local);
}

// decimate_aligned_rows rows of the decimated image of image y.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void decimate_aligned(const Group& group, const FeatureBatch& batch, float* local) {
    if (group.x() == 0 && group.rank() == 0) batch.fallbacks[group.y()] = 0;
    if (batch.tables.wide_samples)
        decimate_if_aligned<std::uint16_t>(group, batch, local);
    else
        decimate_if_aligned<std::uint8_t>(group, batch, local);
}

}  // namespace speedqa::kernels
