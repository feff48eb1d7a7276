// The fp64 weights of speed_weight_var_mode 3 to 6.
#pragma once

namespace speedqa::exact {

// log2's argument is 1 + the mix of the variances of the reference and the distorted block.
enum class WeightMix {
    half,              // (ref + dis)/2, the inner sum in fp32
    mostly_reference,  // 0.75*ref + 0.25*dis, in fp64
    mostly_distorted,  // 0.25*ref + 0.75*dis, in fp64
};

}  // namespace speedqa::exact
