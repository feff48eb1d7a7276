// The operands of the probe: operand n of a set is a function of n, the same on every device, so that none is
// uploaded and the host knows what the device computed with.
#pragma once

#include "exact/binary64_arithmetic.h"

namespace speedqa::probe {

// Up to three words: the bits of fp32 or fp64 numbers, or integers.
struct Operands {
    std::uint64_t a, b, c;
};

// A word that depends on every bit of n (the finaliser of SplitMix64).
SPEEDQA_HOST_DEVICE std::uint64_t scrambled(std::uint64_t n) {
    n += 0x9e3779b97f4a7c15u;
    n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9u;
    n = (n ^ n >> 27) * 0x94d049bb133111ebu;
    return n ^ n >> 31;
}

// Two independent words for operand n.
struct Words {
    std::uint64_t first, second;
};
SPEEDQA_HOST_DEVICE Words words(std::uint64_t n) {
    return {scrambled(2 * n), scrambled(2 * n + 1)};
}

// The fraction of an fp32 number from random bits; one in eight is at the end of its binade.
SPEEDQA_HOST_DEVICE std::uint32_t fraction_f32(std::uint32_t random) {
    const std::uint32_t fraction = random & exact::fraction_mask;
    const std::uint32_t kind = random >> 23 & 31;
    return kind == 0   ? 0
           : kind == 1 ? 1
           : kind == 2 ? exact::fraction_mask - 1
           : kind == 3 ? exact::fraction_mask
                       : fraction;
}

SPEEDQA_HOST_DEVICE std::uint64_t number_f32(std::uint32_t sign, std::uint64_t exponent_field,
                                             std::uint64_t random) {
    return sign << 31 | static_cast<std::uint32_t>(exponent_field) << 23 |
           fraction_f32(static_cast<std::uint32_t>(random));
}

// Positive numbers from 2^-8 to 2^8, quickly made: the operands whose time is taken. As fp64 words: the same
// exponents.
struct TimedF32 {
    static SPEEDQA_HOST_DEVICE Operands at(std::uint32_t n) {
        return {0x3b800000u + (n * 2654435761u >> 5), 0x3b800000u + (n * 2246822519u >> 5),
                0x3b800000u + (n * 3266489917u >> 5)};
    }
};
struct TimedF64 {
    static SPEEDQA_HOST_DEVICE Operands at(std::uint32_t n) {
        const std::uint64_t low = n * 3266489917u;
        return {static_cast<std::uint64_t>(0x3f700000u + (n * 2654435761u >> 8)) << 32 | low,
                static_cast<std::uint64_t>(0x3f700000u + (n * 2246822519u >> 8)) << 32 | low, 0};
    }
};

// Pairs with every pair of exponents from -50 to 49, of both signs: no result is near the ends of the range.
struct UsualPairs {
    using Timed = TimedF32;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        const Words random = words(n);
        const std::uint32_t signs = static_cast<std::uint32_t>(random.first >> 62);
        return {number_f32(signs & 1, 77 + n % 100, random.first),
                number_f32(signs >> 1, 77 + n / 100 % 100, random.second), 0};
    }
};

// Pairs with every pair of exponents: zeros, subnormals, infinities and NaN included.
struct AnyPairs {
    using Timed = TimedF32;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        const Words random = words(n);
        const std::uint32_t signs = static_cast<std::uint32_t>(random.first >> 62);
        return {number_f32(signs & 1, n % 256, random.first),
                number_f32(signs >> 1, n / 256 % 256, random.second), 0};
    }
};

// Positive numbers of each exponent from -50 to 49.
struct UsualNumbers {
    using Timed = TimedF32;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        return {number_f32(0, 77 + n % 100, words(n).first), 0, 0};
    }
};

// Numbers of each exponent, zeros, subnormals, infinities and NaN included; one in 16 is negative.
struct AnyNumbers {
    using Timed = TimedF32;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        const std::uint64_t random = words(n).first;
        return {number_f32((random >> 60) == 0, n % 256, random), 0, 0};
    }
};

