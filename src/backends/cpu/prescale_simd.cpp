// Prescale and anti-alias filter in one: scaled samples exist only in registers, where a tap reads them.
//
// Vectors hold quads as in decimate_simd.cpp. The source columns of a quad's 4 scaled columns lie close
// together: each block is one load of 16 bytes and one shuffle for each tap of the prescale. The order of the
// operations is that of scaled_sample and decimate_row.
#include <algorithm>
#include <cstdint>

#include "backends/cpu/simd_targets.h"
#include "backends/cpu/step_table.h"
#include "speed/small_image.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/prescale_simd.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "backends/cpu/decimate_rows-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

void fill_prescale(StepTable&) {}

#else

constexpr int max_prescale_taps = 9;
constexpr int block_bytes = 16;

int quad_count(const ImageTables& tables) {
    return (tables.filter_taps + 3) / 4;
}

// The first output of a group; the last group overlaps the one before it.
int group_start(const ImageTables& tables, int group) {
    return std::max(0, std::min(group * group_outputs, tables.small_width - group_outputs));
}

int group_count(const ImageTables& tables) {
    return (tables.small_width + group_outputs - 1) / group_outputs;
}

// Source columns of prescale tap `tap` for the 4 lanes of one block.
struct BlockColumns {
    int column[4];
    float weight[4];
};

BlockColumns block_columns(const ImageTables& tables, int output, int quad, int tap) {
    const PrescaleTables& scale = tables.prescale;
    BlockColumns block;
    for (int lane = 0; lane < 4; ++lane) {
        const int filter_tap = std::min(4 * quad + lane, tables.filter_taps - 1);
        const int x = mirror_index(
            decimation * std::min(output, tables.small_width - 1) - tables.filter_taps / 2 + filter_tap,
            tables.scaled_width - 1);
        block.column[lane] = scale.column_index[x * scale.taps + tap];
        block.weight[lane] = scale.taps == 1 ? 1.0f : scale.column_weight[x * scale.taps + tap];
    }
    return block;
}

// The loads and shuffles of one block of `taps` taps that share a load. False if their columns are too far
// apart for it.
bool add_block(const BlockColumns* columns, int taps, int sample_bytes, int width, int& offset,
               std::uint8_t* shuffles) {
    const int in_load = block_bytes / sample_bytes;
    int least = columns[0].column[0];
    int most = least;
    for (int tap = 0; tap < taps; ++tap)
        for (const int column : columns[tap].column) {
            least = std::min(least, column);
            most = std::max(most, column);
        }
    const int first = std::min(least, width - in_load);
    if (first < 0 || most - first >= in_load) return false;
    offset = first * sample_bytes;
    for (int tap = 0; tap < taps; ++tap)
        for (int byte = 0; byte < block_bytes; ++byte) {
            const int at = (columns[tap].column[byte / 4] - first) * sample_bytes + byte % 4;
            shuffles[tap * 4 * lanes + byte] = static_cast<std::uint8_t>(byte % 4 < sample_bytes ? at : 128);
        }
    return true;
}

// Units follow each other group by group, vector by vector, quad by quad. False if the taps of a unit can't
// share loads, or a tap can't have one.
bool prepare_units(const ImageTables& tables, bool share, ScaleTables& prepared) {
    const int taps = tables.prescale.taps;
    const int sample_bytes = tables.wide_samples ? 2 : 1;
    const int units = group_count(tables) * 4 * quad_count(tables);
    bool fits = true;
    for (int unit = 0; unit < units; ++unit) {
        const int quad = unit % quad_count(tables);
        const int vector = unit / quad_count(tables) % 4;
        const int start = group_start(tables, unit / quad_count(tables) / 4);
        for (int b = 0; b < blocks; ++b) {
            BlockColumns columns[max_prescale_taps];
            for (int tap = 0; tap < taps; ++tap) {
                columns[tap] = block_columns(tables, start + vector * blocks + b, quad, tap);
                const int at = (unit * taps + tap) * blocks + b;
                std::copy(columns[tap].weight, columns[tap].weight + 4, prepared.weights.data() + at * 4);
            }
            const int together = share ? taps : 1;
            for (int tap = 0; tap < taps; tap += together) {
                const int at = (unit * taps + tap) * blocks + b;
                fits = add_block(columns + tap, together, sample_bytes, tables.source_width,
                                 prepared.offsets.data()[at], prepared.shuffles.data() + at * block_bytes) &&
                       fits;
            }
        }
    }
    return fits;
}

