// IEEE 754 arithmetic by exact numbers and one rounding, in 128-bit integers of the host: the judge of the
// probe. It shares no code with src/exact and trusts no floating-point unit.
#pragma once

#include <cstdint>

namespace speedqa::probe {

// A binary format: stored fraction bits, exponent bias, and the bit of the sign.
struct Format {
    int fraction_bits;
    int bias;
    std::uint64_t sign;

    constexpr std::uint64_t infinity() const {
        return static_cast<std::uint64_t>(2 * bias + 1) << fraction_bits;
    }
    constexpr std::uint64_t nan() const { return infinity() | std::uint64_t{1} << (fraction_bits - 1); }
};

inline constexpr Format binary32 = {23, 127, std::uint64_t{1} << 31};
inline constexpr Format binary64 = {52, 1023, std::uint64_t{1} << 63};

__extension__ using Wide = unsigned __int128;

enum class Kind { finite, infinite, nan };

// (-1)^negative * significand * 2^exponent, or a little more than that if `more`: less than one unit of the
// significand's last place. Zero has significand 0.
struct Number {
    Kind kind = Kind::finite;
    bool negative = false;
    Wide significand = 0;
    int exponent = 0;
    bool more = false;

    bool is_zero() const { return kind == Kind::finite && significand == 0 && !more; }
};

Number number(std::uint64_t word, Format format);
Number integer(std::int64_t value);

// The word of a number rounded to nearest even. Every NaN is the positive quiet one.
std::uint64_t rounded(const Number& x, Format format);

// Exact results; of sums and products of numbers without `more` and of at most 64 bits (a product may be
// added to).
Number negated(Number x);
Number sum(const Number& x, const Number& y);
Number product(const Number& x, const Number& y);

// At least 59 bits of the quotient or root, and `more`.
Number quotient(const Number& x, const Number& y);
Number root(const Number& x);

// x < y and x == y; false for NaN.
bool less(const Number& x, const Number& y);
bool equal(const Number& x, const Number& y);

// x without its fraction; out of range the nearest integer in range; 0 for NaN.
std::int64_t truncated(const Number& x);

}  // namespace speedqa::probe
