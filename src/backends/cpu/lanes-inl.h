// Vector types and small helpers that the steps share. Included once for each target.
#if defined(SPEEDQA_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPEEDQA_LANES_INL_H
#undef SPEEDQA_LANES_INL_H
#else
#define SPEEDQA_LANES_INL_H
#endif

#include <utility>

#include "hwy/highway.h"

// After a lambda's parameters: compiled for the target, and inlined, so that what it captures stays in
// registers.
#ifndef SPEEDQA_INLINE_LAMBDA
#define SPEEDQA_INLINE_LAMBDA HWY_ATTR __attribute__((always_inline))
#endif

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using DF = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<DF>;
using DU8 = hn::Repartition<std::uint8_t, DF>;
using DU16 = hn::Repartition<std::uint16_t, DF>;
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

// Lane `lane` of each block of a, b, c and d, as the 4 lanes of a block.
template <int lane, class V>
HWY_INLINE V transposed_lane(V a, V b, V c, V d) {
    const hn::DFromV<V> tag;
    const hn::Repartition<std::uint64_t, decltype(tag)> wide;
    const auto interleave = [&](V x, V y) SPEEDQA_INLINE_LAMBDA {
        return hn::BitCast(wide, lane < 2 ? hn::InterleaveLower(tag, x, y) : hn::InterleaveUpper(tag, x, y));
    };
    const auto ab = interleave(a, b);
    const auto cd = interleave(c, d);
    return hn::BitCast(tag,
                       lane % 2 == 0 ? hn::InterleaveLower(wide, ab, cd) : hn::InterleaveUpper(wide, ab, cd));
}

// All lanes of each block: tap[l] holds lane l of a, b, c, d.
HWY_INLINE void transpose_blocks(VF a, VF b, VF c, VF d, VF* tap) {
    unroll<4>([&](auto l) SPEEDQA_INLINE_LAMBDA { tap[l] = transposed_lane<l>(a, b, c, d); });
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
