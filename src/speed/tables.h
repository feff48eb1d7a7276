// The numbers that the steps read, as plain data that a device can hold: sizes, filter weights, prescale
// taps, constants.
#pragma once

#include "exact/host_device.h"

namespace speedqa {

inline constexpr int block_size = 5;
inline constexpr int elements = 25;      // of a block
inline constexpr int covariances = 325;  // of the lower half of a 25 by 25 matrix, diagonal included
inline constexpr int decimation = 16;    // samples of the filtered image for one of the small image, per axis
inline constexpr int max_filter_taps = 37;  // kernelscale 4
inline constexpr int max_mean_taps = 9;     // kernelscale 4

// Scaled sample x of a row is the sum over t of column_weight[x*taps + t] times source sample
// column_index[x*taps + t]; rows alike. taps is 0 where there is no prescale, 1 for nearest (weights unused),
// 2 bilinear, 4 bicubic, 9 lanczos4.
struct PrescaleTables {
    int taps = 0;
    bool divide_by_weights = false;  // lanczos4: the value is divided by the sum of its 81 weights
    const int* column_index = nullptr;
    const float* column_weight = nullptr;
    const int* row_index = nullptr;
    const float* row_weight = nullptr;
};

struct ImageTables {
    int source_width = 0, source_height = 0;  // samples of the plane
    int scaled_width = 0, scaled_height = 0;  // after prescale
    int small_width = 0, small_height = 0;    // after decimation
    int window_width = 0, window_height = 0;  // of one element's samples in the statistics: cut size - 4
    int blocks_across = 0, blocks_down = 0;

    PrescaleTables prescale;
    int filter_taps = 0;
    const float* filter_weights = nullptr;
    int mean_taps = 0;
    const float* mean_weights = nullptr;

    float sample_scale = 1.0f;  // fp32 sample = integer sample * sample_scale - 128
    bool wide_samples = false;  // 16-bit samples in memory

    float sigma = 0.0f;      // speed_sigma_nn
    float base = 0.0f;       // entropy of a block without signal; blocks below it count 0
    float max_score = 0.0f;  // speed_max_val; infinite where no cap applies
    int weight_mode = 0;

    SPEEDQA_HOST_DEVICE int window_samples() const { return window_width * window_height; }
    SPEEDQA_HOST_DEVICE int blocks() const { return blocks_across * blocks_down; }
};

}  // namespace speedqa
