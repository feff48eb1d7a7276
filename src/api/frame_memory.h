// Copies of frames in memory of a caller's choice.
#pragma once

#include <functional>
#include <memory>

#include "api/frame_copy.h"

namespace speedqa {

// A copy of so many bytes.
using CopyBytes = std::function<std::shared_ptr<void>(const void* from, std::size_t bytes)>;

std::shared_ptr<void> copy_to_ordinary_memory(const void* from, std::size_t bytes);

// The planes in use of a frame in host memory, one after the other in one piece that `copy` makes. Rows begin
// at multiples of 16 bytes, as every backend reads them best.
Frame copy_frame_with(const CopyBytes& copy, const FrameFormat& format, PlaneUse use, const Frame& frame);

}  // namespace speedqa
