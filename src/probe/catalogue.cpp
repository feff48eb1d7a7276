// What the probe says of its operations, and their right results: exact numbers rounded in the reference's
// order.
#define SPEEDQA_PROBE_BINARY64
#include "probe/catalogue.h"

#include "exact/log2.h"
#include "probe/operations.h"

namespace speedqa::probe {
namespace {

using Expected = std::uint64_t(const Operands&);

Number n32(std::uint64_t word) {
    return number(word, binary32);
}
Number n64(std::uint64_t word) {
    return number(word, binary64);
}
std::uint64_t r32(const Number& x) {
    return rounded(x, binary32);
}
std::uint64_t r64(const Number& x) {
    return rounded(x, binary64);
}

constexpr std::uint64_t one_f64 = 0x3ff0000000000000u, millionth_f64 = 0x3eb0c6f7a0b5ed8du;

// The logarithms are those of src/exact, computed in integers and proven against MPFR.
std::uint64_t log2_of_f32(std::uint64_t word) {
    return exact::bits_of(exact::log2_f32<>(f32(word)));
}
std::uint64_t log2_of_f64(std::uint64_t word) {
    return exact::bits_of(exact::log2_f64<>(exact::f64_of_bits(word)));
}

// RN32(log2(x)): rounded from RN64(log2(x)), or where that is a midpoint of fp32 numbers from 192 bits.
std::uint64_t rounded_log2_f32(const Operands& o) {
    const std::uint64_t logarithm = log2_of_f32(o.a);
    const Number x = n32(o.a);
    if (x.kind != Kind::finite || x.negative || x.is_zero() || (logarithm & 0x1fffffff) != 0x10000000)
        return r32(n64(logarithm));
    const exact::WideLog2 wide =
        exact::wide_log2(exact::reduce_log2(exact::parts_of_f32(static_cast<std::uint32_t>(o.a))));
    const bool negative = exact::is_negative(wide);
    const exact::LeadingBits leading = exact::leading_bits(negative ? exact::negated(wide) : wide);
    return r32(
        {.negative = negative, .significand = leading.bits, .exponent = leading.exponent, .more = true});
}

std::uint64_t sum_in_order(const Operands& o) {
    std::uint64_t result = 0;
    for (std::uint32_t i = 0; i < 32; ++i) result = r32(sum(n32(result), n32(word_of(native::term(o.a, i)))));
    return result;
}

std::uint64_t three_roundings(const Operands& o) {
    return r32(n64(r64(quotient(n64(one_f64), n64(r64(root(n32(o.a))))))));
}

std::uint64_t rounded_inverse_root(const Operands& o) {
    return three_roundings(o);  // equal to one rounding: docs/numerics.md, 4
}

std::uint64_t less_than_millionth_of(const Operands& o) {
    return less(n32(o.a), n64(r64(product(n64(millionth_f64), n32(o.b)))));
}

std::uint64_t comparisons(const Operands& o) {
    const Number x = n64(o.a), y = n64(o.b);
    return less(x, y) | equal(x, y) << 1 | (less(x, y) || equal(x, y)) << 2;
}

std::uint64_t add_entropy(const Operands& o) {
    const Number constant = n64(exact::bits_of(exact::log2_two_pi_e_f64));
    const std::uint64_t term = r64(sum(n64(log2_of_f32(o.b)), constant));
    return r32(n64(r64(sum(n32(o.a), n64(term)))));
}

std::uint64_t weighted_entropy(const Operands& o) {
    return r32(n64(r64(product(n32(o.a), n64(log2_of_f32(o.b))))));
}

std::uint64_t weighted_entropy_mixed(const Operands& o) {
    constexpr std::uint64_t quarter = 0x3fd0000000000000u, half = 0x3fe0000000000000u,
                            three_quarters = 0x3fe8000000000000u;
    const Number ref = n32(o.b & 0xffffffffu), dis = n32(o.c & 0xffffffffu);
    const auto mix = static_cast<exact::WeightMix>(o.c >> 32);
    const bool mostly_ref = mix == exact::WeightMix::mostly_reference;
    std::uint64_t weight;
    if (mix == exact::WeightMix::half)
        weight = r64(product(n32(r32(sum(ref, dis))), n64(half)));
    else
        weight = r64(sum(n64(r64(product(n64(mostly_ref ? three_quarters : quarter), ref))),
                         n64(r64(product(n64(mostly_ref ? quarter : three_quarters), dis)))));
    const std::uint64_t u = r64(sum(n64(one_f64), n64(weight)));
    return r32(n64(r64(product(n32(o.a), n64(log2_of_f64(u))))));
}

constexpr Expected* no_operation = [](const Operands& o) { return o.a ^ o.b; };
constexpr Expected* multiply_add_f32 = [](const Operands& o) {
    return r32(sum(n32(r32(product(n32(o.a), n32(o.b)))), n32(o.c)));
};
constexpr Expected* multiply_add_f64 = [](const Operands& o) {
    return r64(sum(n64(r64(product(n64(o.a), n64(o.b)))), n64(o.c)));
};
constexpr Expected* sum_f32 = [](const Operands& o) { return r32(sum(n32(o.a), n32(o.b))); };
constexpr Expected* product_f32 = [](const Operands& o) { return r32(product(n32(o.a), n32(o.b))); };
constexpr Expected* quotient_f32 = [](const Operands& o) { return r32(quotient(n32(o.a), n32(o.b))); };
constexpr Expected* root_f32 = [](const Operands& o) { return r32(root(n32(o.a))); };
constexpr Expected* sum_f64 = [](const Operands& o) { return r64(sum(n64(o.a), n64(o.b))); };
constexpr Expected* difference_f64 = [](const Operands& o) { return r64(sum(n64(o.a), negated(n64(o.b)))); };
constexpr Expected* product_f64 = [](const Operands& o) { return r64(product(n64(o.a), n64(o.b))); };
constexpr Expected* quotient_f64 = [](const Operands& o) { return r64(quotient(n64(o.a), n64(o.b))); };
constexpr Expected* root_f64 = [](const Operands& o) { return r64(root(n64(o.a))); };
constexpr Expected* log2_f32_f64 = [](const Operands& o) { return log2_of_f32(o.a); };
constexpr Expected* log2_f64_f64 = [](const Operands& o) { return log2_of_f64(o.a); };
constexpr Expected* below_millionth = [](const Operands& o) {
    return std::uint64_t{less(n32(o.a), n64(millionth_f64))};
};
constexpr Expected* minus_half_product = [](const Operands& o) {
    const std::uint64_t half = r64(product(n64(0xbfe0000000000000u), n32(o.a)));
    return r32(n64(r64(product(n64(half), n32(o.b)))));
};
constexpr Expected* widened = [](const Operands& o) { return r64(n32(o.a)); };
constexpr Expected* narrowed = [](const Operands& o) { return r32(n64(o.a)); };
constexpr Expected* from_integer = [](const Operands& o) {
    return r64(integer(static_cast<std::int64_t>(o.a)));
};
constexpr Expected* to_integer = [](const Operands& o) {
    return static_cast<std::uint64_t>(truncated(n64(o.a)));
};

// The set of an operation's operands, by its type.
using AtFunction = Operands(std::uint64_t);
AtFunction* operands_of(Operation operation) {
    static constexpr AtFunction* functions[] = {
#define SPEEDQA_SET(name, type) [](std::uint64_t n) { return type::Set::at(n); },
        SPEEDQA_PROBE_OPERATIONS(SPEEDQA_SET)
#undef SPEEDQA_SET
    };
    return functions[static_cast<int>(operation)];
}

struct Row {
    Operation operation;
    const char* text;
    const char* operands;
    const Format* format;
    Operation beside;
    Expected* expected;
};

using O = Operation;
constexpr const Format* f = &binary32;
constexpr const Format* d = &binary64;
constexpr const Format* integers = nullptr;

constexpr Row rows[] = {
    {O::nothing, "operands alone", "", integers, O::nothing, no_operation},
    {O::multiply_add, "a*b + c", "c near a*b", f, O::nothing, multiply_add_f32},
    {O::fused_multiply_add, "fma(a, b, c)", "c near a*b", f, O::nothing, fused_f32},
    {O::sum, "sum of 32 numbers in a loop", "from 1 to 2", f, O::nothing, sum_in_order},
    {O::subnormal_sum, "a + b", "subnormal", f, O::nothing, sum_f32},
    {O::subnormal_product, "a*b", "product subnormal", f, O::nothing, product_f32},
    {O::divide, "a / b", "2^-50 to 2^50", f, O::nothing, quotient_f32},
    {O::divide_any, "a / b", "every exponent", f, O::nothing, quotient_f32},
    {O::square_root, "sqrt(x)", "2^-50 to 2^50", f, O::nothing, root_f32},
    {O::square_root_any, "sqrt(x)", "every exponent", f, O::nothing, root_f32},
    {O::inverse_root, "1 / sqrt(x)", "2^-50 to 2^50", f, O::nothing, rounded_inverse_root},
    {O::log2, "log2(x)", "every exponent, near 1", f, O::nothing, rounded_log2_f32},
    {O::multiply_add_f64, "fp64 a*b + c", "c near a*b", d, O::nothing, multiply_add_f64},
    {O::add_f64, "fp64 a + b", "every kind", d, O::nothing, sum_f64},
    {O::multiply_f64, "fp64 a*b", "every kind", d, O::nothing, product_f64},
    {O::divide_f64, "fp64 a / b", "every kind", d, O::nothing, quotient_f64},
    {O::square_root_f64, "fp64 sqrt(x)", "every kind", d, O::nothing, root_f64},
    {O::inverse_root_f64, "(float)(1.0 / sqrt(x))", "every exponent", f, O::nothing, three_roundings},
    {O::log2_f64, "fp64 log2(x)", "every exponent, near 1", d, O::nothing, log2_f64_f64},
    {O::our_sum, "in_order, sum of 32", "from 1 to 2", f, O::sum, sum_in_order},
    {O::our_divide, "divide_f32", "every exponent", f, O::divide, quotient_f32},
    {O::our_square_root, "square_root_f32", "every exponent", f, O::square_root, root_f32},
    {O::our_inverse_root, "inverse_root_f32", "every exponent", f, O::inverse_root_f64, three_roundings},
    {O::our_below_millionth, "below_millionth", "near 1e-6, every exponent", integers, O::nothing,
     below_millionth},
    {O::our_less_than_millionth_of, "less_than_millionth_of", "a near 1e-6*x", integers, O::nothing,
     less_than_millionth_of},
    {O::our_minus_half_product, "minus_half_product", "every exponent", f, O::nothing, minus_half_product},
    {O::our_add_f64, "add_f64", "every kind", d, O::add_f64, sum_f64},
    {O::our_subtract_f64, "subtract_f64", "every kind", d, O::add_f64, difference_f64},
    {O::our_multiply_f64, "multiply_f64", "every kind", d, O::multiply_f64, product_f64},
    {O::our_divide_f64, "divide_f64", "every kind", d, O::divide_f64, quotient_f64},
    {O::our_square_root_f64, "square_root_f64", "every kind", d, O::square_root_f64, root_f64},
    {O::our_compare_f64, "less_f64, equal_f64", "every kind", integers, O::nothing, comparisons},
    {O::our_widen, "f64_from_f32", "every exponent", d, O::nothing, widened},
    {O::our_narrow, "f32_from_f64", "every kind", f, O::nothing, narrowed},
    {O::our_from_integer, "f64_from_i64", "every length", d, O::nothing, from_integer},
    {O::our_to_integer, "i64_from_f64", "1/8 to 2^66", integers, O::nothing, to_integer},
    {O::our_log2_f32, "log2_f32, in fp64", "every exponent, near 1", d, O::log2_f64, log2_f32_f64},
    {O::our_log2_f64, "log2_f64", "every exponent, near 1", d, O::log2_f64, log2_f64_f64},
    {O::our_add_entropy, "add_entropy", "as scores have them, any", f, O::nothing, add_entropy},
    {O::our_weighted_entropy, "weighted_entropy", "as scores have them, any", f, O::nothing,
     weighted_entropy},
    {O::our_weighted_entropy_mixed, "weighted_entropy_mixed", "as scores have them, any", f, O::nothing,
     weighted_entropy_mixed},
};

Entry entry(const Row& row) {
    const bool ours = row.operation >= Operation::our_sum;
    const bool binary64 = !ours && row.operation >= Operation::multiply_add_f64;
    return {.operation = row.operation,
            .name = name_of(row.operation),
            .text = row.text,
            .operands = row.operands,
            .ours = ours,
            .binary64 = binary64,
            .format = row.format,
            .beside = row.beside,
            .at = operands_of(row.operation),
            .expected = row.expected};
}

}  // namespace

const std::vector<Entry>& catalogue() {
    static const std::vector<Entry> entries = [] {
        std::vector<Entry> made;
        for (const Row& row : rows) made.push_back(entry(row));
        return made;
    }();
    return entries;
}

std::uint64_t fused_f32(const Operands& o) {
    return r32(sum(product(n32(o.a), n32(o.b)), n32(o.c)));
}

std::uint64_t fused_f64(const Operands& o) {
    return r64(sum(product(n64(o.a), n64(o.b)), n64(o.c)));
}

}  // namespace speedqa::probe
