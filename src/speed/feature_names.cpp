// The keys under which libvmaf writes scores, and the presets of the VMAF v1 models.
#include <array>

#include "api/error.h"
#include "speed/option_table.h"
#include "speed/text.h"

namespace speedqa {
namespace {

std::string option_suffix(const OptionInfo& option, const Options& options) {
    static const Options defaults;
    const std::string prefix = std::string("_") + option.alias;
    switch (option.kind) {
        case OptionKind::number: {
            const double value = options.*option.number;
            return value == defaults.*option.number ? "" : prefix + "_" + format_g(value);
        }
        case OptionKind::integer:
            return options.weight_var_mode == 0 ? "" : prefix + "_" + std::to_string(options.weight_var_mode);
        case OptionKind::boolean:
            return options.use_ref_diff ? prefix : "";
        case OptionKind::method:
            break;
    }
    return options.prescale_method == defaults.prescale_method
               ? ""
               : prefix + "_" + prescale_method_name(options.prescale_method);
}

struct Preset {
    const char* name;
    double prescale;  // bilinear where it is not 1
};

// One for each VMAF v1 model, the plain and the high-frame-rate ones: viewing distance in picture heights,
// and the height of the display where it is not 1080.
constexpr std::array<Preset, 8> presets = {{
    {"vmaf_v1_3d0h", 1.0},
    {"vmaf_v1_3d0h_2160", 0.5},
    {"vmaf_v1_5d0h", 0.6},
    {"vmaf_v1_1d5h_2160", 1.0},
    {"vmaf_v1_hfr_3d0h", 1.0},
    {"vmaf_v1_hfr_3d0h_2160", 0.5},
    {"vmaf_v1_hfr_5d0h", 0.6},
    {"vmaf_v1_hfr_1d5h_2160", 1.0},
}};

}  // namespace

const char* prescale_method_name(PrescaleMethod method) {
    switch (method) {
        case PrescaleMethod::nearest:
            return "nearest";
        case PrescaleMethod::bilinear:
            return "bilinear";
        case PrescaleMethod::bicubic:
            return "bicubic";
        case PrescaleMethod::lanczos4:
            break;
    }
    return "lanczos4";
}

std::vector<std::string> score_names(const FeatureRequest& request) {
    std::string suffix;
    for (const OptionInfo& option : option_table)
        if (applies_to(option, request.feature)) suffix += option_suffix(option, request.options);
    if (request.feature == Feature::speed_temporal) return {"speed_temporal" + suffix};
    return {"speed_chroma_u" + suffix, "speed_chroma_v" + suffix, "speed_chroma_uv" + suffix};
}

std::vector<std::string> preset_names() {
    std::vector<std::string> names;
    for (const Preset& known : presets) names.push_back(known.name);
    return names;
}

FeatureRequest preset(std::string_view name) {
    for (const Preset& known : presets) {
        if (name != known.name) continue;
        FeatureRequest request;
        request.options.sigma_nn = 0.19;
        request.options.nn_floor = 0.1;
        request.options.weight_var_mode = 5;
        request.options.max_val = 45.0;
        request.options.prescale = known.prescale;
        if (known.prescale != 1.0) request.options.prescale_method = PrescaleMethod::bilinear;
        return request;
    }
    throw Error(SPEEDQA_INVALID_ARGUMENT,
                "preset '" + std::string(name) + "': must be one of " + join(preset_names(), ", "));
}

}  // namespace speedqa
