// Copies of the planes that a set of features reads, from a caller's frame.
#pragma once

#include <string>
#include <vector>

#include "speed/format.h"
#include "speed/options.h"
#include "speedqa/speedqa.h"

namespace speedqa {

struct PlaneUse {
    bool luma = false;
    bool chroma = false;
};

PlaneUse planes_used(const std::vector<FeatureRequest>& requests);

// A packed copy of the planes in use. Throws Error (invalid_argument) where one is null or its stride too
// short; `where` opens the message.
Frame copy_frame(const FrameFormat& format, PlaneUse use, const speedqa_frame& frame,
                 const std::string& where);

}  // namespace speedqa
