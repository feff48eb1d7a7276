// Signed 128-bit integers as two 64-bit words, as far as long sums need them.
#pragma once

#include "exact/integer.h"

namespace speedqa::exact {

// Two's complement. No function here guards against overflow.
struct Int128 {
    std::uint64_t high, low;
};

SPEEDQA_HOST_DEVICE bool is_negative(Int128 a) {
    return a.high >> 63 != 0;
}

SPEEDQA_HOST_DEVICE Int128 add(Int128 a, Int128 b) {
    const std::uint64_t low = a.low + b.low;
    return {a.high + b.high + static_cast<std::uint64_t>(low < a.low), low};
}

SPEEDQA_HOST_DEVICE Int128 negate(Int128 a) {
    return {~a.high + static_cast<std::uint64_t>(a.low == 0), 0 - a.low};
}

SPEEDQA_HOST_DEVICE Int128 subtract(Int128 a, Int128 b) {
    return {a.high - b.high - static_cast<std::uint64_t>(a.low < b.low), a.low - b.low};
}

SPEEDQA_HOST_DEVICE bool less(Int128 a, Int128 b) {
    return is_negative(subtract(a, b));
}

// |a|, as an unsigned number.
SPEEDQA_HOST_DEVICE Int128 magnitude(Int128 a) {
    return is_negative(a) ? negate(a) : a;
}

SPEEDQA_HOST_DEVICE Int128 int128_of(std::int64_t a) {
    return {a < 0 ? ~std::uint64_t{0} : 0, static_cast<std::uint64_t>(a)};
}

// a * 2^shift, 0 < shift < 64.
SPEEDQA_HOST_DEVICE Int128 shift_left(Int128 a, int shift) {
    return {a.high << shift | a.low >> (64 - shift), a.low << shift};
}

// a * b, from words of 32 bits.
SPEEDQA_HOST_DEVICE Int128 multiply(std::int64_t a, std::int64_t b) {
    const std::uint64_t word = 0xffffffffu;
    const std::uint64_t x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
    const std::uint64_t x_low = x & word, x_high = x >> 32;
    const std::uint64_t y_low = y & word, y_high = y >> 32;
    const std::uint64_t middle = x_high * y_low + (x_low * y_low >> 32);
    const std::uint64_t other = x_low * y_high + (middle & word);
    const std::uint64_t high = x_high * y_high + (middle >> 32) + (other >> 32);
    return {high - (a < 0 ? y : 0) - (b < 0 ? x : 0), x * y};
}

// The number of bits of an unsigned number up to its highest one bit; 0 for 0.
SPEEDQA_HOST_DEVICE int bit_length(Int128 a) {
    if (a.high != 0) return 128 - leading_zeros(a.high);
    return a.low == 0 ? 0 : 64 - leading_zeros(a.low);
}

// The upper 64 of the first `length` = bit_length(a) bits of an unsigned number, moved to the top. Domain: a
// != 0.
SPEEDQA_HOST_DEVICE std::uint64_t leading_word(Int128 a, int length) {
    if (length <= 64) return a.low << (64 - length);
    if (length == 128) return a.high;
    return a.high << (128 - length) | a.low >> (length - 64);
}

// An unsigned number within 2^-22 of a, relatively.
SPEEDQA_HOST_DEVICE float float_near(Int128 a) {
    return static_cast<float>(a.high) * 0x1p64f + static_cast<float>(a.low);
}

}  // namespace speedqa::exact
