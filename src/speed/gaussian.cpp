// Gaussian weights: exp in fp64, the rest in the reference's order of roundings.
#include "speed/gaussian.h"

#include <algorithm>
#include <cmath>

#include "speed/elementary.h"

namespace speedqa {
namespace {

constexpr double pi = 0x1.921fb54442d18p+1;

// Weight i before normalisation is RN32(exp(-0.5*x/sigma*x/sigma)) / RN32(1/(sigma*sqrt(2*pi))), x = i - n/2;
// the sum of the weights is taken in ascending i.
std::vector<float> gaussian_weights(int taps, float sigma) {
    std::vector<float> weights(static_cast<std::size_t>(taps));
    const double wide_sigma = sigma;
    const float scale = static_cast<float>(1.0 / (wide_sigma * std::sqrt(2.0 * pi)));
    float sum = 0.0f;
    for (int i = 0; i < taps; ++i) {
        const double x = i - taps / 2;
        const double exponent = -0.5 * x / wide_sigma * x / wide_sigma;
        float& weight = weights[static_cast<std::size_t>(i)];
        weight = static_cast<float>(exp_binary64(exponent)) / scale;
        sum += weight;
    }
    for (float& weight : weights) weight /= sum;
    return weights;
}

}  // namespace

int filter_taps(int nominal_size, double kernelscale) {
    const float scaled = static_cast<float>(nominal_size) * static_cast<float>(kernelscale);
    int taps = static_cast<int>(std::ceil(scaled));
    if (taps % 2 == 0) ++taps;
    return std::max(taps, 3);
}

std::vector<float> antialias_weights(double kernelscale) {
    const int taps = filter_taps(9, kernelscale);
    return gaussian_weights(taps, static_cast<float>(2.0 * taps / 5.0));
}

std::vector<float> local_mean_weights(double kernelscale) {
    const int taps = filter_taps(2, kernelscale);
    return gaussian_weights(taps, static_cast<float>(taps) / 5.0f);
}

}  // namespace speedqa
