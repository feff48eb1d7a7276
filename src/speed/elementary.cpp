// exp and sin by Taylor series in pairs of fp64 (about 104 bits), after exact reductions of the argument.
#include "speed/elementary.h"

#include <cmath>

namespace speedqa {
namespace {

// An unevaluated sum high + low, |low| <= ulp(high)/2. Algorithms: Dekker 1971, as in Joldes, Muller, Popescu
// 2017.
struct Pair {
    double high;
    double low;
};

Pair fast_two_sum(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
}

Pair two_sum(double a, double b) {
    const double sum = a + b;
    const double b_part = sum - a;
    return {sum, (a - (sum - b_part)) + (b - b_part)};
}

Pair add(Pair a, Pair b) {
    const Pair high = two_sum(a.high, b.high);
    const Pair low = two_sum(a.low, b.low);
    const Pair sum = fast_two_sum(high.high, high.low + low.high);
    return fast_two_sum(sum.high, sum.low + low.low);
}

Pair multiply(Pair a, Pair b) {
    const double high = a.high * b.high;
    const double error = std::fma(a.high, b.high, -high);
    return fast_two_sum(high, error + (a.high * b.low + a.low * b.high));
}

Pair divide(Pair a, double b) {
    const double high = a.high / b;
    const double remainder = std::fma(-high, b, a.high);
    return fast_two_sum(high, (remainder + a.low) / b);
}

// The series sum of x^k/k!, k = first, first + step, ... with signs alternating if `alternate`.
Pair taylor(Pair x, Pair first_term, int first, int step, bool alternate, int terms) {
    Pair sum = first_term;
    Pair term = first_term;
    int k = first;
    for (int i = 0; i < terms; ++i) {
        for (int j = 0; j < step; ++j) term = divide(multiply(term, x), ++k);
        if (alternate) term = {-term.high, -term.low};
        sum = add(sum, term);
    }
    return sum;
}

}  // namespace

double exp_binary64(double x) {
    // exp(x) = exp(x/2^9)^(2^9): |x/2^9| <= 1/8, where 24 terms leave less than 2^-150; nine squarings cost
    // nine bits.
    constexpr int squarings = 9;
    const Pair reduced{std::ldexp(x, -squarings), 0.0};
    Pair power = taylor(reduced, {1.0, 0.0}, 0, 1, false, 24);
    for (int i = 0; i < squarings; ++i) power = multiply(power, power);
    return power.high + power.low;
}

double sin_binary64(double x) {
    // r = x - k*pi with pi to 160 bits, so that r keeps its relative precision next to multiples of pi; |r|
    // <= pi/2.
    constexpr double pi[3] = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, -0x1.f1976b7ed8fbcp-109};
    const double k = std::nearbyint(x / pi[0]);
    Pair reduced{x, 0.0};
    for (const double part : pi) {
        const double product = -k * part;
        reduced = add(reduced, {product, std::fma(-k, part, -product)});
    }
    const Pair sine = taylor(reduced, reduced, 1, 2, true, 24);
    const double value = sine.high + sine.low;
    return static_cast<long>(k) % 2 == 0 ? value : -value;
}

}  // namespace speedqa
