// Prescale and anti-alias filter in one: scaled samples exist only in registers, where a tap reads them.
//
// Vectors hold quads as in decimate_simd.cpp. The source columns of a quad's 4 scaled columns lie close
// together: each block is one load of 16 bytes and one shuffle for each tap of the prescale. The order of the
// operations is that of scaled_sample and decimate_row.
#include <algorithm>
#include <cstdint>

#include "backends/cpu/simd_targets.h"
#include "backends/cpu/step_table.h"
#include "hwy/cache_control.h"
#include "speed/small_image.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/prescale_simd.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "backends/cpu/quads-inl.h"
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

// Fills in one block of one tap. False if its columns are too far apart for one load.
bool add_block(const BlockColumns& block, int sample_bytes, int width, int& offset, std::uint8_t* shuffle) {
    const int columns = block_bytes / sample_bytes;
    const auto [least, most] = std::minmax_element(block.column, block.column + 4);
    const int first = std::min(*least, width - columns);
    if (first < 0 || *most - first >= columns) return false;
    offset = first * sample_bytes;
    for (int lane = 0; lane < 4; ++lane)
        for (int byte = 0; byte < 4; ++byte)
            shuffle[4 * lane + byte] = static_cast<std::uint8_t>(
                byte < sample_bytes ? (block.column[lane] - first) * sample_bytes + byte : 128);
    return true;
}

// Units follow each other group by group, vector by vector, quad by quad.
void prepare_scale(const ImageTables& tables, ScaleTables& prepared) {
    const int taps = tables.prescale.taps;
    const int units = group_count(tables) * 4 * quad_count(tables);
    const auto count = static_cast<std::size_t>(units * taps);
    int* offsets = prepared.offsets.at_least(count * blocks);
    std::uint8_t* shuffles = prepared.shuffles.at_least(count * blocks * block_bytes);
    float* weights = prepared.weights.at_least(count * lanes);
    prepared.usable = true;
    for (int unit = 0; unit < units; ++unit) {
        const int quad = unit % quad_count(tables);
        const int vector = unit / quad_count(tables) % 4;
        const int start = group_start(tables, unit / quad_count(tables) / 4);
        for (int tap = 0; tap < taps; ++tap) {
            for (int b = 0; b < blocks; ++b) {
                const int at = (unit * taps + tap) * blocks + b;
                const BlockColumns block = block_columns(tables, start + vector * blocks + b, quad, tap);
                prepared.usable = add_block(block, tables.wide_samples ? 2 : 1, tables.source_width,
                                            offsets[at], shuffles + at * block_bytes) &&
                                  prepared.usable;
                std::copy(block.weight, block.weight + 4, weights + at * 4);
            }
        }
    }
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

// fp32 samples of one block vector.
template <bool difference>
HWY_INLINE VF load_samples(const SourceRow& row, const int* offsets, const std::uint8_t* shuffle,
                           float scale) {
    const auto index = hn::Load(DU8(), shuffle);
    const VI sample = hn::BitCast(DI(), hn::TableLookupBytesOr0(load_blocks(row.plane, offsets), index));
    if (!difference) return hn::Sub(hn::Mul(hn::ConvertTo(DF(), sample), set(scale)), set(128.0f));
    const VI other = hn::BitCast(DI(), hn::TableLookupBytesOr0(load_blocks(row.subtracted, offsets), index));
    return hn::Mul(hn::ConvertTo(DF(), hn::Sub(sample, other)), set(scale));
}

// Scaled samples of one unit; taps of the prescale known at compile time, or 0.
template <bool difference, int fixed>
HWY_INLINE VF scaled_samples(const ImageTables& tables, const ScaleTables& prepared, const ScaledRow& row,
                             int unit) {
    const int taps = fixed > 0 ? fixed : tables.prescale.taps;
    const int* offsets = prepared.offsets.data() + unit * taps * blocks;
    const std::uint8_t* shuffles = prepared.shuffles.data() + unit * taps * 4 * lanes;
    const float* weights = prepared.weights.data() + unit * taps * lanes;
    if (taps == 1) return load_samples<difference>(row.rows[0], offsets, shuffles, tables.sample_scale);
    VF value = hn::Zero(DF());
    VF sum = hn::Zero(DF());
    for (int j = 0; j < taps; ++j) {
        for (int i = 0; i < taps; ++i) {
            const VF sample = load_samples<difference>(row.rows[j], offsets + i * blocks,
                                                       shuffles + i * 4 * lanes, tables.sample_scale);
            const VF weight = hn::Mul(hn::Load(DF(), weights + i * lanes), set(row.weights[j]));
            if (fixed == 0) sum = hn::Add(sum, weight);
            value = hn::Add(value, hn::Mul(sample, weight));
        }
    }
    return fixed == 0 && tables.prescale.divide_by_weights ? hn::Div(value, sum) : value;
}

// Adds the taps of up to 4 quads from `first_quad` on to the sum of a group of outputs.
template <bool difference, int fixed>
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
                    hn::Add(columns[j][q], hn::Mul(weight, scaled_samples<difference, fixed>(
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
        for (int j = 0; j < tables.prescale.taps; ++j)
            for (int byte = first; byte < end; byte += 64) {
                hwy::Prefetch(rows[tap].rows[j].plane + byte);
                if (rows[tap].rows[j].subtracted) hwy::Prefetch(rows[tap].rows[j].subtracted + byte);
            }
}

template <bool difference, int fixed>
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
                sum = add_taps<difference, fixed>(tables, prepared, rows, group, quad, sum);
            const int start = group_start(tables, group);
            store_first(order.in_order(sum), tables.small_width - start,
                        decimated + row * tables.small_width + start);
        }
    }
}

void scale_and_decimate(const ImageTables& tables, const ScaleTables& prepared, const ImageSource& source,
                        Scratch& scratch, float* decimated) {
    if (!prepared.usable) return plain_decimate(tables, source, scratch, decimated);
    const bool bilinear = tables.prescale.taps == 2;
    if (source.subtracted.data)
        bilinear ? filter_image<true, 2>(tables, prepared, source, decimated)
                 : filter_image<true, 0>(tables, prepared, source, decimated);
    else
        bilinear ? filter_image<false, 2>(tables, prepared, source, decimated)
                 : filter_image<false, 0>(tables, prepared, source, decimated);
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
