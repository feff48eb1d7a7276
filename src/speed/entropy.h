// Variance and entropy of each block of an image.
#pragma once

#include "speed/covariance.h"
#include "speed/linear_solve.h"

namespace speedqa {

// The 25 samples of block `block` (blocks counted row by row).
SPEEDQA_HOST_DEVICE void block_samples(const ImageTables& tables, const float* small_image, int block,
                                       float* samples) {
    const int column = block % tables.blocks_across * block_size;
    const int row = block / tables.blocks_across * block_size;
    for (int e = 0; e < elements; ++e)
        samples[e] = element_window(tables, small_image, e)[row * tables.small_width + column];
}

// Sum over e, in order from e = 0, of (x[e]*y[e])/25, where K x = y; 0 where K is singular, since x is then
// 0.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE float block_variance(const ImageTables& tables, const float* small_image, int block,
                                         const float* q, const float* r) {
    float y[elements];
    float x[elements];
    block_samples(tables, small_image, block, y);
    solve_block<Arithmetic>(q, r, y, x);
    float variance = 0.0f;
    for (int e = 0; e < elements; ++e) {
        const float term = Arithmetic::divide(x[e] * y[e], 25.0f);
        variance = e == 0 ? term : exact::in_order(variance + term);
    }
    return variance;
}

// For each eigenvalue in the order found, negative ones as 0: E = RN32(E + (log2(L*variance + sigma) +
// log2(2*pi*e))), the argument in fp32, the rest in fp64.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE float block_entropy(const float* eigenvalues, float variance, float sigma,
                                        unsigned& fallbacks) {
    float entropy = 0.0f;
    for (int i = 0; i < elements; ++i) {
        const float eigenvalue = eigenvalues[i] < 0.0f ? 0.0f : eigenvalues[i];
        entropy = Arithmetic::add_entropy(entropy, eigenvalue * variance + sigma, fallbacks);
    }
    return entropy;
}

}  // namespace speedqa
