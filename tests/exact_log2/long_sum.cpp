// The covariances' long sums of src/exact, fast and ordered forms, against the host's fp64 in the reference's
// order.
#include "exact/long_sum.h"

#include <algorithm>
#include <numeric>

#include "windows.h"

namespace speedqa::exact {
namespace {

__extension__ using HostInt128 = __int128;

HostInt128 host_int(Int128 a) {
    return static_cast<HostInt128>(static_cast<unsigned __int128>(a.high) << 64 | a.low);
}

Int128 int128_from(HostInt128 a) {
    const auto bits = static_cast<unsigned __int128>(a);
    return {static_cast<std::uint64_t>(bits >> 64), static_cast<std::uint64_t>(bits)};
}

// Of any length up to 126 bits, often with the low half of a place set or nearly so.
HostInt128 any_int128(std::mt19937_64& random) {
    auto size = static_cast<unsigned __int128>(random()) << 64 | random();
    size >>= 2 + random() % 126;
    const unsigned tie = static_cast<unsigned>(random() % 74);
    if (random() & 1)
        size = (size >> tie << tie) + (tie == 0 ? 0 : static_cast<unsigned __int128>(1) << (tie - 1));
    size += random() % 3;
    const auto value = static_cast<HostInt128>(size >> 2);
    return random() & 1 ? value : -value;
}

TEST(long_sum, wide_integers) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    for (int i = 0; i < 1 << 20; ++i) {
        const HostInt128 a = any_int128(random), b = any_int128(random);
        const Int128 x = int128_from(a), y = int128_from(b);
        const auto same = [&](const char* name, HostInt128 expected, Int128 actual) {
            const Int128 words = int128_from(expected);
            comparison.same(name, words.high, actual.high, x.high, x.low, y.high, y.low);
            comparison.same(name, words.low, actual.low, x.high, x.low, y.high, y.low);
        };
        same("add", a + b, add(x, y));
        same("subtract", a - b, subtract(x, y));
        same("negate", -a, negate(x));
        comparison.same("less", a < b, less(x, y), x.high, x.low, y.high, y.low);
        const std::int64_t p = static_cast<std::int64_t>(random()) >> 11,
                           q = static_cast<std::int64_t>(random()) >> 11;
        same("multiply", static_cast<HostInt128>(p) * q, multiply(p, q));
        same("round_to_53_bits", static_cast<HostInt128>(static_cast<double>(a)), round_to_53_bits(x));
    }
}

// Every form gives the reference's bits; returns whether the fast form decided.
bool compare_covariance(Comparison& comparison, const WindowPair& windows, std::uint32_t largest) {
    const std::uint32_t expected = canonical(covariance_oracle(windows));
    unsigned fallbacks = 0, forced = 0;
    const auto same = [&](const char* form, float result) {
        comparison.same(form, expected, canonical(result), windows.x[0], windows.y[0], windows.mean_x,
                        windows.mean_y, windows.width, windows.height);
    };
    same("covariance_f32", covariance_f32(windows, largest, fallbacks));
    same("covariance_f32<force_fallback>", covariance_f32<true>(windows, largest, forced));
    same("ordered_covariance_f64", ordered_covariance_f64(windows));
    return fallbacks == 0;
}

bool compare_covariance(Comparison& comparison, const WindowPair& windows) {
    return compare_covariance(comparison, windows, largest_magnitude(windows));
}

enum class Kind { texture, equal_signs, many_exponents, whole_numbers, tiny, huge, below_normal, sparse };
constexpr Kind every_kind[] = {Kind::texture, Kind::equal_signs, Kind::many_exponents, Kind::whole_numbers,
                               Kind::tiny,    Kind::huge,        Kind::below_normal,   Kind::sparse};

float any_sample(std::mt19937_64& random, Kind kind) {
    const double value = (2 * uniform(random) - 1) * 64;
    switch (kind) {
        case Kind::equal_signs:
            return static_cast<float>(std::fabs(value));
        case Kind::many_exponents:
            return static_cast<float>(std::ldexp(value, static_cast<int>(random() % 120) - 60));
        case Kind::whole_numbers:
            return static_cast<float>(std::floor(value));
        case Kind::tiny:
            return static_cast<float>(std::ldexp(value, -110));
        case Kind::huge:
            return static_cast<float>(std::ldexp(value, 55));
        case Kind::below_normal:
            return float_of(static_cast<std::uint32_t>(random()) & (sign_mask | fraction_mask));
        case Kind::sparse:
            return random() % 8 ? 0.0f : static_cast<float>(value);
        default:
            return static_cast<float>(value);
    }
}

TEST(long_sum, random_windows) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    for (int i = 0; i < 1 << 11; ++i) {
        const Kind kind = every_kind[i % std::size(every_kind)];
        Image image = {static_cast<int>(5 + random() % 40), static_cast<int>(5 + random() % 40), {}};
        image.samples.resize(static_cast<std::size_t>(image.width * image.height));
        for (float& sample : image.samples) sample = any_sample(random, kind);
        for (int entry = 0; entry < 4; ++entry)
            compare_covariance(comparison, element_windows(image, static_cast<int>(random() % 25),
                                                           static_cast<int>(random() % 25)));
    }
}

