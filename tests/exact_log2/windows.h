// Small images for the tests of the long sums, and the reference's covariance of two of their windows in the
// host's fp64.
#pragma once

#include <cmath>
#include <vector>

#include "check.h"
#include "exact/long_sum.h"

namespace speedqa::exact {

struct Image {
    int width, height;
    std::vector<float> samples;

    float& at(int x, int y) { return samples[static_cast<std::size_t>(y * width + x)]; }
    std::uint32_t largest() const {
        std::uint32_t bits = 0;
        for (const float x : samples) bits = std::max(bits, bits_of(x) & magnitude_mask);
        return bits;
    }
};

inline double uniform(std::mt19937_64& random) {
    return std::ldexp(static_cast<double>(random() >> 11), -53);
}

// fp32 mean over a window, in order, as the reference takes it.
inline float window_mean(const float* window, int stride, int width, int height) {
    float sum = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) sum += window[y * stride + x];
    return sum / static_cast<float>(width * height);
}

// The windows of elements e and f of a 5 by 5 block.
inline WindowPair element_windows(const Image& image, int e, int f) {
    const int width = image.width - 4, height = image.height - 4;
    const float* x = image.samples.data() + e / 5 * image.width + e % 5;
    const float* y = image.samples.data() + f / 5 * image.width + f % 5;
    return {x,
            y,
            image.width,
            width,
            height,
            window_mean(x, image.width, width, height),
            window_mean(y, image.width, width, height)};
}

// The reference's sum, each operation in fp64.
inline double sum_oracle(const WindowPair& windows) {
    double sum = 0;
    for (int row = 0; row < windows.height; ++row)
        for (int column = 0; column < windows.width; ++column) {
            const int at = row * windows.stride + column;
            sum += (static_cast<double>(windows.x[at]) - windows.mean_x) *
                   (static_cast<double>(windows.y[at]) - windows.mean_y);
        }
    return sum;
}

inline float covariance_oracle(const WindowPair& windows) {
    return static_cast<float>(sum_oracle(windows) / static_cast<double>(windows.width * windows.height));
}

// Noise of several octaves less its local mean: what an image of natural texture leaves after the decimation.
inline Image texture(std::mt19937_64& random, int width, int height) {
    Image image = {width, height, std::vector<float>(static_cast<std::size_t>(width * height))};
    std::vector<double> sum(image.samples.size());
    for (int octave = 0; octave < 6; ++octave) {
        const int cell = 1 << octave, across = width / cell + 2;
        std::vector<double> lattice(static_cast<std::size_t>(across * (height / cell + 2)));
        for (double& value : lattice) value = 2 * uniform(random) - 1;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const double dx = static_cast<double>(x % cell) / cell,
                             dy = static_cast<double>(y % cell) / cell;
                const double* corner = lattice.data() + y / cell * across + x / cell;
                const double upper = corner[0] + dx * (corner[1] - corner[0]);
                const double lower = corner[across] + dx * (corner[across + 1] - corner[across]);
                sum[static_cast<std::size_t>(y * width + x)] +=
                    (4 << octave) * (upper + dy * (lower - upper));
            }
    }
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            double mean = 0;
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) {
                    const int row = std::clamp(y + dy, 0, height - 1),
                              column = std::clamp(x + dx, 0, width - 1);
                    mean += sum[static_cast<std::size_t>(row * width + column)] / 9;
                }
            image.at(x, y) = static_cast<float>(sum[static_cast<std::size_t>(y * width + x)] - mean);
        }
    return image;
}

}  // namespace speedqa::exact
