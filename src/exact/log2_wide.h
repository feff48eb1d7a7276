// Base-2 logarithm in 192-bit fixed point: the slow path behind the correctly rounded logarithm.
#pragma once

#include "exact/log2_fixed.h"

namespace speedqa::exact {

// A number of 32-bit words, the lowest first, times 2^-190; seven words in two's complement.
struct WideLog2 {
    std::uint32_t word[7];
};

// a = a * factor * 2^-64, rounded down; a has six words.
SPEEDQA_HOST_DEVICE void multiply_wide(std::uint32_t* a, std::uint64_t factor) {
    const std::uint64_t low = factor & 0xffffffffu, high = factor >> 32;
    std::uint64_t carry_low = 0, carry_high = 0;
    std::uint32_t previous = 0;  // word j of a * low, not yet joined by a * high
    for (int j = 0; j < 8; ++j) {
        const std::uint64_t product_low = (j < 6 ? a[j] * low : 0) + carry_low;
        carry_low = product_low >> 32;
        const std::uint64_t product_high = (j > 0 && j < 7 ? previous * high : 0) + carry_high;
        const std::uint64_t sum = (product_low & 0xffffffffu) + (product_high & 0xffffffffu);
        carry_high = (product_high >> 32) + (sum >> 32);
        previous = j < 6 ? a[j] : 0;
        if (j >= 2) a[j - 2] = static_cast<std::uint32_t>(sum);
    }
}

// a = table + a or table - a, six words.
SPEEDQA_HOST_DEVICE void add_to_table(const std::uint32_t* table, std::uint32_t* a, bool subtract) {
    std::uint64_t carry = subtract ? 1 : 0;
    for (int j = 0; j < 6; ++j) {
        carry += static_cast<std::uint64_t>(table[j]) + (subtract ? ~a[j] : a[j]);
        a[j] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
}

// wide_log2(reduction): log2 of the argument, error below 3 * 2^-190 and, near 1, below 2^-136 of the result.
// Domain: every reduction of a positive finite number. Special: powers of two are exact.
// Stands for: nothing by itself; log2.h rounds it.
// Why: docs/numerics_log2.md, 3.
// Shown by: tests/exact_log2/log2.cpp, the bound against MPFR.
SPEEDQA_HOST_DEVICE WideLog2 wide_log2(Log2Reduction reduction) {
    const bool negative = reduction.remainder < 0;
    const std::uint64_t r = magnitude_i64(reduction.remainder);
    WideLog2 result;
    std::uint32_t* word = result.word;
    const std::uint32_t* last = log2_coefficient(log2_terms);
    for (int j = 0; j < 6; ++j) word[j] = last[j];
    for (int k = log2_terms - 1; k > 0; --k) {
        multiply_wide(word, r);
        add_to_table(log2_coefficient(k), word, !negative);
    }
    multiply_wide(word, r);
    add_to_table(log2_offset(reduction.interval), word, negative);

    // 1 is 2^190: bit 30 of word 5.
    const std::int64_t top =
        static_cast<std::int64_t>(word[5]) + reduction.exponent * (std::int64_t{1} << 30);
    word[5] = static_cast<std::uint32_t>(top);
    word[6] = static_cast<std::uint32_t>(static_cast<std::uint64_t>(top) >> 32);
    return result;
}

SPEEDQA_HOST_DEVICE bool is_zero(const WideLog2& value) {
    std::uint32_t any = 0;
    for (int j = 0; j < 7; ++j) any |= value.word[j];
    return any == 0;
}

SPEEDQA_HOST_DEVICE bool is_negative(const WideLog2& value) {
    return value.word[6] >> 31 != 0;
}

// -value
SPEEDQA_HOST_DEVICE WideLog2 negated(WideLog2 value) {
    std::uint64_t carry = 1;
    for (int j = 0; j < 7; ++j) {
        carry += static_cast<std::uint32_t>(~value.word[j]);
        value.word[j] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    return value;
}

// value = bits * 2^exponent but for what lies below the last bit; the first bit is set.
struct LeadingBits {
    std::uint64_t bits;
    int exponent;
};

// Domain: value > 2^-94, as the logarithm of every fp64 number but 1 is in magnitude.
SPEEDQA_HOST_DEVICE LeadingBits leading_bits(const WideLog2& value) {
    int top = 6;
    while (value.word[top] == 0) --top;
    const std::uint64_t upper = static_cast<std::uint64_t>(value.word[top]) << 32 | value.word[top - 1];
    const std::uint64_t lower = static_cast<std::uint64_t>(value.word[top - 2]) << 32;
    const int shift = leading_zeros(upper);
    const std::uint64_t bits = shift == 0 ? upper : upper << shift | lower >> (64 - shift);
    return {bits, 32 * (top - 1) - 190 - shift};
}

}  // namespace speedqa::exact
