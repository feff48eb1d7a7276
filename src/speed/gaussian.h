// The Gaussian weights of the anti-alias filter and of the local mean.
#pragma once

#include <vector>

namespace speedqa {

// Taps of a filter of nominal size 9 (anti-alias) or 2 (local mean) at a kernelscale: at least 3, always odd.
int filter_taps(int nominal_size, double kernelscale);

// Weights of the anti-alias filter (sigma 2n/5) and of the local mean (sigma n/5), n = filter_taps().
std::vector<float> antialias_weights(double kernelscale);
std::vector<float> local_mean_weights(double kernelscale);

}  // namespace speedqa
