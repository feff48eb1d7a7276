// Covariances from row products are those of the reference's ordered fp64 sums, entry by entry, where the
// bound decides and where it does not, with the device's fp64 and without.
#include <limits>
#include <random>

#include "gpu/covariance_images.h"

namespace speedqa::kernels {
namespace {

using device::EmulatedArithmetic;

class Covariance : public testing::TestWithParam<EmulatedArithmetic> {};

TEST_P(Covariance, OfNoiseIsTheReferences) {
    std::mt19937 random(20260101);
    std::normal_distribution<float> noise(0.0f, 3.0f);
    for (const auto& [across, down] :
         {std::pair{1, 1}, {1, 9}, {9, 1}, {2, 2}, {7, 5}, {24, 13}, {48, 27}, {103, 3}, {104, 3}}) {
        SCOPED_TRACE(std::to_string(across) + " by " + std::to_string(down) + " blocks");
        const Image image =
            make_image(across, down, samples_of(across, down, [&](int, int) { return noise(random); }));
        expect_reference(image, CovarianceRun(image, GetParam()).entries());
    }
}

// Means far from 0 make the bound of fp64 wide, waves make sums small: the ordered sum must step in.
TEST_P(Covariance, OfImagesThatTheBoundCannotDecideIsTheReferences) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> noise(0.0f, 1.0f);
    std::vector<Image> images;
    for (const float offset : {50.0f, 1000.0f, 3e6f})
        images.push_back(
            make_image(12, 8, samples_of(12, 8, [&](int, int) { return offset + noise(random); })));
    const float wave[] = {1.25f, 0.75f, -1.25f, -0.75f};
    images.push_back(make_image(12, 8, samples_of(12, 8, [&](int x, int) { return wave[x % 4]; })));
    std::uint32_t fallbacks = 0;
    for (const Image& image : images) {
        const CovarianceRun alone(image, GetParam());
        expect_reference(image, alone.entries());
        fallbacks += alone.fallbacks();
        for (const int group_size : {2, 3, 9}) {
            const CovarianceRun shared(image, GetParam(), group_size);
            expect_reference(image, shared.entries());
            EXPECT_EQ(shared.fallbacks(), alone.fallbacks()) << "groups of " << group_size;
        }
    }
    EXPECT_GT(fallbacks, 0u);
}

TEST_P(Covariance, OfNoiseSeldomNeedsTheOrderedSum) {
    std::mt19937 random(11);
    std::normal_distribution<float> noise(0.0f, 1.0f);
    std::uint32_t fallbacks = 0;
    constexpr int images = 20;
    for (int i = 0; i < images; ++i) {
        const Image image = make_image(24, 13, samples_of(24, 13, [&](int, int) { return noise(random); }));
        fallbacks += CovarianceRun(image, GetParam()).fallbacks();
    }
    EXPECT_LT(fallbacks, images / 2 * 1u);
}

// Sums that cancel to 0 or are exact, flat images whose mean is one of the samples, is near them or is beyond
// the next power of two, and samples whose bits lie far apart.
TEST_P(Covariance, OfSpecialImagesIsTheReferences) {
    std::mt19937 random(3);
    const auto flat = [](float value) { return samples_of(6, 4, [=](int, int) { return value; }); };
    const auto checkerboard = [](int x, int y) { return (x + y) % 2 ? 1.0f : -1.0f; };
    const auto tiny = [](int x, int y) { return static_cast<float>((x * 7 + y * 3) % 5 - 2) * 0x1p-140f; };
    const auto one = [](int x, int y) { return x == 6 && y == 6 ? 1.0f : 0.0f; };
    const auto last_place = [](int x, int y) { return x % 3 == y % 2 ? 0.7f : 0.7f + 0x1p-24f; };
    const auto spread = [&](int, int) {
        const float sign = random() % 2 ? 1.0f : -1.0f;
        return std::ldexp(sign * (1.0f + static_cast<float>(random() >> 9) * 0x1p-23f),
                          static_cast<int>(random() % 90) - 80);
    };
    const auto huge = [](int x, int y) { return static_cast<float>((x * 5 + y * 7) % 11 - 5) * 0x1p58f; };
    int number = 0;
    for (const auto& samples :
         {flat(0.0f), flat(-0.0f), flat(1.5f), flat(0.1f), flat(0x1.fffffep0f),
          samples_of(6, 4, checkerboard), samples_of(6, 4, tiny), samples_of(6, 4, one),
          samples_of(6, 4, last_place), samples_of(6, 4, spread), samples_of(6, 4, huge)}) {
        SCOPED_TRACE("image " + std::to_string(number++));
        const Image image = make_image(6, 4, samples);
        expect_reference(image, CovarianceRun(image, GetParam()).entries());
    }
}

INSTANTIATE_TEST_SUITE_P(With, Covariance,
                         testing::Values(EmulatedArithmetic::binary64, EmulatedArithmetic::fp32),
                         [](const auto& instance) {
                             return instance.param == EmulatedArithmetic::fp32 ? "fp32" : "binary64";
                         });

// How many of the 325 entries the rows' sums decide by themselves; those are the reference's.
int decided_by_rows(const Image& image) {
    const CovarianceRun run(image, EmulatedArithmetic::fp32);
    const FixedRowProducts products(run.batch(), 0);
    const std::vector<float> want = reference_entries(image);
    int decided = 0;
    for (int e = 0; e < elements; ++e)
        for (int f = 0; f <= e; ++f) {
            float value = 0.0f;
            if (!products.covariance_if_certain(e, f, value)) continue;
            ++decided;
            EXPECT_EQ(std::bit_cast<std::uint32_t>(value),
                      std::bit_cast<std::uint32_t>(want[static_cast<std::size_t>(e * elements + f)]))
                << "entry " << e << ", " << f;
        }
    return decided;
}

TEST(FixedRows, DecideNearlyAllEntries) {
    std::mt19937 random(5);
    std::normal_distribution<float> noise(0.0f, 3.0f);
    for (const float offset : {0.0f, 50.0f, 3e4f}) {  // means cancel exactly
        const auto sample = [&](int, int) { return offset + noise(random); };
        EXPECT_GE(decided_by_rows(make_image(24, 13, samples_of(24, 13, sample))), 322) << offset;
    }
    EXPECT_GE(decided_by_rows(make_image(2, 2, samples_of(2, 2, [&](int, int) { return noise(random); }))),
              322);
    EXPECT_EQ(decided_by_rows(make_image(6, 4, samples_of(6, 4, [](int, int) { return 1.5f; }))), 325);
}

// Bits below the unit, dropped from samples up to 2^-24 of the largest, widen the bound.
TEST(FixedRows, DecideWhereSamplesLoseBits) {
    std::mt19937 random(6);
    std::normal_distribution<float> noise(0.0f, 1.0f);
    const auto sample = [&](int x, int) { return noise(random) * (x % 2 ? 1.0f : 0x1.234568p-28f); };
    const int decided = decided_by_rows(make_image(24, 13, samples_of(24, 13, sample)));
    EXPECT_GT(decided, 100);
    EXPECT_LT(decided, 325);
}

// The largest magnitude is not finite, but not every window has it. Zeros would be exact in any unit.
TEST(FixedRows, LeaveImagesThatAreNotFiniteToTheEntries) {
    std::mt19937 random(8);
    std::normal_distribution<float> noise(0.0f, 1.0f);
    for (const float value :
         {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()})
        for (const bool zeros : {false, true}) {
            const auto sample = [&](int x, int y) {
                return x == 0 && y == 0 ? value : zeros ? 0.0f : noise(random);
            };
            const Image image = make_image(6, 4, samples_of(6, 4, sample));
            EXPECT_EQ(decided_by_rows(image), 0);
            expect_reference(image, CovarianceRun(image, EmulatedArithmetic::fp32).entries());
        }
}

TEST(FixedRows, AreNoLongerThanAPart) {
    EXPECT_TRUE(sums_fixed_rows(make_image(103, 3, {}).tables));   // 511
    EXPECT_FALSE(sums_fixed_rows(make_image(104, 3, {}).tables));  // 516
    EXPECT_TRUE(sums_fixed_rows(make_image(103, 410, {}).tables));
    EXPECT_FALSE(sums_fixed_rows(make_image(103, 412, {}).tables));  // more than 2^20 terms
}

}  // namespace
}  // namespace speedqa::kernels
