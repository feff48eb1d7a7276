// log2 in fp64 vectors, accurate enough to decide most roundings to fp32. Included once for each target.
#if defined(SPEEDQA_LOG2_SIMD_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPEEDQA_LOG2_SIMD_INL_H
#undef SPEEDQA_LOG2_SIMD_INL_H
#else
#define SPEEDQA_LOG2_SIMD_INL_H
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

struct Log2Tables {
    // 1/(1 + i/16) and log2(1 + i/16), rounded to fp64.
    alignas(64) double inverse[16] = {0x1p+0,
                                      0x1.e1e1e1e1e1e1ep-1,
                                      0x1.c71c71c71c71cp-1,
                                      0x1.af286bca1af28p-1,
                                      0x1.999999999999ap-1,
                                      0x1.8618618618618p-1,
                                      0x1.745d1745d1746p-1,
                                      0x1.642c8590b2164p-1,
                                      0x1.5555555555555p-1,
                                      0x1.47ae147ae147bp-1,
                                      0x1.3b13b13b13b14p-1,
                                      0x1.2f684bda12f68p-1,
                                      0x1.2492492492492p-1,
                                      0x1.1a7b9611a7b96p-1,
                                      0x1.1111111111111p-1,
                                      0x1.0842108421084p-1};
    alignas(64) double log2[16] = {0.0,
                                   0x1.663f6fac91316p-4,
                                   0x1.5c01a39fbd688p-3,
                                   0x1.fbc16b902680ap-3,
                                   0x1.49a784bcd1b8bp-2,
                                   0x1.91bba891f1709p-2,
                                   0x1.d6753e032ea0fp-2,
                                   0x1.0c10500d63aa6p-1,
                                   0x1.2b803473f7ad1p-1,
                                   0x1.49a784bcd1b8bp-1,
                                   0x1.66a008e4788ccp-1,
                                   0x1.82809d5be7073p-1,
                                   0x1.9d5d9fd5010b3p-1,
                                   0x1.b74948f5532dap-1,
                                   0x1.d053f6d260896p-1,
                                   0x1.e88c6b3626a73p-1};
};
inline constexpr Log2Tables log2_tables;

// fast_log2(x): log2(x) with a relative error below 2^-36 and an absolute one below 2^-41 for exponents of at
// most 64; x near 1 included.
// Domain: positive, normal, finite. Special: none; anything else gives a meaningless number.
// Derivation: x = 2^k*z, z in [31/32, 63/32), i = round(16*(z - 1)), r = z/(1 + i/16) - 1, |r| <= 1/32;
// log2(x) = k + log2(1 + i/16) + r*p(r), p the minimax polynomial of log2(1 + r)/r, relative error 2^-37.8.
// Where |log2(x)| < 0.045, k and i are 0 and only p and a few fp64 roundings count; elsewhere those of k and
// of the sum, at most 2^-45 in all. scripts/log2_simd_coefficients.py makes the constants.
// Shown by: tests/steps/log2_test.cpp, against MPFR.
template <class D>
HWY_INLINE hn::Vec<D> fast_log2(D d, hn::Vec<D> x) {
    const hn::RebindToSigned<D> di;
    const auto bits = hn::BitCast(di, x);
    const auto nearest = hn::Add(bits, hn::Set(di, 1LL << 47));  // its top bits are k and i
    const auto exponent = hn::And(nearest, hn::Set(di, 0x7ffLL << 52));
    const auto z = hn::BitCast(d, hn::Add(hn::Sub(bits, exponent), hn::Set(di, 1023LL << 52)));
    const auto biased = hn::Or(hn::ShiftRight<52>(exponent), hn::Set(di, 0x433LL << 52));  // 2^52 + k + 1023
    const auto k = hn::Sub(hn::BitCast(d, biased), hn::Set(d, 0x1p52 + 1023.0));
    const auto i = hn::And(hn::ShiftRight<48>(nearest), hn::Set(di, 15));
#if HWY_TARGET == HWY_AVX3
    const auto inverse = hn::Vec<D>{_mm512_permutex2var_pd(hn::Load(d, log2_tables.inverse).raw, i.raw,
                                                           hn::Load(d, log2_tables.inverse + 8).raw)};
    const auto log2_i = hn::Vec<D>{_mm512_permutex2var_pd(hn::Load(d, log2_tables.log2).raw, i.raw,
                                                          hn::Load(d, log2_tables.log2 + 8).raw)};
#else
    const auto inverse = hn::GatherIndex(d, log2_tables.inverse, i);
    const auto log2_i = hn::GatherIndex(d, log2_tables.log2, i);
#endif
    const auto r = hn::MulSub(z, inverse, hn::Set(d, 1.0));
    const auto r2 = hn::Mul(r, r);
    const auto p01 = hn::MulAdd(hn::Set(d, -0x1.71547652dc82ap-1), r, hn::Set(d, 0x1.71547652beca8p+0));
    const auto p23 = hn::MulAdd(hn::Set(d, -0x1.71546cba2b992p-2), r, hn::Set(d, 0x1.ec709655f927dp-2));
    const auto p45 = hn::MulAdd(hn::Set(d, -0x1.ed0f0e3077a3dp-3), r, hn::Set(d, 0x1.27c5fb65097cep-2));
    const auto p = hn::MulAdd(hn::MulAdd(p45, r2, p23), r2, p01);
    return hn::MulAdd(r, p, hn::Add(k, log2_i));
}

}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
