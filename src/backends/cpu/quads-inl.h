// Quads: blocks of 16 bytes, each with 4 columns of one output of the anti-alias filter. Included once for
// each target.
#if defined(SPEEDQA_QUADS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPEEDQA_QUADS_INL_H
#undef SPEEDQA_QUADS_INL_H
#else
#define SPEEDQA_QUADS_INL_H
#endif

#include <cstdint>

#include "backends/cpu/lanes-inl.h"
#include "speed/tables.h"

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {

inline constexpr int blocks = lanes / 4;          // in a vector
inline constexpr int group_outputs = 4 * blocks;  // outputs that are filtered together: 4 vectors of blocks

// 16 columns of each of `blocks` outputs, whose first columns are 16 samples apart.
template <class Sample>
struct QuadSamples;

template <>
struct QuadSamples<std::uint8_t> {
    hn::Vec<DU8> bytes;

    HWY_INLINE VI quad(int q) const {
        alignas(16) static constexpr std::uint8_t index[4][16] = {
            {0, 128, 128, 128, 1, 128, 128, 128, 2, 128, 128, 128, 3, 128, 128, 128},
            {4, 128, 128, 128, 5, 128, 128, 128, 6, 128, 128, 128, 7, 128, 128, 128},
            {8, 128, 128, 128, 9, 128, 128, 128, 10, 128, 128, 128, 11, 128, 128, 128},
            {12, 128, 128, 128, 13, 128, 128, 128, 14, 128, 128, 128, 15, 128, 128, 128}};
        return hn::BitCast(DI(), hn::TableLookupBytesOr0(bytes, hn::LoadDup128(DU8(), index[q])));
    }
    // 4 bytes that begin with column 4*q.
    template <int q>
    HWY_INLINE VI column_first() const {
        return hn::BitCast(DI(), bytes);
    }
    template <int q>
    static constexpr int lane_of_column = q;
    static constexpr std::int32_t column_mask = 0xff;
};

template <>
struct QuadSamples<std::uint16_t> {
    hn::Vec<DU16> first;   // columns 0 to 7 of each output
    hn::Vec<DU16> second;  // columns 8 to 15

    HWY_INLINE VI quad(int q) const {
        const auto words = q < 2 ? first : second;
        return hn::BitCast(DI(), q % 2 == 0 ? hn::InterleaveLower(DU16(), words, hn::Zero(DU16()))
                                            : hn::InterleaveUpper(DU16(), words, hn::Zero(DU16())));
    }
    template <int q>
    HWY_INLINE VI column_first() const {
        return hn::BitCast(DI(), q < 2 ? first : second);
    }
    template <int q>
    static constexpr int lane_of_column = 2 * (q % 2);
    static constexpr std::int32_t column_mask = 0xffff;
};

// Column 4*q alone, of the outputs of 4 vectors: lane 4*b + j is that of block b of vector j.
template <int q, class Sample>
HWY_INLINE VI lone_column(const QuadSamples<Sample> (&samples)[4]) {
    using Quad = QuadSamples<Sample>;
    const VI column = transposed_lane<Quad::template lane_of_column<q>>(
        samples[0].template column_first<q>(), samples[1].template column_first<q>(),
        samples[2].template column_first<q>(), samples[3].template column_first<q>());
    return hn::And(column, hn::Set(DI(), Quad::column_mask));
}

HWY_INLINE QuadSamples<std::uint8_t> load_quad_samples(const std::uint8_t* samples) {
    return {hn::LoadU(DU8(), samples)};
}

// Of 16 columns of each of `blocks` outputs, 2 vectors in the order of memory. Where a vector has 4 blocks,
// they hold outputs 0, 2, 1, 3 then.
HWY_INLINE QuadSamples<std::uint16_t> quad_samples(hn::Vec<DU16> a, hn::Vec<DU16> b) {
    if (blocks == 1) return {a, b};
    return {hn::OddEvenBlocks(hn::SwapAdjacentBlocks(b), a), hn::OddEvenBlocks(b, hn::SwapAdjacentBlocks(a))};
}

HWY_INLINE QuadSamples<std::uint16_t> load_quad_samples(const std::uint16_t* samples) {
    return quad_samples(hn::LoadU(DU16(), samples), hn::LoadU(DU16(), samples + 2 * lanes));
}

// Products of taps and samples, each rounded once. A sample is s*scale - 128, exact in fp32.
struct QuadWeights {
    float weight[max_filter_taps];
    float scaled[max_filter_taps];  // weight*scale, exact: the scale is a power of two
    float offset[max_filter_taps];  // -128*weight, exact
    float scale;

    QuadWeights(const ImageTables& tables, float sample_scale) : scale(sample_scale) {
        for (int tap = 0; tap < tables.filter_taps; ++tap) {
            weight[tap] = tables.filter_weights[tap];
            scaled[tap] = weight[tap] * scale;
            offset[tap] = -128.0f * weight[tap];
        }
    }

    // weight*(s*scale - 128). Fused, scaled*s + offset is that product before its one rounding.
    HWY_INLINE VF sample_product(int tap, VF s) const {
        if (HWY_NATIVE_FMA) return hn::MulAdd(s, set(scaled[tap]), set(offset[tap]));
        return hn::Mul(set(weight[tap]), hn::Sub(hn::Mul(s, set(scale)), set(128.0f)));
    }

    // weight*(d*scale) for the difference d of two samples.
    HWY_INLINE VF difference_product(int tap, VF d) const { return hn::Mul(set(scaled[tap]), d); }
};

// Adds `count` taps to the sums of a group of outputs. columns[j][q] holds columns 4q to 4q+3 of the outputs
// of vector j.
template <int quads>
HWY_INLINE VF add_quads(const VF (&columns)[4][quads], const float* weights, int count, VF sum) {
    for (int q = 0; q < quads; ++q) {
        VF tap[4];
        transpose_blocks(columns[0][q], columns[1][q], columns[2][q], columns[3][q], tap);
        for (int l = 0; l < 4; ++l)
            if (4 * q + l < count) sum = hn::Add(sum, hn::Mul(set(weights[4 * q + l]), tap[l]));
    }
    return sum;
}

// Lane 4*b + j of a group's sums belongs to block b of vector j; in_order() sorts lanes by output.
template <class Sample>
class OutputOrder {
  public:
    HWY_INLINE OutputOrder() : index_(hn::SetTableIndices(DF(), lane_of_output())) {}
    HWY_INLINE VF in_order(VF group) const { return hn::TableLookupLanes(group, index_); }

  private:
    static const std::int32_t* lane_of_output() {
        struct Table {
            std::int32_t lane[group_outputs] = {};
            constexpr Table() {
                for (int output = 0; output < group_outputs; ++output) {
                    const int j = output / blocks;
                    int block = output % blocks;
                    if (sizeof(Sample) == 2 && blocks == 4 && (block == 1 || block == 2)) block = 3 - block;
                    lane[output] = 4 * block + j;
                }
            }
        };
        static constexpr Table table;
        return table.lane;
    }

    decltype(hn::SetTableIndices(DF(), static_cast<const std::int32_t*>(nullptr))) index_;
};

}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
