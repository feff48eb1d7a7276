// The entropy terms of src/exact for every positive float; the judge is the C library's log2, and MPFR where
// they differ.
#include "entropy_oracle.h"

namespace speedqa::exact {
namespace {

// Two forms agree with the expression computed by the C library's logarithm or, failing that, by MPFR's.
template <class Judge>
void same_results(Comparison& comparison, const char* form, float pairs, float native, float expected,
                  Judge judge, float entropy, float argument) {
    const std::uint32_t bits = canonical(pairs);
    if (bits == canonical(native) && bits == canonical(expected)) [[likely]]
        return;
    comparison.same(form, canonical(judge(entropy, argument)), bits, entropy, argument);
    comparison.same("native form", canonical(judge(entropy, argument)), canonical(native), entropy, argument);
}

constexpr std::uint32_t parts = 1 << 10;

// Calls work(argument, comparison) for every positive finite float.
template <class Work>
void for_every_argument(Work work) {
    in_two_threads(parts, [&](std::uint32_t part, Comparison& comparison) {
        const std::uint32_t step = (1u << 31) / parts;
        const std::uint32_t first = std::max(part * step, 1u),
                            last = std::min((part + 1) * step, infinity_bits);
        for (std::uint32_t bits = first; bits < last; ++bits) work(float_of(bits), comparison);
        comparison.same("every argument tried", true, true);
    });
}

void add_every_argument(float entropy) {
    std::atomic<unsigned> pairs = 0, native = 0;
    for_every_argument([&](float argument, Comparison& comparison) {
        unsigned pairs_fallback = 0, native_fallback = 0;
        const double logarithm = std::log2(static_cast<double>(argument));
        same_results(comparison, "add_entropy", add_entropy(entropy, argument, pairs_fallback),
                     add_entropy_native(entropy, argument, native_fallback),
                     static_cast<float>(entropy + (logarithm + log2_two_pi_e)), add_entropy_oracle, entropy,
                     argument);
        if (pairs_fallback) pairs += pairs_fallback;
        if (native_fallback) native += native_fallback;
    });
    std::cout << "fallbacks: " << pairs << ", native " << native << std::endl;
}

void weigh_every_argument(float entropy) {
    std::atomic<unsigned> pairs = 0, native = 0;
    for_every_argument([&](float u, Comparison& comparison) {
        unsigned pairs_fallback = 0, native_fallback = 0;
        const double logarithm = std::log2(static_cast<double>(u));
        same_results(comparison, "weighted_entropy", weighted_entropy(entropy, u, pairs_fallback),
                     weighted_entropy_native(entropy, u, native_fallback),
                     static_cast<float>(entropy * logarithm), weighted_entropy_oracle, entropy, u);
        if (pairs_fallback) pairs += pairs_fallback;
        if (native_fallback) native += native_fallback;
    });
    std::cout << "fallbacks: " << pairs << ", native " << native << std::endl;
}

TEST(every_argument, first_sum) {
    add_every_argument(0.0f);
}
TEST(every_argument, later_sum) {
    add_every_argument(61.8033981f);
}
TEST(every_argument, product) {
    weigh_every_argument(102.854813f);
}

}  // namespace
}  // namespace speedqa::exact
