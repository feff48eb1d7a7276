// Division of many values by one, correctly rounded, without the division unit. Included once for each
// target.
#if defined(SPEEDQA_DIVIDER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPEEDQA_DIVIDER_INL_H
#undef SPEEDQA_DIVIDER_INL_H
#else
#define SPEEDQA_DIVIDER_INL_H
#endif

#include "backends/cpu/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {

// divide(a): a / divisor rounded once, to nearest even.
// Domain: |a| and |divisor| from 2^-60 to 2^60; DividerDomain keeps watch. Special: NaN in, NaN out.
// Stands for: the fp32 `/` of the back substitution and of the variances.
// Why exact: y is 1/divisor rounded to nearest; the first correction makes the quotient faithful, the second
// one, with an exact remainder, then rounds it correctly (Markstein's theorem); docs/numerics_cpu.md,
// "Division". Nothing under- or overflows in the domain.
// Shown by: tests/steps/divider_test.cpp: all significands over 25, hard quotients, random pairs.
class Divider {
  public:
    HWY_INLINE explicit Divider(float divisor) : divisor_(set(divisor)), reciprocal_(set(1.0f / divisor)) {}

    HWY_INLINE VF divide(VF a) const {
        const VF estimate = hn::Mul(a, reciprocal_);
        const VF faithful = hn::MulAdd(hn::NegMulAdd(estimate, divisor_, a), reciprocal_, estimate);
        return hn::MulAdd(hn::NegMulAdd(faithful, divisor_, a), reciprocal_, faithful);
    }

  private:
    VF divisor_;
    VF reciprocal_;
};

// Keeps the smallest and the largest size of the values that were divided.
class DividerDomain {
  public:
    HWY_INLINE DividerDomain() : smallest_(set(1.0f)), largest_(set(1.0f)) {}

    HWY_INLINE void add(VF value) {
        const VF size = hn::Abs(value);
        smallest_ = hn::Min(smallest_, size);
        largest_ = hn::Max(largest_, size);
    }
    HWY_INLINE bool holds() const {
        return hn::AllTrue(DF(), hn::And(hn::Ge(smallest_, set(0x1p-60f)), hn::Le(largest_, set(0x1p60f))));
    }

  private:
    VF smallest_;
    VF largest_;
};

}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
