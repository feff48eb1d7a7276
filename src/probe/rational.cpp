// IEEE 754 arithmetic by exact numbers and one rounding.
#include "probe/rational.h"

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace speedqa::probe {
namespace {

constexpr int wide_bits = 128;

int length_of(Wide value) {
    const auto high = static_cast<std::uint64_t>(value >> 64);
    if (high != 0) return wide_bits - std::countl_zero(high);
    return 64 - std::countl_zero(static_cast<std::uint64_t>(value));
}

Number nan() {
    return {.kind = Kind::nan};
}
Number infinity(bool negative) {
    return {.kind = Kind::infinite, .negative = negative};
}
Number zero(bool negative) {
    return {.negative = negative};
}

// Moves the significand down by `places`; what falls out is `more`.
void shift_down(Number& x, int places) {
    if (places <= 0) return;
    const Wide lost = places >= wide_bits ? x.significand : x.significand & ((Wide{1} << places) - 1);
    x.more = x.more || lost != 0;
    x.significand = places >= wide_bits ? 0 : x.significand >> places;
    x.exponent += places;
}

void shift_up(Number& x, int places) {
    x.significand <<= places;
    x.exponent -= places;
}

// |x| + |y| or |x| - |y|, finite and not zero, the first bit of x not below that of y.
Number combined(Number x, Number y, bool subtract) {
    shift_up(x, wide_bits - 4 - length_of(x.significand));
    if (y.exponent > x.exponent)
        shift_up(y, y.exponent - x.exponent);
    else
        shift_down(y, x.exponent - y.exponent);
    if (!subtract) {
        x.significand += y.significand;
        x.more = y.more;
        return x;
    }
    if (y.significand > x.significand) {  // then nothing was shifted out
        std::swap(x.significand, y.significand);
        x.negative = !x.negative;
    }
    x.significand -= y.significand;
    if (y.more) --x.significand;
    x.more = y.more;
    return x.is_zero() ? zero(false) : x;
}

// The largest integer whose square is not above the radicand: a guess, made right in integers.
std::uint64_t integer_root(Wide radicand) {
    std::uint64_t root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(radicand)));
    if (root != 0) root = static_cast<std::uint64_t>((root + radicand / root) / 2);
    while (static_cast<Wide>(root) * root > radicand) --root;
    while (static_cast<Wide>(root + 1) * (root + 1) <= radicand) ++root;
    return root;
}

}  // namespace

Number number(std::uint64_t word, Format format) {
    const bool negative = (word & format.sign) != 0;
    const std::uint64_t size = word & (format.sign - 1);
    if (size > format.infinity()) return nan();
    if (size == format.infinity()) return infinity(negative);
    const auto field = static_cast<int>(size >> format.fraction_bits);
    const std::uint64_t first = std::uint64_t{1} << format.fraction_bits;
    const std::uint64_t fraction = size & (first - 1);
    const int exponent = (field == 0 ? 1 : field) - format.bias - format.fraction_bits;
    return {
        .negative = negative, .significand = field == 0 ? fraction : fraction | first, .exponent = exponent};
}

Number integer(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return {.negative = value < 0, .significand = value < 0 ? 0 - bits : bits};
}

std::uint64_t rounded(const Number& x, Format format) {
    const std::uint64_t sign = x.negative ? format.sign : 0;
    if (x.kind == Kind::nan) return format.nan();
    if (x.kind == Kind::infinite) return sign | format.infinity();
    if (x.is_zero()) return sign;
    const int first = x.exponent + length_of(x.significand) - 1;  // exponent of the first bit
    if (first > format.bias) return sign | format.infinity();
    const int least = 1 - format.bias;
    const int last = (first > least ? first : least) - format.fraction_bits;  // of the result's last place
    Number kept = x;
    bool half = false;
    if (last <= x.exponent) {
        shift_up(kept, x.exponent - last);
    } else {
        shift_down(kept, last - x.exponent - 1);
        half = (kept.significand & 1) != 0;
        kept.significand >>= 1;
    }
    auto result = static_cast<std::uint64_t>(kept.significand);
    if (half && (kept.more || (result & 1) != 0)) ++result;
    const auto field = static_cast<std::uint64_t>(last + format.fraction_bits + format.bias);
    result += (field - 1) << format.fraction_bits;  // the first bit of a normal number adds 1 to the field
    return sign | (result < format.infinity() ? result : format.infinity());
}

