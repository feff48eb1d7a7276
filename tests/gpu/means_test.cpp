// The means of images of any width are the reference's sums in order, whether threads of a group both read
// and add, or share that work out.
#include "kernels/means.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "exact/native_binary64.h"
#include "gpu/emulated_queue.h"
#include "speed/covariance.h"

namespace speedqa::device {
namespace {

ImageTables tables_of(int blocks_across, int blocks_down) {
    ImageTables tables{};
    tables.blocks_across = blocks_across;
    tables.blocks_down = blocks_down;
    tables.small_width = blocks_across * block_size + 3;
    tables.small_height = blocks_down * block_size + 2;
    tables.window_width = blocks_across * block_size - (block_size - 1);
    tables.window_height = blocks_down * block_size - (block_size - 1);
    return tables;
}

std::vector<std::uint32_t> bits(const std::vector<float>& values) {
    std::vector<std::uint32_t> result;
    for (const float value : values) result.push_back(std::bit_cast<std::uint32_t>(value));
    return result;
}

class Means : public testing::TestWithParam<int> {};

TEST_P(Means, AreTheReferences) {
    struct Size {
        int across, down, buffers;
        bool fits;
    };
    // As wide as two buffers of local memory take, one, and none.
    for (const Size& size : {Size{1, 1, 2, true},
                             {3, 2, 2, true},
                             {24, 13, 2, true},
                             {48, 27, 2, true},
                             {121, 3, 2, true},
                             {150, 3, 1, true},
                             {400, 2, 1, false}}) {
        SCOPED_TRACE(std::to_string(size.across) + " by " + std::to_string(size.down) + " blocks");
        kernels::FeatureBatch batch{};
        batch.tables = tables_of(size.across, size.down);
        const kernels::MeansParts parts(batch.tables);
        EXPECT_EQ(parts.buffers, size.buffers);
        EXPECT_EQ(parts.rows > 0, size.fits);
        std::mt19937 random(5);
        std::normal_distribution<float> noise(1.0f, 30.0f);
        std::vector<float> samples(static_cast<std::size_t>(batch.image_samples()));
        for (float& sample : samples) sample = noise(random);
        std::vector<float> got(elements), want(elements);
        batch.pairs = 1;
        batch.images_per_pair = 1;
        batch.small_image = samples.data();
        batch.means = got.data();
        const Launch launch{Kernel::means, 1, 1, GetParam(), kernels::means_local_bytes, false};
        const Chain chain{batch, {launch}};
        make_emulated_queue(GetParam(), EmulatedArithmetic::fp32)->launch({&chain, 1});
        element_means<exact::NativeBinary64>(SerialGroup(), batch.tables, samples.data(), want.data());
        EXPECT_EQ(bits(got), bits(want));
    }
}

INSTANTIATE_TEST_SUITE_P(GroupSizes, Means, testing::Values(1, 7, 32, 33, 48));

}  // namespace
}  // namespace speedqa::device
