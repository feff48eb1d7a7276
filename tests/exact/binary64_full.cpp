// Software fp64 against the host's fp64 on 2^28 pairs an operation; two threads.
#include "binary64_pairs.h"

namespace speedqa::exact {
namespace {

constexpr std::uint32_t parts = 1 << 10;
constexpr int pairs_per_part = 1 << 18;

template <class Compare>
void on_random_operands(Compare compare) {
    in_two_threads(parts, [&](std::uint32_t part, Comparison& comparison) {
        std::mt19937_64 random = random_words(part);
        for (int i = 0; i < pairs_per_part; ++i) {
            const Operands operands = random_operands(random);
            compare(comparison, operands.x, operands.y);
        }
    });
}

TEST(binary64_full, sums) {
    on_random_operands(compare_sums);
}
TEST(binary64_full, products) {
    on_random_operands(compare_products);
}
TEST(binary64_full, quotients) {
    on_random_operands(compare_quotients);
}
TEST(binary64_full, order) {
    on_random_operands(compare_order);
}

TEST(binary64_full, roots) {
    on_random_operands(
        [](Comparison& comparison, double, double y) { compare_roots(comparison, std::fabs(y)); });
}

TEST(binary64_full, narrowing) {
    on_random_operands([](Comparison& comparison, double x, double y) {
        compare_narrowing(comparison, x);
        // the fp32 range, subnormals included, is a small part of fp64's: put x there
        const std::uint64_t fraction = std::bit_cast<std::uint64_t>(x) & (sign_mask_f64 | fraction_mask_f64);
        const std::uint64_t exponent =
            870 + (std::bit_cast<std::uint64_t>(y) & 0xff) + (std::bit_cast<std::uint64_t>(y) >> 8 & 0x1f);
        compare_narrowing(comparison, std::bit_cast<double>(fraction | exponent << 52));
    });
}

}  // namespace
}  // namespace speedqa::exact