// Sizes with one position, one row, one column, and rows that end at, before and after the end of a part.
TEST(long_sum, window_sizes) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    std::vector<float> x(1030 * 6), y(1030 * 6);
    for (const int width : {1, 2, 3, 511, 512, 513, 1023, 1024, 1025})
        for (const int height : {1, 2, 5})
            for (const Kind kind : every_kind) {
                for (float& sample : x) sample = any_sample(random, kind);
                for (float& sample : y) sample = any_sample(random, kind);
                compare_covariance(comparison, {x.data(), y.data(), 1030, width, height, x[5500], y[5500]});
                compare_covariance(comparison, {x.data(), x.data(), 1030, width, height, 0.0f, 0.0f});
            }
}

TEST(long_sum, degenerate_windows) {
    Comparison comparison;
    std::vector<float> zeros(100), ones(100, 1.0f), alternating(100), largest(100, 0x1.fffffep127f);
    for (std::size_t i = 0; i < alternating.size(); ++i) alternating[i] = i % 2 ? 3.0f : -3.0f;
    const std::vector<float>* all[] = {&zeros, &ones, &alternating, &largest};
    for (const auto* x : all)
        for (const auto* y : all)
            for (const float mean : {0.0f, -0.0f, 1.0f, 3.0f, 0.1f, 0x1p-149f}) {
                compare_covariance(comparison, {x->data(), y->data(), 10, 10, 10, mean, 0.0f});
                compare_covariance(comparison, {x->data(), y->data(), 10, 10, 10, mean, mean});
            }
    unsigned fallbacks = 0;
    const float infinity = std::numeric_limits<float>::infinity();
    const WindowPair windows = {ones.data(), &infinity, 1, 1, 1, 0.0f, 0.0f};
    comparison.same("not finite", nan_bits,
                    bits_of(covariance_f32(windows, largest_magnitude(windows), fallbacks)));
}

// A flat image, or one whose mean is each sample: no ordered sum.
TEST(long_sum, terms_of_zero_need_no_fallback) {
    Comparison comparison;
    const std::vector<float> flat(100, 0x1p-15f), wave = {1.0f, -1.0f, 2.0f, -2.0f, 3.0f, -3.0f};
    EXPECT_TRUE(compare_covariance(comparison, {flat.data(), flat.data(), 10, 10, 10, 0x1p-15f, 0x1p-15f}));
    EXPECT_TRUE(compare_covariance(comparison, {flat.data(), wave.data(), 0, 6, 1, 0x1p-15f, 0.0f}));
    EXPECT_TRUE(compare_covariance(comparison, {wave.data(), wave.data() + 1, 1, 1, 1, 1.0f, 0.0f}));
    EXPECT_FALSE(compare_covariance(comparison, {flat.data(), wave.data(), 0, 6, 1, 0.0f, 0.0f}));
}

TEST(long_sum, all_entries_of_textures) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    int decided = 0;
    for (int i = 0; i < 6; ++i) {
        const Image image = texture(random, 60, 35);
        for (int e = 0; e < 25; ++e)
            for (int f = 0; f <= e; ++f)
                decided += compare_covariance(comparison, element_windows(image, e, f), image.largest());
    }
    EXPECT_GE(decided, 6 * 325 - 3);
}

TEST(long_sum, a_million_terms) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    const Image image = texture(random, 1024 + 4, 1024 + 4);
    const WindowPair windows = element_windows(image, 12, 11);
    unsigned fallbacks = 0;
    const std::uint32_t expected = bits_of(covariance_oracle(windows));
    comparison.same("covariance_f32", expected, bits_of(covariance_f32(windows, image.largest(), fallbacks)));
    comparison.same("covariance_f32<force_fallback>", expected,
                    bits_of(covariance_f32<true>(windows, image.largest(), fallbacks)));
    WindowPair longer = windows;  // beyond the fast form's limit
    longer.width = 1025;
    fallbacks = 0;
    comparison.same("covariance_f32", bits_of(covariance_oracle(longer)),
                    bits_of(covariance_f32(longer, image.largest(), fallbacks)));
    EXPECT_EQ(fallbacks, 1u);
}