Number negated(Number x) {
    x.negative = !x.negative;
    return x;
}

Number sum(const Number& x, const Number& y) {
    if (x.kind == Kind::nan || y.kind == Kind::nan) return nan();
    if (x.kind == Kind::infinite && y.kind == Kind::infinite) return x.negative == y.negative ? x : nan();
    if (x.kind == Kind::infinite) return x;
    if (y.kind == Kind::infinite) return y;
    if (x.is_zero() && y.is_zero()) return zero(x.negative && y.negative);
    if (x.is_zero()) return y;
    if (y.is_zero()) return x;
    const bool subtract = x.negative != y.negative;
    const int x_first = x.exponent + length_of(x.significand),
              y_first = y.exponent + length_of(y.significand);
    return x_first >= y_first ? combined(x, y, subtract) : combined(y, x, subtract);
}

Number product(const Number& x, const Number& y) {
    const bool negative = x.negative != y.negative;
    if (x.kind == Kind::nan || y.kind == Kind::nan) return nan();
    if (x.kind == Kind::infinite || y.kind == Kind::infinite)
        return x.is_zero() || y.is_zero() ? nan() : infinity(negative);
    return {.negative = negative,
            .significand = x.significand * y.significand,
            .exponent = x.exponent + y.exponent};
}

Number quotient(const Number& x, const Number& y) {
    const bool negative = x.negative != y.negative;
    if (x.kind == Kind::nan || y.kind == Kind::nan) return nan();
    if (x.kind == Kind::infinite) return y.kind == Kind::infinite ? nan() : infinity(negative);
    if (y.kind == Kind::infinite) return zero(negative);
    if (y.is_zero()) return x.is_zero() ? nan() : infinity(negative);
    if (x.is_zero()) return zero(negative);
    Number result = x;
    shift_up(result, wide_bits - 1 - length_of(x.significand));
    const Wide remainder = result.significand % y.significand;
    result.significand /= y.significand;
    return {.negative = negative,
            .significand = result.significand,
            .exponent = result.exponent - y.exponent,
            .more = remainder != 0};
}

Number root(const Number& x) {
    if (x.kind == Kind::nan || x.is_zero()) return x;
    if (x.negative) return nan();
    if (x.kind == Kind::infinite) return x;
    Number radicand = x;
    shift_up(radicand, 118 - length_of(x.significand));
    if (radicand.exponent % 2 != 0) shift_up(radicand, 1);
    const std::uint64_t found = integer_root(radicand.significand);
    return {.significand = found,
            .exponent = radicand.exponent / 2,
            .more = static_cast<Wide>(found) * found != radicand.significand};
}

bool less(const Number& x, const Number& y) {
    if (x.kind == Kind::nan || y.kind == Kind::nan) return false;
    if (x.kind == Kind::infinite && y.kind == Kind::infinite) return x.negative && !y.negative;
    const Number difference = sum(x, negated(y));
    return difference.negative && !difference.is_zero();
}

bool equal(const Number& x, const Number& y) {
    return x.kind != Kind::nan && y.kind != Kind::nan && !less(x, y) && !less(y, x);
}

std::int64_t truncated(const Number& x) {
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (x.kind == Kind::nan) return 0;
    const std::uint64_t limit = x.negative ? most + 1 : most;
    std::uint64_t size = limit;
    if (x.kind == Kind::finite && x.exponent + length_of(x.significand) <= 63) {
        Number whole = x;
        if (x.exponent >= 0)
            shift_up(whole, x.exponent);
        else
            shift_down(whole, -x.exponent);
        size = static_cast<std::uint64_t>(whole.significand);
    }
    return static_cast<std::int64_t>(x.negative ? 0 - size : size);
}

}  // namespace speedqa::probe