// Triples with exponents from -20 to 19 for a and b, c at most 2^26 times larger or smaller than a*b.
struct Triples {
    using Timed = TimedF32;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        const Words random = words(n);
        const std::uint64_t a = 107 + n % 40, b = 107 + n / 40 % 40;
        const std::uint64_t c = a + b - 127 + random.first % 53 - 26;
        const std::uint32_t signs = static_cast<std::uint32_t>(random.first >> 61);
        return {number_f32(signs & 1, a, random.first >> 8), number_f32(signs >> 1 & 1, b, random.second),
                number_f32(signs >> 2, c, random.second >> 32)};
    }
};

// Two numbers below 2^-125: they, and their sum, are subnormal or next to it.
struct SubnormalPairs {
    using Timed = TimedF32;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        const Words random = words(n);
        const std::uint32_t signs = static_cast<std::uint32_t>(random.first >> 62);
        return {number_f32(signs & 1, n % 2, random.first), number_f32(signs >> 1, n / 2 % 2, random.second),
                0};
    }
};

// Normal factors of a product from 2^-151 to 2^-126.
struct SubnormalProducts {
    using Timed = TimedF32;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        const Words random = words(n);
        const std::uint64_t a = 1 + n % 99, sum = 2 * 127 - 151 + n / 99 % 25;  // of the exponent fields
        const std::uint32_t signs = static_cast<std::uint32_t>(random.first >> 62);
        return {number_f32(signs & 1, a, random.first), number_f32(signs >> 1, sum - a, random.second), 0};
    }
};

// Positive numbers whose logarithm is asked for: half of any exponent, half within a power of two from 1.
struct LogNumbers {
    using Timed = TimedF32;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        const std::uint64_t random = words(n).first;
        if (n % 2 == 0) return {number_f32(0, n / 2 % 255, random), 0, 0};
        const std::uint64_t distance = (random & exact::fraction_mask) >> random % 1024 / 45;
        return {exact::one_bits + (random >> 63 ? distance : 0 - (distance >> 1)), 0, 0};
    }
};

// A bound and a number x, the bound equal or next to x * 1e-6 in fp32.
struct Millionths {
    using Timed = TimedF32;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        const std::uint64_t random = words(n).first;
        const std::uint64_t x = number_f32((random >> 60) == 0, n % 256, random);
        const exact::Binary64 millionth = {0x3eb0c6f7u, 0xa0b5ed8du};
        const exact::Binary64 wide = exact::f64_from_f32(exact::float_of(static_cast<std::uint32_t>(x)));
        const float near = exact::f32_from_f64(exact::multiply_f64(millionth, wide));
        return {exact::bits_of(near) + static_cast<std::uint32_t>(random >> 32) % 3 - 1, x, 0};
    }
};

// Numbers near 1e-6: half of them within 2^10 fp32 numbers of it.
struct NearMillionth {
    using Timed = TimedF32;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        if (n % 2 == 0) return AnyNumbers::at(n / 2);
        return {0x358637bdu - 1024 + words(n).first % 2048, 0, 0};
    }
};

// An entropy up to 2^8, as it grows, and the argument of the next logarithm; one argument in eight of any
// kind.
struct EntropySums {
    using Timed = TimedF32;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        const Words random = words(n);
        const std::uint64_t entropy =
            random.first >> 57 == 0 ? 0 : number_f32(n % 8 == 1, 121 + n % 14, random.first);
        const std::uint64_t argument =
            n % 8 == 0 ? AnyNumbers::at(n / 8).a : number_f32(0, 117 + n / 14 % 31, random.second);
        return {entropy, argument, 0};
    }
};

// An entropy, and the weight whose logarithm it takes: from 1 on, half of them near 1; one in eight of any
// kind.
struct EntropyWeights {
    using Timed = TimedF32;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        const std::uint64_t near_one = LogNumbers::at(2 * n + 1).a;
        const std::uint64_t from_one = number_f32(0, 127 + n / 14 % 15, words(n).second);
        return {EntropySums::at(n).a,
                n % 8 == 0   ? AnyNumbers::at(n / 8).a
                : n % 2 == 0 ? near_one
                             : from_one,
                0};
    }
};