// Two last terms bring the sum to within a few of its last places of N times the middle of two floats.
TEST(long_sum, sums_next_to_a_tie) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    int undecided = 0;
    for (int i = 0; i < 1 << 12; ++i) {
        const int terms = 4 + static_cast<int>(random() % 300);
        std::vector<float> x(static_cast<std::size_t>(terms)), y(x.size());
        for (float& sample : x) sample = any_sample(random, i % 2 ? Kind::texture : Kind::whole_numbers);
        for (float& sample : y) sample = any_sample(random, i % 4 < 2 ? Kind::texture : Kind::equal_signs);
        WindowPair windows = {x.data(), y.data(), terms, terms - 2, 1, 0.0f, 0.0f};
        const auto lower = static_cast<float>(sum_oracle(windows) / terms);
        const double tie =
            (static_cast<double>(lower) + static_cast<double>(std::nextafter(lower, 1e30f))) / 2;
        const double rest = tie * terms - sum_oracle(windows);
        x[x.size() - 2] = 1.0f;
        y[y.size() - 2] = static_cast<float>(rest);
        x[x.size() - 1] = 0x1p-24f;
        y[y.size() - 1] = static_cast<float>((rest - static_cast<double>(y[y.size() - 2])) * 0x1p24);
        windows.width = terms;
        undecided += !compare_covariance(comparison, windows);
    }
    EXPECT_GT(undecided, 1 << 11);
}

struct FastSum {
    Int128 sum = {0, 0};
    SumBound bound;
    std::vector<Int128> parts;
    bool inexact = false;
};

FastSum fast_sum(const FixedPair& pair) {
    FastSum result;
    result.inexact = pair.inexact;
    for (int row = 0; row < pair.windows.height; ++row) {
        PartSum part;
        for (int column = 0; column < pair.windows.width; ++column) {
            const FixedFactors factors =
                fixed_factors(pair, row * pair.windows.stride + column, result.inexact);
            add_term(part, factors.x, factors.y);
        }
        const Int128 before = result.sum;
        result.parts.push_back(total(part.products));
        result.sum = add(result.sum, result.parts.back());
        add_part(result.bound, before, result.sum, products_bound(part), pair.windows.width);
    }
    return result;
}

// The bound holds, and parts may be added in any order.
TEST(long_sum, error_stays_within_its_bound) {
    std::mt19937_64 random = random_words();
    double most = 0;
    for (int i = 0; i < 1 << 11; ++i) {
        const Kind kind = every_kind[i % std::size(every_kind)];
        std::vector<float> x(50 * 40), y(50 * 40);
        for (float& sample : x) sample = any_sample(random, kind);
        for (float& sample : y) sample = any_sample(random, i % 3 ? kind : Kind::equal_signs);
        const WindowPair windows = {x.data(), y.data(), 50, 50, 40, x[7], i % 2 ? y[7] : 0.0f};
        const FixedPair pair = fixed_pair(windows, fixed_unit(largest_magnitude(windows)));
        FastSum fast = fast_sum(pair);
        std::shuffle(fast.parts.begin(), fast.parts.end(), random);
        const Int128 shuffled = std::accumulate(fast.parts.begin(), fast.parts.end(), Int128{0, 0}, add);
        ASSERT_EQ(host_int(shuffled) == host_int(fast.sum), true);

        const auto reference = static_cast<HostInt128>(std::ldexp(sum_oracle(windows), -2 * pair.unit));
        const double error = std::fabs(static_cast<double>(host_int(fast.sum) - reference));
        const double bound = sum_error(fast.bound, fast.sum, 50 * 40, fast.inexact);
        ASSERT_LE(error, bound) << "kind " << i % std::size(every_kind) << " SPEEDQA_TEST_SEED=" << seed();
        if (!fast.inexact) most = std::max(most, error / bound);
    }
    EXPECT_GT(most, 0.01) << "the bound is far too wide";
}

struct RowSums {
    ProductSum products;
    std::int64_t x = 0, y = 0;
};

// Sums over one row of products of samples, not of differences from means.
RowSums row_sums(const FixedPair& pair, int row, bool& inexact) {
    RowSums sums;
    for (int column = 0; column < pair.windows.width; ++column) {
        const int at = row * pair.windows.stride + column;
        const std::int64_t x = fixed_sample(pair.windows.x[at], pair.unit, inexact);
        const std::int64_t y = fixed_sample(pair.windows.y[at], pair.unit, inexact);
        add_product(sums.products, x, y);
        sums.x += x;
        sums.y += y;
    }
    return sums;
}

