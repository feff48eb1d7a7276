// What a synthetic clip holds: format, and for each plane a pattern and the distortions of the distorted
// clip.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "speed/format.h"

namespace speedqa::golden {

enum class Pattern { flat, texture, fine, columns, gradient, sparse, clipped };
enum class DistortionKind { quantise, box, grain, flat };

// `base` and `amplitude` are in 8-bit steps, `steps` in steps of the clip's own bit depth.
struct PlaneSpec {
    Pattern pattern = Pattern::flat;
    int base = 128;
    int amplitude = 0;
    int steps = 0;
    int velocity_x = 0;  // samples a frame
    int velocity_y = 0;
};

struct Distortion {
    DistortionKind kind = DistortionKind::box;
    int amount = 0;  // in 8-bit steps; unused by box
};

struct ClipSpec {
    std::string name;
    FrameFormat format;
    int frames = 0;
    std::uint32_t seed = 0;
    std::vector<PlaneSpec> planes;
    std::vector<std::vector<Distortion>> distortions;  // of each plane, in the order applied
};

// Every clip of data/clips.txt, in its order.
const std::vector<ClipSpec>& clip_specs();

// Throws std::out_of_range that names the clip.
const ClipSpec& clip_spec(std::string_view name);

}  // namespace speedqa::golden
