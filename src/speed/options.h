// The two features, their options with ranges and aliases, and the presets of the VMAF v1 models.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "speed/format.h"

namespace speedqa {

enum class Feature { speed_chroma, speed_temporal };
enum class PrescaleMethod { nearest, bilinear, bicubic, lanczos4 };

// Names, defaults and ranges are those of libvmaf; docs/algorithm.md, section 1, lists them.
struct Options {
    double kernelscale = 1.0;
    double prescale = 1.0;
    PrescaleMethod prescale_method = PrescaleMethod::nearest;
    double sigma_nn = 0.29;
    double nn_floor = 0.0;
    double max_val = 1000.0;
    int weight_var_mode = 0;    // speed_chroma only
    bool use_ref_diff = false;  // speed_temporal only

    bool operator==(const Options&) const = default;
};

struct FeatureRequest {
    Feature feature = Feature::speed_chroma;
    Options options;

    bool operator==(const FeatureRequest&) const = default;
};

const char* feature_name(Feature feature);

// Sets one option by its name or alias. Throws Error (invalid_argument) that names the option, the value
// given and what is allowed.
void set_option(FeatureRequest& request, std::string_view name, std::string_view value);

// Reads "speed_chroma=speed_sigma_nn=0.19:wvm=5". Throws Error (invalid_argument).
FeatureRequest parse_feature(std::string_view text);

// The request that a VMAF v1 model makes of speed_chroma, "vmaf_v1_3d0h_2160" for example. Throws Error
// (invalid_argument) that lists the presets.
FeatureRequest preset(std::string_view name);
std::vector<std::string> preset_names();

// The keys of the scores of a request in outputs, as libvmaf writes them: speed_chroma has three (u, v, uv),
// speed_temporal one; options that are not at their default append _alias_value in the order of their full
// names.
std::vector<std::string> score_names(const FeatureRequest& request);
int score_count(Feature feature);

// Throws Error (unsupported, too_small or invalid_argument) if `request` can't be computed on frames of
// `format`.
void check_request(const FeatureRequest& request, const FrameFormat& format);

// Throws Error (invalid_argument, unsupported) for sizes and bit depths that no feature accepts.
void check_format(const FrameFormat& format);

}  // namespace speedqa