Int128 centered_row(const FixedPair& pair, int row, bool& inexact) {
    const RowSums sums = row_sums(pair, row, inexact);
    return centered_sum(total(sums.products), sums.x, sums.y, pair.windows.width, pair.mean_x, pair.mean_y);
}

double products_size(const FixedPair& pair, int row) {
    bool inexact = false;
    double size = 0;
    for (int column = 0; column < pair.windows.width; ++column) {
        const FixedFactors factors = fixed_factors(pair, row * pair.windows.stride + column, inexact);
        size += std::fabs(static_cast<double>(factors.x) * static_cast<double>(factors.y));
    }
    return size;
}

// From sums that do not know the means: the same sum, and a bound that holds and decides as well.
TEST(long_sum, sums_of_rows_are_centered_exactly) {
    Comparison comparison;
    std::mt19937_64 random = random_words();
    const Image image = texture(random, 60, 40);
    int decided = 0;
    for (int e = 0; e < 25; ++e)
        for (int f = 0; f <= e; ++f) {
            const WindowPair windows = element_windows(image, e, f);
            const int unit = fixed_unit(image.largest());
            const FixedPair pair = fixed_pair(windows, unit);
            const FixedPair x_pair = fixed_pair(element_windows(image, e, e), unit);
            const FixedPair y_pair = fixed_pair(element_windows(image, f, f), unit);
            bool inexact = pair.inexact;
            Int128 sum = {0, 0};
            SumBound bound;
            for (int row = 0; row < windows.height; ++row) {
                const Int128 before = sum;
                sum = add(sum, centered_row(pair, row, inexact));
                const Int128 x_squares = centered_row(x_pair, row, inexact);
                const Int128 y_squares = centered_row(y_pair, row, inexact);
                const float products = products_bound(x_squares, y_squares);
                ASSERT_GE(products * (1 + 0x1p-20), products_size(pair, row));
                add_part(bound, before, sum, products, windows.width);
            }
            ASSERT_TRUE(host_int(sum) == host_int(fast_sum(pair).sum));
            const int terms = windows.width * windows.height;
            float rounded;
            if (!mean_if_certain(sum, sum_error(bound, sum, terms, inexact), terms, 2 * unit, rounded))
                continue;
            ++decided;
            comparison.same("covariance", bits_of(covariance_oracle(windows)), bits_of(rounded), e, f);
        }
    EXPECT_GE(decided, 323);
}

// Parts worked on apart, each with the sum's length at its start by the fast form, then joined in order.
TEST(long_sum, ordered_parts_join_to_the_ordered_sum) {
    std::mt19937_64 random = random_words();
    int joined = 0, parts = 0;
    for (int i = 0; i < 1 << 8; ++i) {
        const Kind kinds[] = {Kind::texture, Kind::equal_signs, Kind::whole_numbers, Kind::sparse};
        std::vector<float> x(40 * 40), y(40 * 40);
        for (float& sample : x) sample = any_sample(random, kinds[i % 4]);
        for (float& sample : y)
            sample = i % 8 < 4 ? x[static_cast<std::size_t>(&sample - y.data())] : -std::fabs(sample);
        const float mean = i % 16 < 8 ? x[7] : 0.0f;  // with 0 the sum changes its length often
        const WindowPair windows = {x.data(), y.data(), 40, 40, 40, mean, 0.0f};
        const FixedPair pair = fixed_pair(windows, fixed_unit(largest_magnitude(windows)));
        Int128 sum = {0, 0}, expected = {0, 0}, fast = {0, 0};
        bool inexact = false;
        for (int row = 0; row < windows.height; ++row) {
            const int dropped = std::clamp(bit_length(magnitude(fast)) - 53, 1, 63);
            OrderedPart ordered = empty_ordered_part;
            PartSum part;
            for (int column = 0; column < windows.width; ++column) {
                const FixedFactors factors = fixed_factors(pair, row * 40 + column, inexact);
                add_ordered_term(ordered, factors.x, factors.y, dropped);
                add_term(part, factors.x, factors.y);
                expected = add_rounded_product(expected, factors.x, factors.y);
            }
            fast = add(fast, total(part.products));
            const bool advanced = advance(sum, ordered, dropped);
            joined += advanced;
            ++parts;
            if (!advanced) sum = expected;
            ASSERT_TRUE(host_int(sum) == host_int(expected))
                << "row " << row << " SPEEDQA_TEST_SEED=" << seed();
        }
        ASSERT_FALSE(inexact);
    }
    EXPECT_GT(joined, parts / 4);
}

}  // namespace
}  // namespace speedqa::exact
