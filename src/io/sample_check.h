// Finds samples that the bit depth does not allow: the sign of a clip that is not what it was taken for.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "speed/format.h"

namespace speedqa {

// Looks at the planes that are there, at 10 and 12 bits; other depths use all values. Throws Error (input)
// that names the clip, the frame, the plane and the position of the first sample above the maximum. Calls
// `looked_at` behind each MiB or so of samples.
void check_samples(
    const FrameView& frame, const FrameFormat& format, const std::string& clip, std::int64_t number,
    const std::function<void()>& looked_at = [] {});

}  // namespace speedqa
