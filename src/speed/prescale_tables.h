// The taps of the prescale, one axis at a time: which source samples, with which weights.
#pragma once

#include <vector>

#include "speed/options.h"

namespace speedqa {

// Output k is the sum over t of weight[k*taps + t] * source[index[k*taps + t]]; nearest has one tap and no
// weights.
struct AxisTaps {
    int taps = 0;
    std::vector<int> index;
    std::vector<float> weight;
};

// The size of an axis after scaling: (int)(size*prescale + 0.5) in fp64.
int scaled_size(int size, double prescale);

// True where prescale is within 1e-3 of 1: sizes then stay as they are and nothing is scaled.
bool is_unscaled(double prescale);

AxisTaps axis_taps(PrescaleMethod method, int source_size, int scaled_size);

}  // namespace speedqa
