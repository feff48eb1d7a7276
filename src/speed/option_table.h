// Every option once: name, alias, range, and the member of Options that holds it.
#pragma once

#include <array>

#include "speed/options.h"

namespace speedqa {

enum class OptionKind { number, integer, boolean, method };

struct OptionInfo {
    const char* name;
    const char* alias;
    OptionKind kind;
    bool chroma;
    bool temporal;
    double Options::*number;  // of kind number
    double minimum;
    double maximum;
};

// In the order of the full names, which is the order of the aliases in score names.
inline constexpr std::array<OptionInfo, 8> option_table = {{
    {"speed_kernelscale", "ks", OptionKind::number, true, true, &Options::kernelscale, 0.1, 4.0},
    {"speed_max_val", "mxv", OptionKind::number, true, true, &Options::max_val, 0.0, 1000.0},
    {"speed_nn_floor", "nnf", OptionKind::number, true, true, &Options::nn_floor, 0.0, 1.0},
    {"speed_prescale", "ps", OptionKind::number, true, true, &Options::prescale, 0.1, 4.0},
    {"speed_prescale_method", "psm", OptionKind::method, true, true, nullptr, 0.0, 0.0},
    {"speed_sigma_nn", "snn", OptionKind::number, true, true, &Options::sigma_nn, 0.1, 2.0},
    {"speed_use_ref_diff", "urd", OptionKind::boolean, false, true, nullptr, 0.0, 0.0},
    {"speed_weight_var_mode", "wvm", OptionKind::integer, true, false, nullptr, 0.0, 6.0},
}};

constexpr bool applies_to(const OptionInfo& option, Feature feature) {
    return feature == Feature::speed_chroma ? option.chroma : option.temporal;
}

const char* prescale_method_name(PrescaleMethod method);

}  // namespace speedqa