void prepare_scale(const ImageTables& tables, ScaleTables& prepared) {
    prepared.halved = is_halved(tables);
    const auto count =
        static_cast<std::size_t>(group_count(tables) * 4 * quad_count(tables) * tables.prescale.taps);
    prepared.offsets.at_least(count * blocks);
    prepared.shuffles.at_least(count * blocks * block_bytes);
    prepared.weights.at_least(count * lanes);
    prepared.shared_loads = prepare_units(tables, true, prepared);
    prepared.usable = prepared.shared_loads || prepare_units(tables, false, prepared);
}

HWY_INLINE hn::Vec<DU8> load_blocks(const unsigned char* row, const int* offsets) {
    if constexpr (blocks == 1) {
        return hn::LoadU(DU8(), row + offsets[0]);
    } else if constexpr (blocks == 2) {
        const hn::Half<DU8> half;
        return hn::Combine(DU8(), hn::LoadU(half, row + offsets[1]), hn::LoadU(half, row + offsets[0]));
    } else {
        const hn::Half<DU8> half;
        const hn::Half<decltype(half)> quarter;
        const auto lower =
            hn::Combine(half, hn::LoadU(quarter, row + offsets[1]), hn::LoadU(quarter, row + offsets[0]));
        const auto upper =
            hn::Combine(half, hn::LoadU(quarter, row + offsets[3]), hn::LoadU(quarter, row + offsets[2]));
        return hn::Combine(DU8(), upper, lower);
    }
}

// One source row: of the plane, and of the plane that is subtracted from it.
struct SourceRow {
    const unsigned char* plane;
    const unsigned char* subtracted;
};

// The source rows of one scaled row, and their weights.
struct ScaledRow {
    SourceRow rows[max_prescale_taps];
    float weights[max_prescale_taps];
};

// What one load of each block brings of a source row.
struct LoadedRow {
    hn::Vec<DU8> plane;
    hn::Vec<DU8> subtracted;
};

template <bool difference>
HWY_INLINE LoadedRow load_row(const SourceRow& row, const int* offsets) {
    const auto plane = load_blocks(row.plane, offsets);
    return {plane, difference ? load_blocks(row.subtracted, offsets) : plane};
}

// The fp32 samples of one tap of the prescale.
template <bool difference>
HWY_INLINE VF samples_of(const LoadedRow& row, const std::uint8_t* shuffle, float scale) {
    const auto index = hn::Load(DU8(), shuffle);
    const VI sample = hn::BitCast(DI(), hn::TableLookupBytesOr0(row.plane, index));
    // Both products and the difference are exact.
    if (!difference) return hn::MulSub(hn::ConvertTo(DF(), sample), set(scale), set(128.0f));
    const VI other = hn::BitCast(DI(), hn::TableLookupBytesOr0(row.subtracted, index));
    return hn::Mul(hn::ConvertTo(DF(), hn::Sub(sample, other)), set(scale));
}

// Scaled samples of one unit; taps of the prescale known at compile time, or 0.
template <bool difference, bool shared, int fixed>
HWY_INLINE VF scaled_samples(const ImageTables& tables, const ScaleTables& prepared, const ScaledRow& row,
                             int unit) {
    const int taps = fixed > 0 ? fixed : tables.prescale.taps;
    const int* offsets = prepared.offsets.data() + unit * taps * blocks;
    const std::uint8_t* shuffles = prepared.shuffles.data() + unit * taps * 4 * lanes;
    const float* weights = prepared.weights.data() + unit * taps * lanes;
    VF value = hn::Zero(DF());
    VF sum = hn::Zero(DF());
    for (int j = 0; j < taps; ++j) {
        LoadedRow loaded = load_row<difference>(row.rows[j], offsets);
        for (int i = 0; i < taps; ++i) {
            if (!shared && i > 0) loaded = load_row<difference>(row.rows[j], offsets + i * blocks);
            const VF sample = samples_of<difference>(loaded, shuffles + i * 4 * lanes, tables.sample_scale);
            if (taps == 1) return sample;
            const VF weight = hn::Mul(hn::Load(DF(), weights + i * lanes), set(row.weights[j]));
            if (fixed == 0) sum = hn::Add(sum, weight);
            value = hn::Add(value, hn::Mul(sample, weight));
        }
    }
    return fixed == 0 && tables.prescale.divide_by_weights ? hn::Div(value, sum) : value;
}

// Adds the taps of up to 4 quads from `first_quad` on to the sum of a group of outputs.
template <bool difference, bool shared, int fixed>
HWY_INLINE VF add_taps(const ImageTables& tables, const ScaleTables& prepared, const ScaledRow* rows,
                       int group, int first_quad, VF sum) {
    const int quads = std::min(4, quad_count(tables) - first_quad);
    VF columns[4][4];
    for (int j = 0; j < 4; ++j)
        for (int q = 0; q < 4; ++q) columns[j][q] = hn::Zero(DF());
    for (int tap = 0; tap < tables.filter_taps; ++tap) {
        const VF weight = set(tables.filter_weights[tap]);
        for (int j = 0; j < 4; ++j) {
            const int unit = (group * 4 + j) * quad_count(tables) + first_quad;
            for (int q = 0; q < quads; ++q)
                columns[j][q] =
                    hn::Add(columns[j][q], hn::Mul(weight, scaled_samples<difference, shared, fixed>(
                                                               tables, prepared, rows[tap], unit + q)));
        }
    }
    return add_quads<4>(columns, tables.filter_weights + 4 * first_quad, tables.filter_taps - 4 * first_quad,
                        sum);
}