// An entropy, two variances, and in the upper half of c which mix of them is the weight.
struct EntropyMixes {
    using Timed = TimedF32;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        const Words random = words(n);
        const std::uint64_t ref = number_f32(0, 107 + n % 35, random.second);
        const std::uint64_t dis = number_f32(0, 107 + n / 35 % 35, random.second >> 32);
        return {EntropySums::at(n).a, random.first % 64 == 0 ? 0 : ref, dis | random.first % 3 << 32};
    }
};

// fp64 numbers, one in four each: any bits; exponents so close that sums align and differences cancel; equal
// but for the last bits; exponents whose sum or difference is at an end of the range.
struct PairsF64 {
    using Timed = TimedF64;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        const Words random = words(n);
        const std::uint64_t kind = scrambled(random.first ^ n);
        const std::uint64_t a = random.first, b = random.second, a_exponent = a >> 52 & 0x7ff;
        std::uint64_t exponent = b >> 52;
        if (n % 4 == 1) exponent = a_exponent + kind % 129 - 64;
        if (n % 4 == 2) return {a, (a ^ (kind & exact::sign_mask_f64)) + (b >> (8 + kind % 56)), 0};
        if (n % 4 == 3) {
            const std::uint64_t target =
                kind % 128 + (kind >> 16 & 1 ? 2046 - 64 : 0);  // field of the result
            exponent = (kind >> 17 & 1) ? target + 1023 - a_exponent : a_exponent + 1023 - target;
        }
        const std::uint64_t rest = b & (exact::sign_mask_f64 | exact::fraction_mask_f64);
        return {a, rest | (exponent & 0x7ff) << 52, 0};
    }
};

// fp64 triples like Triples, c at most 2^55 times larger or smaller than a*b.
struct TriplesF64 {
    using Timed = TimedF64;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        const Words random = words(n);
        const std::uint64_t third = scrambled(random.first ^ n);
        const std::uint64_t a = 1003 + n % 40, b = 1003 + n / 40 % 40, c = a + b - 1023 + third % 111 - 55;
        const std::uint64_t mask = exact::sign_mask_f64 | exact::fraction_mask_f64;
        return {(random.first & mask) | a << 52, (random.second & mask) | b << 52, (third & mask) | c << 52};
    }
};

// fp64 numbers of any kind, one in 16 negative; each second one in the range of fp32, subnormals included.
struct NumbersF64 {
    using Timed = TimedF64;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        const Words random = words(n);
        const std::uint64_t exponent = n % 2 == 0 ? random.second % 2048 : 870 + n / 2 % 285;
        // one fraction in eight is half way between two fp32 numbers, or next to that
        const std::uint64_t half =
            (random.first & ~std::uint64_t{0x1fffffff}) + 0x10000000 + random.second % 3 - 1;
        const std::uint64_t fraction =
            (random.second >> 61 == 0 ? half : random.first) & exact::fraction_mask_f64;
        return {static_cast<std::uint64_t>(random.first >> 60 == 0) << 63 | exponent << 52 | fraction, 0, 0};
    }
};

// fp64 numbers whose fraction is cut off within the range of 64-bit integers, and just out of it.
struct IntegralF64 {
    using Timed = TimedF64;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        const std::uint64_t random = words(n).first;
        return {(random & (exact::sign_mask_f64 | exact::fraction_mask_f64)) | (1020 + n % 70) << 52, 0, 0};
    }
};

// 64-bit integers of each length.
struct Integers {
    using Timed = TimedF64;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        const Words random = words(n);
        return {random.first >> n % 64 ^ (random.second & 1 ? ~std::uint64_t{0} : 0), 0, 0};
    }
};

// Positive fp64 numbers whose logarithm is asked for: half of any exponent, half near 1.
struct LogNumbersF64 {
    using Timed = TimedF64;
    static SPEEDQA_HOST_DEVICE Operands at(std::uint64_t n) {
        const Words random = words(n);
        if (n % 2 == 0) return {n / 2 % 2047 << 52 | (random.first & exact::fraction_mask_f64), 0, 0};
        const std::uint64_t distance = (random.first & exact::fraction_mask_f64) >> random.second % 52;
        return {(std::uint64_t{1023} << 52) + (random.second >> 63 ? distance : 0 - (distance >> 1)), 0, 0};
    }
};

}  // namespace speedqa::probe
