// Entropies and scores of blocks: a fast log2 where it decides the rounding to fp32, the exact one elsewhere.
#include <cmath>

#include "backends/cpu/simd_targets.h"
#include "backends/cpu/step_table.h"
#include "exact/native_binary64.h"
#include "speed/entropy.h"
#include "speed/score.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/entropy_simd.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "backends/cpu/lanes-inl.h"
#include "exact/log2_simd-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

void fill_entropy(StepTable&) {}

#else

using Arithmetic = exact::NativeBinary64;
using DHalf = hn::Rebind<float, DD>;
using DI64 = hn::RebindToSigned<DD>;
using DU32 = hn::Repartition<std::uint32_t, DD>;

// Entropies of blocks in fp64 lanes that hold fp32 values. A sum is rounded to fp32 by hand; `nearest` keeps
// the smallest distance, in fp64 units in the last place and times 8, of a sum from the window of 2^15 units
// round the middle between two fp32 numbers, where the rounding is not certain. docs/numerics_cpu.md,
// "Entropies".
class EntropySums {
  public:
    HWY_INLINE EntropySums() : entropy_(hn::Zero(DD())), nearest_(hn::Set(DU32(), ~0u)) {}

    HWY_INLINE void add(VD argument) {
        const VD term = hn::Add(fast_log2(DD(), argument), hn::Set(DD(), exact::log2_two_pi_e));
        const auto sum = hn::BitCast(DI64(), hn::Add(entropy_, term));
        const auto up = hn::Add(sum, hn::Set(DI64(), 1LL << 28));
        entropy_ = hn::BitCast(DD(), hn::And(up, hn::Set(DI64(), ~((1LL << 29) - 1))));
        const auto distance = hn::BitCast(DU32(), hn::Add(up, hn::Set(DI64(), window / 2)));
        nearest_ = hn::Min(nearest_, hn::ShiftLeft<3>(distance));
    }
    HWY_INLINE hn::Vec<DHalf> entropies() const { return hn::DemoteTo(DHalf(), entropy_); }

    // One flag for each lane.
    HWY_INLINE void certain(bool* flags) const {
        HWY_ALIGN std::uint32_t nearest[2 * double_lanes];
        hn::Store(nearest_, DU32(), nearest);
        for (int i = 0; i < double_lanes; ++i) flags[i] = nearest[2 * i] > 8u * window;
    }

  private:
    static constexpr int window = 1 << 15;
    VD entropy_;
    hn::Vec<DU32> nearest_;
};

// Where all arguments of log2 lie between 3/32 and 2^60, whatever the block's variance in 0..2^30.
bool arguments_in_domain(const float* eigenvalues, float sigma) {
    bool inside = sigma >= 0.09375f && sigma <= 0x1p30f;
    for (int i = 0; i < elements; ++i) inside = inside && eigenvalues[i] <= 0x1p28f;
    return inside;
}

// Entropies of one vector of blocks; certain[i] tells whether that of block i is settled.
HWY_INLINE void entropies_of(const float* eigenvalues, float sigma, VF variances, float* entropies,
                             bool* certain) {
    EntropySums lower, upper;
    for (int i = 0; i < elements; ++i) {
        const VF eigenvalue = set(eigenvalues[i] < 0.0f ? 0.0f : eigenvalues[i]);
        const VF argument = hn::Add(hn::Mul(eigenvalue, variances), set(sigma));
        lower.add(hn::PromoteTo(DD(), hn::LowerHalf(DHalf(), argument)));
        upper.add(hn::PromoteTo(DD(), hn::UpperHalf(DHalf(), argument)));
    }
    hn::Store(hn::Combine(DF(), upper.entropies(), lower.entropies()), DF(), entropies);
    lower.certain(certain);
    upper.certain(certain + double_lanes);
}

unsigned block_entropies(const float* eigenvalues, float sigma, const float* variances, int blocks,
                         float* entropies) {
    const bool in_domain = arguments_in_domain(eigenvalues, sigma);
    unsigned fallbacks = 0;
    for (int first = 0; first < blocks; first += lanes) {
        HWY_ALIGN float values[lanes];
        bool certain[lanes] = {};
        if (in_domain) entropies_of(eigenvalues, sigma, hn::LoadU(DF(), variances + first), values, certain);
        for (int i = 0; i < lanes && first + i < blocks; ++i) {
            const float variance = variances[first + i];
            if (certain[i] && variance >= 0.0f && variance <= 0x1p30f) {
                entropies[first + i] = values[i];
            } else {
                entropies[first + i] = block_entropy<Arithmetic>(eigenvalues, variance, sigma, fallbacks);
            }
        }
    }
    return fallbacks;
}

struct HalfBlocks {
    hn::Vec<DHalf> entropy;
    hn::Vec<DHalf> variance;
};

HWY_INLINE HalfBlocks load_blocks(const BlockArrays& blocks, int first) {
    return {hn::LoadU(DHalf(), blocks.entropies + first), hn::LoadU(DHalf(), blocks.variances + first)};
}

