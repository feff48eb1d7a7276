// Vector types and small helpers that the steps share. Included once for each target.
#if defined(SPEEDQA_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPEEDQA_LANES_INL_H
#undef SPEEDQA_LANES_INL_H
#else
#define SPEEDQA_LANES_INL_H
#endif

#include <utility>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using DF = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<DF>;
using DU8 = hn::Repartition<std::uint8_t, DF>;
using DU16 = hn::Repartition<std::uint16_t, DF>;
using DU64 = hn::Repartition<std::uint64_t, DF>;
using DD = hn::Repartition<double, DF>;
using VF = hn::Vec<DF>;
using VI = hn::Vec<DI>;
using VD = hn::Vec<DD>;

inline constexpr int lanes = static_cast<int>(hn::MaxLanes(DF()));
inline constexpr int double_lanes = static_cast<int>(hn::MaxLanes(DD()));

// As CpuLevel names it.
inline constexpr const char* level_name = HWY_TARGET == HWY_AVX3   ? "avx512"
                                          : HWY_TARGET == HWY_AVX2 ? "avx2"
                                          : HWY_TARGET == HWY_SSE4 ? "sse4"
                                                                   : "neon";

// function(0) to function(count - 1), each argument a constant.
template <class Function, int... i>
HWY_INLINE void unroll_sequence(const Function& function, std::integer_sequence<int, i...>) {
    (function(std::integral_constant<int, i>()), ...);
}
template <int count, class Function>
HWY_INLINE void unroll(const Function& function) {
    unroll_sequence(function, std::make_integer_sequence<int, count>());
}

HWY_INLINE VF set(float value) {
    return hn::Set(DF(), value);
}

// In each block of 4 lanes: tap[l] is lane l of a, b, c, d.
HWY_INLINE void transpose_blocks(VF a, VF b, VF c, VF d, VF* tap) {
    const auto lower_ab = hn::BitCast(DU64(), hn::InterleaveLower(DF(), a, b));
    const auto lower_cd = hn::BitCast(DU64(), hn::InterleaveLower(DF(), c, d));
    const auto upper_ab = hn::BitCast(DU64(), hn::InterleaveUpper(DF(), a, b));
    const auto upper_cd = hn::BitCast(DU64(), hn::InterleaveUpper(DF(), c, d));
    tap[0] = hn::BitCast(DF(), hn::InterleaveLower(DU64(), lower_ab, lower_cd));
    tap[1] = hn::BitCast(DF(), hn::InterleaveUpper(DU64(), lower_ab, lower_cd));
    tap[2] = hn::BitCast(DF(), hn::InterleaveLower(DU64(), upper_ab, upper_cd));
    tap[3] = hn::BitCast(DF(), hn::InterleaveUpper(DU64(), upper_ab, upper_cd));
}

// Stores the first `count` lanes, all of them where count is more.
HWY_INLINE void store_first(VF value, int count, float* to) {
    if (count >= lanes) {
        hn::StoreU(value, DF(), to);
        return;
    }
    HWY_ALIGN float all[lanes];
    hn::Store(value, DF(), all);
    for (int i = 0; i < count; ++i) to[i] = all[i];
}

}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
