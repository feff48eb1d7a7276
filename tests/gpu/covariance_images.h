// Covariances of images made for a test: of the kernels, on emulated devices, and of the reference.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "exact/native_binary64.h"
#include "gpu/emulated_queue.h"
#include "kernels/kernels.h"
#include "speed/covariance.h"

namespace speedqa::kernels {

struct Image {
    ImageTables tables;
    std::vector<float> samples;
};

inline Image make_image(int blocks_across, int blocks_down, const std::vector<float>& samples) {
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

inline std::vector<float> means_of(const Image& image) {
    std::vector<float> means(elements);
    element_means<exact::NativeBinary64>(SerialGroup(), image.tables, image.samples.data(), means.data());
    return means;
}

// An image with the memory of the kernels that make its covariances, run as the launch list has them.
class CovarianceRun {
  public:
    CovarianceRun(const Image& image, device::EmulatedArithmetic arithmetic, int group_size = 1)
        : image_(image) {
        batch_.tables = image_.tables;
        batch_.pairs = 1;
        batch_.images_per_pair = 1;
        batch_.small_image = image_.samples.data();
        batch_.means = means_.data();
        batch_.row_products = products_.data();
        batch_.fixed_products = fixed_products_.data();
        batch_.row_sizes = row_sizes_.data();
        batch_.magnitudes = &magnitudes_;
        batch_.covariance = entries_.data();
        batch_.fallbacks = &fallbacks_;
        const bool binary64 = arithmetic == device::EmulatedArithmetic::binary64;
        device::Chain chain{batch_, {}};
        for (device::Launch launch : device::launch_list(batch_, {binary64, false})) {
            launch.group_size = group_size;
            if (makes_covariances(launch.kernel)) chain.launches.push_back(launch);
        }
        device::make_emulated_queue(group_size, arithmetic)->launch({&chain, 1});
    }
    CovarianceRun(const CovarianceRun&) = delete;

    const FeatureBatch& batch() const { return batch_; }
    const std::vector<float>& entries() const { return entries_; }
    std::uint32_t fallbacks() const { return fallbacks_; }

  private:
    static bool makes_covariances(device::Kernel kernel) {
        using enum device::Kernel;
        return kernel == magnitudes || kernel == means || kernel == row_products || kernel == covariance ||
               kernel == covariance_entries;
    }

    Image image_;
    std::size_t row_count_ = static_cast<std::size_t>(row_product_count(image_.tables));
    std::vector<double> products_ = std::vector<double>(row_count_);
    std::vector<exact::Int128> fixed_products_ = std::vector<exact::Int128>(row_count_);
    std::vector<float> row_sizes_ = std::vector<float>(row_count_);
    std::vector<float> means_ = std::vector<float>(elements);
    std::vector<float> entries_ = std::vector<float>(matrix_size);
    Magnitudes magnitudes_{};
    std::uint32_t fallbacks_ = 0;
    FeatureBatch batch_{};
};

inline std::vector<float> reference_entries(const Image& image) {
    std::vector<float> entries(matrix_size);
    unsigned unused = 0;
    covariance_matrix<exact::NativeBinary64>(SerialGroup(), image.tables, image.samples.data(),
                                             means_of(image).data(), entries.data(), unused);
    return entries;
}

// NaN is NaN, whatever its sign.
inline void expect_reference(const Image& image, const std::vector<float>& got) {
    const std::vector<float> want = reference_entries(image);
    for (std::size_t i = 0; i < want.size(); ++i) {
        if (std::isnan(want[i]) && std::isnan(got[i])) continue;
        ASSERT_EQ(std::bit_cast<std::uint32_t>(got[i]), std::bit_cast<std::uint32_t>(want[i]))
            << "entry " << i / elements << ", " << i % elements;
    }
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

}  // namespace speedqa::kernels