HWY_INLINE VD one_plus(hn::Vec<DHalf> variance) {
    return hn::PromoteTo(DD(), hn::Add(hn::Set(DHalf(), 1.0f), variance));
}

// 1 + the mix of the variances, as in exact::WeightMix.
HWY_INLINE VD mixed_weight(int mode, hn::Vec<DHalf> ref, hn::Vec<DHalf> dis) {
    const VD one = hn::Set(DD(), 1.0);
    if (mode == 3 || mode == 4)
        return hn::Add(one, hn::Mul(hn::PromoteTo(DD(), hn::Add(ref, dis)), hn::Set(DD(), 0.5)));
    const VD ref_share = hn::Mul(hn::Set(DD(), mode == 5 ? 0.75 : 0.25), hn::PromoteTo(DD(), ref));
    const VD dis_share = hn::Mul(hn::Set(DD(), mode == 5 ? 0.25 : 0.75), hn::PromoteTo(DD(), dis));
    return hn::Add(one, hn::Add(ref_share, dis_share));
}

// RN32(entropy*log2(weight)) in `result`; the mask tells where that rounding is certain.
HWY_INLINE hn::Mask<DHalf> weighted(hn::Vec<DHalf> entropy, VD weight, hn::Vec<DHalf>& result) {
    const VD product = hn::Mul(hn::PromoteTo(DD(), entropy), fast_log2(DD(), weight));
    const auto low = hn::DemoteTo(DHalf(), hn::Mul(product, hn::Set(DD(), 1.0 - 0x1p-35)));
    result = hn::DemoteTo(DHalf(), hn::Mul(product, hn::Set(DD(), 1.0 + 0x1p-35)));
    return hn::Eq(low, result);
}

// The scores of one vector of blocks; certain[i] is not 0 where that of block i is settled.
HWY_INLINE void scores_of(const ImageTables& tables, const HalfBlocks& ref, const HalfBlocks& dis,
                          float* scores, float* certain) {
    const int mode = tables.weight_mode;
    const VD ref_weight = mode == 3   ? mixed_weight(mode, ref.variance, dis.variance)
                          : mode == 2 ? one_plus(dis.variance)
                                      : one_plus(ref.variance);
    const VD dis_weight = mode >= 3   ? mixed_weight(mode, ref.variance, dis.variance)
                          : mode == 1 ? one_plus(ref.variance)
                                      : one_plus(dis.variance);
    hn::Vec<DHalf> a, b;
    const auto settled_a = weighted(ref.entropy, ref_weight, a);
    const auto settled_b = weighted(dis.entropy, dis_weight, b);
    const auto base = hn::Set(DHalf(), tables.base);
    const auto silent = hn::And(hn::Lt(ref.entropy, base), hn::Lt(dis.entropy, base));
    const auto difference = hn::Abs(hn::Sub(a, b));
    const auto least = hn::Min(hn::Min(ref.variance, dis.variance), hn::Set(DHalf(), 0.0f));
    const auto most = hn::Max(hn::Max(ref.variance, dis.variance), hn::Set(DHalf(), 0.0f));
    const auto in_domain =
        hn::And(hn::Ge(least, hn::Set(DHalf(), 0.0f)), hn::Le(most, hn::Set(DHalf(), 0x1p60f)));
    const auto settled = hn::Or(silent, hn::And(in_domain, hn::And(settled_a, settled_b)));
    hn::StoreU(hn::IfThenZeroElse(silent, difference), DHalf(), scores);
    hn::StoreU(hn::IfThenElseZero(settled, hn::Set(DHalf(), 1.0f)), DHalf(), certain);
}

unsigned block_scores(const ImageTables& tables, const BlockArrays& ref, const BlockArrays& dis,
                      float* scores) {
    unsigned fallbacks = 0;
    const int blocks = tables.blocks();
    for (int first = 0; first < blocks; first += double_lanes) {
        float values[double_lanes], certain[double_lanes];
        scores_of(tables, load_blocks(ref, first), load_blocks(dis, first), values, certain);
        for (int i = 0; i < double_lanes && first + i < blocks; ++i) {
            const int at = first + i;
            if (certain[i] != 0.0f) {
                scores[at] = values[i];
            } else {
                scores[at] = block_score<Arithmetic>(tables, {ref.entropies[at], ref.variances[at]},
                                                     {dis.entropies[at], dis.variances[at]}, fallbacks);
            }
        }
    }
    return fallbacks;
}

void fill_entropy(StepTable& table) {
    table.block_entropies = block_entropies;
    table.block_scores = block_scores;
}

#endif
}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace speedqa {

HWY_EXPORT(fill_entropy);

void add_entropy_steps(StepTable& table) {
    HWY_DYNAMIC_DISPATCH(fill_entropy)(table);
}

}  // namespace speedqa
#endif
