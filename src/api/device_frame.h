// Frames that a caller hands over in device memory.
#pragma once

#include <memory>
#include <string>

#include "api/frame_copy.h"

namespace speedqa {

// What calls the caller's `release` when the last frame that shares it is gone; null where there is none.
std::shared_ptr<const void> owner_of(const speedqa_device_frame* frame);

// The frame with its planes in use, `owner` and `mark` (Backend::mark). Throws Error (invalid_argument) where
// a plane is null or its rows can't hold the samples; `where` opens the message.
Frame device_frame(const FrameFormat& format, PlaneUse use, const speedqa_device_frame& frame,
                   std::shared_ptr<const void> owner, std::shared_ptr<void> mark, const std::string& where);

}  // namespace speedqa
