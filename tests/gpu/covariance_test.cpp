// Covariances from row products are those of the reference's ordered fp64 sums, entry by entry, where the
// bound decides and where it does not.
#include "kernels/covariance.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "exact/native_binary64.h"
#include "gpu/emulated_queue.h"
#include "speed/covariance.h"

namespace speedqa::kernels {
namespace {

struct Image {
    ImageTables tables;
    std::vector<float> samples;
};

Image make_image(int blocks_across, int blocks_down, const std::vector<float>& samples) {
    Image image;
    image.tables.blocks_across = blocks_across;
    image.tables.blocks_down = blocks_down;
    image.tables.small_width = blocks_across * block_size + 3;
    image.tables.small_height = blocks_down * block_size + 2;
    image.tables.window_width = blocks_across * block_size - (block_size - 1);
    image.tables.window_height = blocks_down * block_size - (block_size - 1);
    image.samples = samples;
    return image;
}

struct Covariances {
    std::vector<float> entries = std::vector<float>(matrix_size);
    std::uint32_t fallbacks = 0;
};

std::vector<float> means_of(const Image& image) {
    std::vector<float> means(elements);
    element_means<exact::NativeBinary64>(SerialGroup(), image.tables, image.samples.data(), means.data());
    return means;
}

Covariances from_row_products(const Image& image, int group_size = 1) {
    std::vector<float> means = means_of(image);
    std::vector<float> samples = image.samples;
    std::vector<double> products(static_cast<std::size_t>(row_product_count(image.tables)));
    Covariances result;
    FeatureBatch batch{};
    batch.tables = image.tables;
    batch.pairs = 1;
    batch.images_per_pair = 2;
    batch.small_image = samples.data();
    batch.means = means.data();
    batch.row_products = products.data();
    batch.covariance = result.entries.data();
    batch.fallbacks = &result.fallbacks;
    using device::Kernel;
    const device::Chain chain{
        batch,
        {{Kernel::row_products, row_bands(image.tables), 1, group_size, row_products_local_bytes, false},
         {Kernel::covariance, 1, 1, group_size, covariance_local_bytes, false}}};
    device::make_emulated_queue(group_size, device::EmulatedArithmetic::binary64)->launch({&chain, 1});
    return result;
}

void expect_reference(const Image& image, const Covariances& got) {
    std::vector<float> want(matrix_size);
    unsigned unused = 0;
    const std::vector<float> means = means_of(image);
    covariance_matrix<exact::NativeBinary64>(SerialGroup(), image.tables, image.samples.data(), means.data(),
                                             want.data(), unused);
    for (int i = 0; i < matrix_size; ++i)
        ASSERT_EQ(std::bit_cast<std::uint32_t>(got.entries[static_cast<std::size_t>(i)]),
                  std::bit_cast<std::uint32_t>(want[static_cast<std::size_t>(i)]))
            << "entry " << i / elements << ", " << i % elements;
}

template <class Sample>
std::vector<float> samples_of(int blocks_across, int blocks_down, const Sample& sample) {
    const int width = blocks_across * block_size + 3;
    const int height = blocks_down * block_size + 2;
    std::vector<float> samples;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) samples.push_back(sample(x, y));
    return samples;
}

TEST(Covariance, OfNoiseIsTheReferences) {
    std::mt19937 random(20260101);
    std::normal_distribution<float> noise(0.0f, 3.0f);
    for (const auto& [across, down] : {std::pair{1, 1}, {1, 9}, {9, 1}, {2, 2}, {7, 5}, {24, 13}, {48, 27}}) {
        SCOPED_TRACE(std::to_string(across) + " by " + std::to_string(down) + " blocks");
        const Image image =
            make_image(across, down, samples_of(across, down, [&](int, int) { return noise(random); }));
        expect_reference(image, from_row_products(image));
    }
}

// Means far from 0 make the bound wide, tiny samples make sums small: the ordered sum must step in.
TEST(Covariance, OfImagesThatTheBoundCannotDecideIsTheReferences) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> noise(0.0f, 1.0f);
    std::uint32_t fallbacks = 0;
    for (const float offset : {50.0f, 1000.0f, 3e6f}) {
        const Image image =
            make_image(12, 8, samples_of(12, 8, [&](int, int) { return offset + noise(random); }));
        const Covariances got = from_row_products(image);
        expect_reference(image, got);
        fallbacks += got.fallbacks;
        for (const int group_size : {2, 3, 9}) {
            const Covariances shared = from_row_products(image, group_size);
            expect_reference(image, shared);
            EXPECT_EQ(shared.fallbacks, got.fallbacks) << "groups of " << group_size;
        }
    }
    EXPECT_GT(fallbacks, 0u);
}

TEST(Covariance, OfNoiseSeldomNeedsTheOrderedSum) {
    std::mt19937 random(11);
    std::normal_distribution<float> noise(0.0f, 1.0f);
    std::uint32_t fallbacks = 0;
    constexpr int images = 20;
    for (int i = 0; i < images; ++i)
        fallbacks +=
            from_row_products(make_image(24, 13, samples_of(24, 13, [&](int, int) { return noise(random); })))
                .fallbacks;
    EXPECT_LT(fallbacks, images / 2 * 1u);
}

// Sums that cancel to 0 or are exact: flat, a checkerboard, one sample.
TEST(Covariance, OfSpecialImagesIsTheReferences) {
    const auto flat = [](int, int) { return 0.0f; };
    const auto negative_zero = [](int, int) { return -0.0f; };
    const auto constant = [](int, int) { return 1.5f; };
    const auto checkerboard = [](int x, int y) { return (x + y) % 2 ? 1.0f : -1.0f; };
    const auto tiny = [](int x, int y) { return static_cast<float>((x * 7 + y * 3) % 5 - 2) * 0x1p-140f; };
    const auto one = [](int x, int y) { return x == 6 && y == 6 ? 1.0f : 0.0f; };
    for (const auto& samples :
         {samples_of(6, 4, flat), samples_of(6, 4, negative_zero), samples_of(6, 4, constant),
          samples_of(6, 4, checkerboard), samples_of(6, 4, tiny), samples_of(6, 4, one)}) {
        const Image image = make_image(6, 4, samples);
        expect_reference(image, from_row_products(image));
    }
}

}  // namespace
}  // namespace speedqa::kernels
