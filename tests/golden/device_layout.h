// Frames in device memory as decoders lay them out.
#pragma once

#include <span>
#include <string>

#include "api/frame_memory.h"

namespace speedqa::golden {

struct DeviceLayout {
    const char* name;
    int offset;        // bytes ahead of each buffer's first row
    int padding;       // bytes behind a row
    bool interleaved;  // U and V as in NV12 and P010
    bool high_bits;    // 10 and 12 bits in the high bits of 16
    bool upside_down;  // rows from the last one up, a negative stride
};

// The kernels read 16 samples at a time from some of these, from others one by one.
std::span<const DeviceLayout> device_layouts();

// Throws std::invalid_argument.
const DeviceLayout& device_layout(const std::string& name);

// The frame in the memory that `copy` copies to. Frames of 8 and 16 bits have no high bits.
Frame laid_out(const DeviceLayout& layout, const FrameFormat& format, const Frame& frame,
               const CopyBytes& copy);

}  // namespace speedqa::golden
