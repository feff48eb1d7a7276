// What the probe runs on a device: the device's own operations, as plain source, and the functions of
// src/exact. Each is a type with the set of its operands and its result, as a word.
#pragma once

#if !defined(__CUDACC__) && !defined(__HIPCC__) && !defined(__SYCL_DEVICE_ONLY__)
#include <cmath>
#endif

#include "exact/constants.h"
#include "exact/divide.h"
#include "exact/entropy_terms.h"
#include "exact/inverse_root.h"
#include "exact/square_root.h"
#include "probe/operands.h"
#ifdef SPEEDQA_PROBE_BINARY64  // the device has fp64, and kernels use it
#include "exact/log2_native.h"
#endif

namespace speedqa::probe {

SPEEDQA_HOST_DEVICE float f32(std::uint64_t word) {
    return exact::float_of(static_cast<std::uint32_t>(word));
}
SPEEDQA_HOST_DEVICE std::uint64_t word_of(float x) {
    return exact::bits_of(x);
}
SPEEDQA_HOST_DEVICE std::uint64_t word_of(exact::Binary64 x) {
    return exact::bits_of(x);
}

// What the language's sqrt and log2 are on this device.
SPEEDQA_HOST_DEVICE float language_sqrt(float x) {
#if defined(__CUDACC__) || defined(__HIPCC__)
    return sqrtf(x);
#else
    return __builtin_sqrtf(x);
#endif
}
SPEEDQA_HOST_DEVICE float language_log2(float x) {
#if defined(__SYCL_DEVICE_ONLY__)
    return sycl::log2(x);
#elif defined(__CUDACC__) || defined(__HIPCC__)
    return log2f(x);
#else
    return std::log2(x);
#endif
}

namespace native {

// No operation: what making operands and adding results takes in each time.
struct Nothing {
    using Set = UsualPairs;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) { return o.a ^ o.b; }
};

struct MultiplyAdd {
    using Set = Triples;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(f32(o.a) * f32(o.b) + f32(o.c));
    }
};
struct FusedMultiplyAdd {
    using Set = Triples;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(exact::fused_multiply_add(f32(o.a), f32(o.b), f32(o.c)));
    }
};

// 32 numbers from 1 to 2, added one after another.
SPEEDQA_HOST_DEVICE float term(std::uint64_t seed, std::uint32_t i) {
    return f32(0x3f800000u | (static_cast<std::uint32_t>(seed) + i) * 2654435761u >> 9);
}
struct Sum {
    using Set = UsualNumbers;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        float sum = 0.0f;
        for (std::uint32_t i = 0; i < 32; ++i) sum += term(o.a, i);
        return word_of(sum);
    }
};

struct SubnormalSum {
    using Set = SubnormalPairs;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) { return word_of(f32(o.a) + f32(o.b)); }
};
struct SubnormalProduct {
    using Set = SubnormalProducts;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) { return word_of(f32(o.a) * f32(o.b)); }
};

template <class Pairs>
struct Divide {
    using Set = Pairs;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) { return word_of(f32(o.a) / f32(o.b)); }
};
template <class Numbers>
struct SquareRoot {
    using Set = Numbers;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) { return word_of(language_sqrt(f32(o.a))); }
};
struct InverseRoot {
    using Set = UsualNumbers;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(1.0f / language_sqrt(f32(o.a)));
    }
};
struct Log2 {
    using Set = LogNumbers;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) { return word_of(language_log2(f32(o.a))); }
};

#ifdef SPEEDQA_PROBE_BINARY64
SPEEDQA_HOST_DEVICE double f64(std::uint64_t word) {
    return exact::double_of(word);
}
SPEEDQA_HOST_DEVICE std::uint64_t word_of(double x) {
    return exact::bits_of(x);
}

struct MultiplyAddF64 {
    using Set = TriplesF64;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(f64(o.a) * f64(o.b) + f64(o.c));
    }
};
struct AddF64 {
    using Set = PairsF64;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) { return word_of(f64(o.a) + f64(o.b)); }
};
struct MultiplyF64 {
    using Set = PairsF64;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) { return word_of(f64(o.a) * f64(o.b)); }
};
struct DivideF64 {
    using Set = PairsF64;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) { return word_of(f64(o.a) / f64(o.b)); }
};
struct SquareRootF64 {
    using Set = NumbersF64;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) { return word_of(sqrt(f64(o.a))); }
};
// The rotation's inverse root as the reference writes it, three roundings.
struct InverseRootF64 {
    using Set = AnyNumbers;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return probe::word_of(static_cast<float>(1.0 / sqrt(static_cast<double>(f32(o.a)))));
    }
};
struct Log2F64 {
    using Set = LogNumbersF64;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) { return word_of(log2(f64(o.a))); }
};
#endif

}  // namespace native

