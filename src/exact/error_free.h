// Error-free sums and products of fp32 numbers, and arithmetic on unevaluated sums of two or three of them.
//
// u = 2^-24 is half an ulp of 1. All operations round to nearest even, keep subnormals and are not
// contracted. No function here guards against overflow; sums never underflow inexactly, products state their
// bound.
#pragma once

#include "exact/host_device.h"

namespace speedqa::exact {

// high + low. Normal when high = RN32(high + low), so that |low| <= u*|high|.
struct FloatPair {
    float high, low;
};

// high + middle + low. Normal when |middle| <= 2u*|high| and |low| <= 2u*|middle|.
struct FloatTriple {
    float high, middle, low;
};

// fused_multiply_add(a, b, c): RN32(a*b + c), one rounding.
// Domain: every triple. Special: as IEEE 754 fusedMultiplyAdd; which NaN comes out is not specified.
// Stands for: nothing in the reference; a tool of the functions here.
// Why exact: the operation of IEEE 754. Hosts without it call the C library's fmaf, which rounds once as
// well.
// Shown by: tests/exact/error_free.cpp, fused_multiply_add_rounds_once.
SPEEDQA_HOST_DEVICE float fused_multiply_add(float a, float b, float c) {
#if defined(__CUDA_ARCH__)
    return __fmaf_rn(a, b, c);
#else
    return __builtin_fmaf(a, b, c);
#endif
}

// two_sum(a, b): high = RN32(a + b), low = a + b - high exactly.
// Domain: finite a, b with no overflow. Special: none.
// Stands for: an exact a + b.
// Why exact: Knuth, The Art of Computer Programming 2, 4.2.2, theorem B (Moller 1965).
// Shown by: tests/exact/error_free.cpp, two_sum_is_exact.
SPEEDQA_HOST_DEVICE FloatPair two_sum(float a, float b) {
    const float sum = a + b;
    const float b_part = sum - a;
    const float a_part = sum - b_part;
    return {sum, (a - a_part) + (b - b_part)};
}

// fast_two_sum(a, b): high = RN32(a + b), low = a + b - high exactly.
// Domain: |a| >= |b|, or a = 0, or exponent(a) >= exponent(b); no overflow. Special: none.
// Stands for: an exact a + b.
// Why exact: Dekker, A floating-point technique for extending the available precision, Numer. Math. 18
// (1971).
// Shown by: tests/exact/error_free.cpp, fast_two_sum_is_exact.
SPEEDQA_HOST_DEVICE FloatPair fast_two_sum(float a, float b) {
    const float sum = a + b;
    return {sum, b - (sum - a)};
}

// two_prod(a, b): high = RN32(a*b), low = a*b - high exactly.
// Domain: a*b = 0, or |a*b| >= 2^-101 with no overflow. Special: none.
// Stands for: an exact a*b, as the reference's product of two fp32 in fp64.
// Why exact: a*b has 48 bits, so a*b - high has 24; its last bit is at least ulp(a)*ulp(b) >= 2^-149 if
// |a*b| >= 2^-101, so it is an fp32 number, and fma returns it unrounded.
// Shown by: tests/exact/error_free.cpp, two_prod_is_exact.
SPEEDQA_HOST_DEVICE FloatPair two_prod(float a, float b) {
    const float product = a * b;
    return {product, fused_multiply_add(a, b, -product)};
}

// split(a): high has at most 12 significant bits, low at most 11 and a sign, high + low = a exactly.
// Domain: |a| < 2^115. Special: none.
// Stands for: nothing in the reference; the first step of two_prod_without_fma.
// Why exact: Veltkamp's splitting with the factor 2^12 + 1; Dekker 1971, section 5.
// Shown by: tests/exact/error_free.cpp, split_is_exact.
SPEEDQA_HOST_DEVICE FloatPair split(float a) {
    const float scaled = 4097.0f * a;
    const float high = scaled - (scaled - a);
    return {high, a - high};
}

// two_prod_without_fma(a, b): as two_prod, without fma.
// Domain: a*b = 0 or |a*b| >= 2^-101; |a|, |b| < 2^115, no overflow. Special: none.
// Stands for: an exact a*b where fma is slow.
// Why exact: Dekker 1971, section 5: each of the four part products has at most 24 bits, and each sum is
// exact.
// Shown by: tests/exact/error_free.cpp, two_prod_is_exact.
SPEEDQA_HOST_DEVICE FloatPair two_prod_without_fma(float a, float b) {
    const float product = a * b;
    const FloatPair x = split(a);
    const FloatPair y = split(b);
    const float rest = ((x.high * y.high - product) + x.high * y.low) + x.low * y.high;
    return {product, rest + x.low * y.low};
}

// pair_add_float(x, b): a normal pair within 2u^2 * |x + b| of x + b.
// Domain: normal x, no overflow. Special: none.
// Stands for: a piece of fast evaluations.
// Why: Joldes, Muller, Popescu, Tight and rigorous error bounds for basic building blocks of double-word
// arithmetic, ACM TOMS 44 (2017), algorithm 4 (DWPlusFP).
// Shown by: tests/exact/error_free.cpp, pair_bounds.
SPEEDQA_HOST_DEVICE FloatPair pair_add_float(FloatPair x, float b) {
    const FloatPair sum = two_sum(x.high, b);
    return fast_two_sum(sum.high, x.low + sum.low);
}

// pair_add(x, y): a normal pair within (3u^2 + 13u^3) * |x + y| of x + y, cancellation included.
// Domain: normal x, y, no overflow. Special: none.
// Stands for: a piece of fast evaluations.
// Why: Joldes, Muller, Popescu 2017, algorithm 6 (AccurateDWPlusDW).
// Shown by: tests/exact/error_free.cpp, pair_bounds.
SPEEDQA_HOST_DEVICE FloatPair pair_add(FloatPair x, FloatPair y) {
    const FloatPair high = two_sum(x.high, y.high);
    const FloatPair low = two_sum(x.low, y.low);
    const FloatPair sum = fast_two_sum(high.high, high.low + low.high);
    return fast_two_sum(sum.high, low.low + sum.low);
}

// pair_multiply_float(x, b): a normal pair within 2u^2 * |x*b| of x*b.
// Domain: normal x; x = 0 or b = 0, or |x*b| >= 2^-77; no overflow. Special: none.
// Stands for: a piece of fast evaluations.
// Why: Joldes, Muller, Popescu 2017, algorithm 9 (DWTimesFP3).
// Shown by: tests/exact/error_free.cpp, pair_bounds.
SPEEDQA_HOST_DEVICE FloatPair pair_multiply_float(FloatPair x, float b) {
    const FloatPair product = two_prod(x.high, b);
    return fast_two_sum(product.high, fused_multiply_add(x.low, b, product.low));
}

// pair_multiply(x, y): a normal pair within 5u^2 * |x*y| of x*y.
// Domain: normal x, y; x = 0 or y = 0, or |x*y| >= 2^-77; no overflow. Special: none.
// Stands for: a piece of fast evaluations.
// Why: Joldes, Muller, Popescu 2017, algorithm 12 (DWTimesDW3).
// Shown by: tests/exact/error_free.cpp, pair_bounds.
SPEEDQA_HOST_DEVICE FloatPair pair_multiply(FloatPair x, FloatPair y) {
    const FloatPair product = two_prod(x.high, y.high);
    const float cross = fused_multiply_add(x.low, y.high, fused_multiply_add(x.high, y.low, x.low * y.low));
    return fast_two_sum(product.high, product.low + cross);
}

// renormalise(a, b, c): a triple whose value is a + b + c exactly.
// Domain: no overflow. Special: normal if |b| + |c| <= |a|/4, or if a = 0 and |c| <= |b|.
// Stands for: the last step of the triple operations.
// Why: three exact sums. With A = |b| + |c| <= |a|/4: r = RN(a + RN(b + c)) has |r| >= 3/4*|a|*(1 - 2u),
// so A is at most |r|/3 up to a factor 1 + 4u; the two errors are at most u*|r| and u*A, so |middle| <=
// 1.34u*|r|; |low| <= u*|middle|.
// Shown by: tests/exact/error_free.cpp, triple_bounds.
SPEEDQA_HOST_DEVICE FloatTriple renormalise(float a, float b, float c) {
    const FloatPair lower = two_sum(b, c);
    const FloatPair upper = two_sum(a, lower.high);
    const FloatPair rest = two_sum(upper.low, lower.low);
    return {upper.high, rest.high, rest.low};
}

// triple_add_float(x, b): within 7u^3 * (|x.high| + |b|) of x + b, to first order (7.01 covers the rest).
// Domain: normal x, no overflow. Special: the result is normal if |x + b| >= 2^-20 * (|x.high| + |b|).
// Stands for: a piece of fast evaluations.
// Why: with S = |x.high| + |b|, sum.low <= uS, middle.high <= 3uS, middle.low <= 3u^2*S, x.low <= 4u^2*S;
// only the last sum rounds.
// Shown by: tests/exact/error_free.cpp, triple_bounds.
SPEEDQA_HOST_DEVICE FloatTriple triple_add_float(FloatTriple x, float b) {
    const FloatPair sum = two_sum(x.high, b);
    const FloatPair middle = two_sum(x.middle, sum.low);
    return renormalise(sum.high, middle.high, x.low + middle.low);
}

// triple_add(x, y): within 18u^3 * (|x.high| + |y.high|) of x + y, to first order (18.1 covers the rest).
// Domain: normal x, y, no overflow. Special: the result is normal if |x + y| >= 2^-20 * (|x.high| +
// |y.high|).
// Stands for: a piece of fast evaluations.
// Why: with S = |x.high| + |y.high|: high.low <= uS, middle.high <= 2uS, middle.low <= 2u^2*S, both.low <=
// 3u^2*S, |x.low + y.low| <= 4u^2*S; the three sums of low words round, by 4u^3*S, 5u^3*S and 9u^3*S.
// Shown by: tests/exact/error_free.cpp, triple_bounds.
SPEEDQA_HOST_DEVICE FloatTriple triple_add(FloatTriple x, FloatTriple y) {
    const FloatPair high = two_sum(x.high, y.high);
    const FloatPair middle = two_sum(x.middle, y.middle);
    const FloatPair both = two_sum(middle.high, high.low);
    return renormalise(high.high, both.high, (x.low + y.low) + (middle.low + both.low));
}

// triple_multiply_float(x, b): a normal triple within 15u^3 * |x.high*b| of x*b, to first order (15.1
// covers the rest).
// Domain: normal x; x = 0 or b = 0, or |x*b| >= 2^-48; no overflow. Special: none.
// Stands for: a piece of fast evaluations.
// Why: with X = |x.high*b|: high.low <= uX, middle.high <= 2uX, middle.low <= 2u^2*X, sum.high <= 3uX,
// sum.low <= 3u^2*X, |x.low*b| <= 4u^2*X; the fma rounds by 6u^3*X, the last sum by 9u^3*X.
// Shown by: tests/exact/error_free.cpp, triple_bounds.
SPEEDQA_HOST_DEVICE FloatTriple triple_multiply_float(FloatTriple x, float b) {
    const FloatPair high = two_prod(x.high, b);
    const FloatPair middle = two_prod(x.middle, b);
    const FloatPair sum = two_sum(high.low, middle.high);
    return renormalise(high.high, sum.high, fused_multiply_add(x.low, b, middle.low) + sum.low);
}

// triple_multiply(x, y): a normal triple within 92u^3 * |x.high*y.high| < 2^-65 * |x.high*y.high| of x*y.
// Domain: normal x, y; x = 0 or y = 0, or |x*y| >= 2^-48; no overflow. Special: none.
// Stands for: a piece of fast evaluations.
// Why: in units of |x.high*y.high|, up to factors 1 + O(u): high.low <= u, left.high, right.high <= 2u,
// left.low, right.low <= 2u^2, cross.high <= 4u, cross.low <= 4u^2, sum.low <= 5u^2; the products of
// `small` are at most 4u^2 each. The roundings are 4 + 8 + 12 (small) + 9 + 4 + 13 + 25 = 75u^3, the three
// dropped products 8 + 8 + O(u) u^3.
// Shown by: tests/exact/error_free.cpp, triple_bounds.
SPEEDQA_HOST_DEVICE FloatTriple triple_multiply(FloatTriple x, FloatTriple y) {
    const FloatPair high = two_prod(x.high, y.high);
    const FloatPair left = two_prod(x.high, y.middle);
    const FloatPair right = two_prod(x.middle, y.high);
    const FloatPair cross = two_sum(left.high, right.high);
    const FloatPair sum = two_sum(high.low, cross.high);
    const float small =
        fused_multiply_add(x.high, y.low, fused_multiply_add(x.low, y.high, x.middle * y.middle));
    const float lows = (cross.low + sum.low) + (left.low + right.low);
    return renormalise(high.high, sum.high, lows + small);
}

}  // namespace speedqa::exact
