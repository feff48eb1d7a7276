// Base-2 logarithm where the machine has fp64: an approximation with a proven bound, and the correctly
// rounded result.
#pragma once

#include "exact/log2.h"
#include "exact/log2_table_native.h"

namespace speedqa::exact {

SPEEDQA_HOST_DEVICE std::uint64_t bits_of(double value) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    return static_cast<std::uint64_t>(__double_as_longlong(value));
#else
    return __builtin_bit_cast(std::uint64_t, value);
#endif
}

SPEEDQA_HOST_DEVICE double double_of(std::uint64_t bits) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    return __longlong_as_double(static_cast<long long>(bits));
#else
    return __builtin_bit_cast(double, bits);
#endif
}

// log2_native(x): RN64(log2(x)).
// Domain: every float or double. Special: as log2_f32.
// Stands for: the reference's log2, without the machine's libm.
// Why exact: log2_f32 and log2_f64.
// Shown by: tests/exact_log2/log2.cpp.
SPEEDQA_HOST_DEVICE double log2_native(float x) {
    return double_of(bits_of(log2_f32(x)));
}
SPEEDQA_HOST_DEVICE double log2_native(double x) {
    return double_of(bits_of(log2_f64(f64_of_bits(bits_of(x)))));
}

// exponent + entry's -log2(reciprocal) + log2(1 + r).
SPEEDQA_HOST_DEVICE double log2_from_remainder(int exponent, const Log2NativeEntry& entry, double r) {
    double series = log2_native_coefficient(log2_native_terms);
    for (int k = log2_native_terms - 1; k > 0; --k) series = log2_native_coefficient(k) + r * series;
    return (static_cast<double>(exponent) + entry.high) + (entry.low + r * series);
}

// approximate_log2_native(x): log2(x), within 2^-49 of it, relatively; 0 for 1.
// Domain: positive, normal and finite.
// Stands for: nothing by itself; entropy_native.h decides roundings by it.
// Why: docs/numerics_log2.md, 5.
// Shown by: tests/exact_log2/log2.cpp, the bound against MPFR.
SPEEDQA_HOST_DEVICE double approximate_log2_native(float x) {
    const std::uint32_t fraction = bits_of(x) & fraction_mask;
    const Log2NativeEntry& entry = log2_native_entry(static_cast<int>((fraction + (1u << 15)) >> 16));
    const double significand = static_cast<double>(float_of(one_bits | fraction));
    const int exponent = static_cast<int>(bits_of(x) >> 23) - 127;
    return log2_from_remainder(exponent, entry, significand * entry.reciprocal - 1.0);
}

SPEEDQA_HOST_DEVICE double approximate_log2_native(double x) {
    const std::uint64_t one = std::uint64_t{1023} << 52;
    const std::uint64_t fraction = bits_of(x) & fraction_mask_f64;
    const Log2NativeEntry& entry =
        log2_native_entry(static_cast<int>((fraction + (std::uint64_t{1} << 44)) >> 45));
    const double high =
        double_of(one | (fraction >> 27 << 27));  // 26 bits: its product with the reciprocal is exact
    const double low = double_of(one | fraction) - high;
    const int exponent = static_cast<int>(bits_of(x) >> 52) - 1023;
    return log2_from_remainder(exponent, entry, (high * entry.reciprocal - 1.0) + low * entry.reciprocal);
}

SPEEDQA_HOST_DEVICE bool is_positive_normal(double x) {
    return bits_of(x) - (std::uint64_t{1} << 52) < std::uint64_t{2046} << 52;
}

}  // namespace speedqa::exact
