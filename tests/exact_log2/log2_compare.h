// Every form of the base-2 logarithm of src/exact compared with MPFR.
#pragma once

#include "exact/log2_native.h"
#include "oracle.h"

namespace speedqa::exact {

inline void compare_log2(Comparison& comparison, double x) {
    const std::uint64_t expected = canonical(log2_oracle(x));
    comparison.same("log2_f64", expected, bits_of(log2_f64(f64_of(x))), x);
    comparison.same("log2_f64<force_slow>", expected, bits_of(log2_f64<true>(f64_of(x))), x);
    comparison.same("log2_native", expected, bits_of(log2_native(x)), x);
    const float as_float = static_cast<float>(x);
    if (!(static_cast<double>(as_float) == x)) return;
    comparison.same("log2_f32", expected, bits_of(log2_f32(as_float)), as_float);
    comparison.same("log2_f32<force_slow>", expected, bits_of(log2_f32<true>(as_float)), as_float);
    comparison.same("log2_native", expected, bits_of(log2_native(as_float)), as_float);
}

}  // namespace speedqa::exact
