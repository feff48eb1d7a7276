// Frames that a caller hands over in device memory.
#include "api/device_frame.h"

#include <cstdint>
#include <cstdlib>

#include "api/error.h"

namespace speedqa {
namespace {

[[noreturn]] void refuse(const std::string& message) {
    throw Error(SPEEDQA_INVALID_ARGUMENT, message);
}

int checked_step(const FrameFormat& format, const speedqa_device_plane& plane, const std::string& name) {
    const int bytes = bytes_per_sample(format);
    if (plane.step == 0) return bytes;
    if (plane.step < bytes)
        refuse(name + ": step " + std::to_string(plane.step) + ": must be 0 or at least " +
               std::to_string(bytes) + " bytes, one sample");
    return plane.step;
}

void check_plane(const FrameFormat& format, int index, const speedqa_device_plane& plane, int step,
                 const std::string& name) {
    if (!plane.data) refuse(name + " is null");
    const int bytes = bytes_per_sample(format);
    const std::ptrdiff_t least = std::ptrdiff_t{scored_plane_size(format, index).width - 1} * step + bytes;
    if (std::abs(plane.stride) < least)
        refuse(name + ": stride " + std::to_string(plane.stride) + ": must be at least " +
               std::to_string(least) + " bytes, one row");
    const auto address = reinterpret_cast<std::uintptr_t>(plane.data);
    if ((address | static_cast<std::uintptr_t>(plane.stride) | static_cast<std::uintptr_t>(step)) %
            static_cast<std::uintptr_t>(bytes) !=
        0)
        refuse(name + ": address, stride and step must be multiples of " + std::to_string(bytes) +
               " bytes, one sample");
}

}  // namespace

std::shared_ptr<const void> owner_of(const speedqa_device_frame* frame) {
    if (!frame || !frame->release) return nullptr;
    const auto release = frame->release;
    return {frame->user, [release](void* user) { release(user); }};
}

Frame device_frame(const FrameFormat& format, PlaneUse use, const speedqa_device_frame& frame,
                   std::shared_ptr<const void> owner, std::shared_ptr<void> mark, const std::string& where) {
    if (frame.high_bits && (format.bit_depth == 8 || format.bit_depth == 16))
        refuse(where + ": high_bits is for 10 and 12 bits, not " + std::to_string(format.bit_depth));
    auto placement = std::make_shared<DevicePlacement>();
    Frame result;
    for (int plane = 0; plane < plane_count(format); ++plane) {
        if (!(plane == 0 ? use.luma : use.chroma)) continue;
        const std::string name = where + ", plane " + "YUV"[plane];
        const speedqa_device_plane& given = frame.planes[plane];
        placement->step[plane] = checked_step(format, given, name);
        check_plane(format, plane, given, placement->step[plane], name);
        result.view.planes[plane] = {given.data, given.stride};
    }
    placement->high_bits = frame.high_bits != 0;
    placement->mark = std::move(mark);
    result.owner = std::move(owner);
    result.device = std::move(placement);
    return result;
}

}  // namespace speedqa
