// The score of a pair of images from their entropies and variances.
#pragma once

#include "exact/weight_mix.h"
#include "speed/tables.h"

namespace speedqa {

SPEEDQA_HOST_DEVICE bool is_finite(float x) {
    return (exact::bits_of(x) & 0x7f800000u) != 0x7f800000u;
}

struct BlockStatistics {
    float entropy;
    float variance;
};

// RN32(entropy*log2(weight)) of the reference's block; the weight by mode as docs/algorithm.md, section 4,
// lists it.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE float weighted_reference(int mode, BlockStatistics ref, BlockStatistics dis,
                                             unsigned& fallbacks) {
    if (mode == 3)
        return Arithmetic::weighted_entropy_mixed(ref.entropy, ref.variance, dis.variance,
                                                  exact::WeightMix::half, fallbacks);
    return Arithmetic::weighted_entropy(ref.entropy, 1.0f + (mode == 2 ? dis.variance : ref.variance),
                                        fallbacks);
}

// RN32(entropy*log2(weight)) of the distorted block.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE float weighted_distorted(int mode, BlockStatistics ref, BlockStatistics dis,
                                             unsigned& fallbacks) {
    if (mode < 3)
        return Arithmetic::weighted_entropy(dis.entropy, 1.0f + (mode == 1 ? ref.variance : dis.variance),
                                            fallbacks);
    const exact::WeightMix mix = mode == 5   ? exact::WeightMix::mostly_reference
                                 : mode == 6 ? exact::WeightMix::mostly_distorted
                                             : exact::WeightMix::half;
    return Arithmetic::weighted_entropy_mixed(dis.entropy, ref.variance, dis.variance, mix, fallbacks);
}

// What one block adds to the score: |a - b|, or 0 if both entropies are below the base of a block without
// signal.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE float block_score(const ImageTables& tables, BlockStatistics ref, BlockStatistics dis,
                                      unsigned& fallbacks) {
    if (ref.entropy < tables.base && dis.entropy < tables.base) return 0.0f;
    const float a = weighted_reference<Arithmetic>(tables.weight_mode, ref, dis, fallbacks);
    const float b = weighted_distorted<Arithmetic>(tables.weight_mode, ref, dis, fallbacks);
    const float difference = a - b;
    return difference < 0.0f ? -difference : difference;
}

// Blocks in order, divided by their number; 0 if exactly one of the images is singular.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE float pair_score(const ImageTables& tables, const float* block_scores, bool ref_singular,
                                     bool dis_singular) {
    if (ref_singular != dis_singular) return 0.0f;
    float sum = 0.0f;
    for (int block = 0; block < tables.blocks(); ++block) sum = exact::in_order(sum + block_scores[block]);
    return Arithmetic::divide(sum, static_cast<float>(tables.blocks()));
}

// The uv score: the other channel's where exactly one channel had a singular image, else the mean.
SPEEDQA_HOST_DEVICE float combined_score(float u, float v, bool u_singular, bool v_singular) {
    if (u_singular != v_singular) return u_singular ? v : u;
    return (u + v) / 2.0f;
}

SPEEDQA_HOST_DEVICE float capped(float score, float max_score) {
    return score < max_score ? score : max_score;
}

}  // namespace speedqa