namespace ours {

struct SumInOrder {
    using Set = UsualNumbers;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        float sum = 0.0f;
        for (std::uint32_t i = 0; i < 32; ++i) sum = exact::in_order(sum + native::term(o.a, i));
        return word_of(sum);
    }
};

struct Divide {
    using Set = AnyPairs;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(exact::divide_f32(f32(o.a), f32(o.b)));
    }
};
struct SquareRoot {
    using Set = AnyNumbers;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(exact::square_root_f32(f32(o.a)));
    }
};
struct InverseRoot {
    using Set = AnyNumbers;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(exact::inverse_root_f32(f32(o.a)));
    }
};

struct BelowMillionth {
    using Set = NearMillionth;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) { return exact::below_millionth(f32(o.a)); }
};
struct LessThanMillionthOf {
    using Set = Millionths;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return exact::less_than_millionth_of(f32(o.a), f32(o.b));
    }
};
struct MinusHalfProduct {
    using Set = AnyPairs;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(exact::minus_half_product(f32(o.a), f32(o.b)));
    }
};

SPEEDQA_HOST_DEVICE exact::Binary64 software(std::uint64_t word) {
    return exact::f64_of_bits(word);
}

struct AddF64 {
    using Set = PairsF64;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(exact::add_f64(software(o.a), software(o.b)));
    }
};
struct SubtractF64 {
    using Set = PairsF64;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(exact::subtract_f64(software(o.a), software(o.b)));
    }
};
struct MultiplyF64 {
    using Set = PairsF64;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(exact::multiply_f64(software(o.a), software(o.b)));
    }
};
struct DivideF64 {
    using Set = PairsF64;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(exact::divide_f64(software(o.a), software(o.b)));
    }
};
struct SquareRootF64 {
    using Set = NumbersF64;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(exact::square_root_f64(software(o.a)));
    }
};
// One bit each for <, == and <=.
struct CompareF64 {
    using Set = PairsF64;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        const exact::Binary64 x = software(o.a), y = software(o.b);
        return exact::less_f64(x, y) | exact::equal_f64(x, y) << 1 | exact::less_equal_f64(x, y) << 2;
    }
};
struct Widen {
    using Set = AnyNumbers;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(exact::f64_from_f32(f32(o.a)));
    }
};
struct Narrow {
    using Set = NumbersF64;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(exact::f32_from_f64(software(o.a)));
    }
};
struct FromInteger {
    using Set = Integers;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(exact::f64_from_i64(static_cast<std::int64_t>(o.a)));
    }
};
struct ToInteger {
    using Set = IntegralF64;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return static_cast<std::uint64_t>(exact::i64_from_f64(software(o.a)));
    }
};

struct Log2F32 {
    using Set = LogNumbers;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(exact::log2_f32<>(f32(o.a)));
    }
};
struct Log2F64 {
    using Set = LogNumbersF64;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        return word_of(exact::log2_f64<>(software(o.a)));
    }
};

struct AddEntropy {
    using Set = EntropySums;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        unsigned fallbacks = 0;
        return word_of(exact::add_entropy(f32(o.a), f32(o.b), fallbacks));
    }
};
struct WeightedEntropy {
    using Set = EntropyWeights;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        unsigned fallbacks = 0;
        return word_of(exact::weighted_entropy(f32(o.a), f32(o.b), fallbacks));
    }
};
struct WeightedEntropyMixed {
    using Set = EntropyMixes;
    static SPEEDQA_HOST_DEVICE std::uint64_t result(Operands o) {
        unsigned fallbacks = 0;
        const auto mix = static_cast<exact::WeightMix>(o.c >> 32);
        return word_of(exact::weighted_entropy_mixed(f32(o.a), f32(o.b), f32(o.c), mix, fallbacks));
    }
};

}  // namespace ours
}  // namespace speedqa::probe