SourceRow source_row(const ImageSource& source, int y) {
    const auto row = [y](const PlaneView& plane) {
        return static_cast<const unsigned char*>(plane.data) + (plane.data ? y * plane.stride : 0);
    };
    return {row(source.plane), row(source.subtracted)};
}

// The scaled rows under the taps of a row of outputs.
void find_rows(const ImageTables& tables, const ImageSource& source, int row, ScaledRow* rows) {
    const PrescaleTables& scale = tables.prescale;
    for (int tap = 0; tap < tables.filter_taps; ++tap) {
        const int y = mirror_index(decimation * row - tables.filter_taps / 2 + tap, tables.scaled_height - 1);
        for (int j = 0; j < scale.taps; ++j) {
            rows[tap].rows[j] = source_row(source, scale.row_index[y * scale.taps + j]);
            rows[tap].weights[j] = scale.taps == 1 ? 1.0f : scale.row_weight[y * scale.taps + j];
        }
    }
}

// Brings a group's share of the rows of outputs to come near.
void prefetch(const ImageTables& tables, const ScaledRow* rows, int group) {
    const int row_bytes = tables.source_width * (tables.wide_samples ? 2 : 1);
    const int groups = group_count(tables);
    const int first = row_bytes * group / groups;
    const int end = row_bytes * (group + 1) / groups;
    for (int tap = 0; tap < tables.filter_taps; ++tap)
        for (int j = 0; j < tables.prescale.taps; ++j) {
            const SourceRow& row = rows[tap].rows[j];
            prefetch_bytes(row.plane + first, end - first);
            if (row.subtracted) prefetch_bytes(row.subtracted + first, end - first);
        }
}

template <bool difference, bool shared, int fixed>
void filter_image(const ImageTables& tables, const ScaleTables& prepared, const ImageSource& source,
                  float* decimated) {
    ScaledRow rows[max_filter_taps], next[max_filter_taps];
    const OutputOrder<std::uint8_t> order;
    for (int row = 0; row < tables.small_height; ++row) {
        find_rows(tables, source, row, rows);
        find_rows(tables, source, std::min(row + 1, tables.small_height - 1), next);
        for (int group = 0; group < group_count(tables); ++group) {
            prefetch(tables, next, group);
            VF sum = hn::Zero(DF());
            for (int quad = 0; quad < quad_count(tables); quad += 4)
                sum = add_taps<difference, shared, fixed>(tables, prepared, rows, group, quad, sum);
            const int start = group_start(tables, group);
            store_first(order.in_order(sum), tables.small_width - start,
                        decimated + row * tables.small_width + start);
        }
    }
}

template <bool difference, bool shared>
void filter_image_by_taps(const ImageTables& tables, const ScaleTables& prepared, const ImageSource& source,
                          float* decimated) {
    if (tables.prescale.taps == 2)
        filter_image<difference, shared, 2>(tables, prepared, source, decimated);
    else
        filter_image<difference, shared, 0>(tables, prepared, source, decimated);
}

void scale_and_decimate(const ImageTables& tables, const ScaleTables& prepared, const ImageSource& source,
                        Scratch& scratch, float* decimated) {
    if (prepared.halved) return halve_and_decimate(tables, source, scratch, decimated);
    if (!prepared.usable) return plain_decimate(tables, source, scratch, decimated);
    const bool difference = source.subtracted.data != nullptr;
    if (prepared.shared_loads)
        difference ? filter_image_by_taps<true, true>(tables, prepared, source, decimated)
                   : filter_image_by_taps<false, true>(tables, prepared, source, decimated);
    else
        difference ? filter_image_by_taps<true, false>(tables, prepared, source, decimated)
                   : filter_image_by_taps<false, false>(tables, prepared, source, decimated);
}

void fill_prescale(StepTable& table) {
    table.prepare_scale = prepare_scale;
    table.scale_and_decimate = scale_and_decimate;
}

#endif
}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace speedqa {

HWY_EXPORT(fill_prescale);

void add_prescale_steps(StepTable& table) {
    HWY_DYNAMIC_DISPATCH(fill_prescale)(table);
}

}  // namespace speedqa
#endif
