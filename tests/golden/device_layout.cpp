// Frames in device memory as decoders lay them out.
#include "golden/device_layout.h"

#include <cstring>
#include <stdexcept>
#include <vector>

namespace speedqa::golden {
namespace {

constexpr DeviceLayout layouts[] = {
    {"packed", 0, 0, false, false, false},    {"aligned", 0, -1, false, false, false},  // to 256 bytes
    {"padded", 0, 40, false, false, false},   {"unaligned", 2, 6, false, false, false},
    {"nv12", 0, -1, true, false, false},      {"p010", 0, -1, true, true, false},
    {"high_bits", 0, -1, false, true, false}, {"upside_down", 0, -1, false, false, true},
};

// How one plane lies in its buffer.
struct PlanePlace {
    int buffer;  // a plane's own, or that of U for both
    std::ptrdiff_t first, stride;
    int step;
};

PlanePlace place_of(const DeviceLayout& layout, const FrameFormat& format, int plane) {
    const PlaneSize size = scored_plane_size(format, plane);
    const int bytes = bytes_per_sample(format);
    const bool shared = layout.interleaved && plane > 0;
    const int step = shared ? 2 * bytes : bytes;
    const int row = size.width * step;
    const std::ptrdiff_t pitch = layout.padding < 0 ? (row + 255) / 256 * 256 : row + layout.padding;
    const std::ptrdiff_t first = layout.offset + (shared && plane == 2 ? bytes : 0);
    const std::ptrdiff_t last_row = first + pitch * (size.height - 1);
    return {shared ? 1 : plane, layout.upside_down ? last_row : first, layout.upside_down ? -pitch : pitch,
            step};
}

}  // namespace

std::span<const DeviceLayout> device_layouts() {
    return layouts;
}

const DeviceLayout& device_layout(const std::string& name) {
    for (const DeviceLayout& layout : layouts)
        if (layout.name == name) return layout;
    throw std::invalid_argument("no layout " + name);
}

Frame laid_out(const DeviceLayout& layout, const FrameFormat& format, const Frame& frame,
               const CopyBytes& copy) {
    const std::size_t bytes = static_cast<std::size_t>(bytes_per_sample(format));
    const bool high_bits = layout.high_bits && (format.bit_depth == 10 || format.bit_depth == 12);
    std::vector<unsigned char> buffers[3];
    auto placement = std::make_shared<DevicePlacement>();
    placement->high_bits = high_bits;
    for (int plane = 0; plane < plane_count(format); ++plane) {
        const PlaneSize size = scored_plane_size(format, plane);
        const PlaneView& from = frame.view.planes[plane];
        const PlanePlace place = place_of(layout, format, plane);
        std::vector<unsigned char>& buffer = buffers[place.buffer];
        const std::ptrdiff_t pitch = std::abs(place.stride);
        buffer.resize(static_cast<std::size_t>(layout.offset + pitch * size.height) + bytes);
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                unsigned value = 0;
                std::memcpy(&value,
                            static_cast<const unsigned char*>(from.data) + y * from.stride +
                                static_cast<std::ptrdiff_t>(bytes) * x,
                            bytes);
                if (high_bits) value <<= 16 - format.bit_depth;
                std::memcpy(buffer.data() + place.first + y * place.stride + x * place.step, &value, bytes);
            }
    }
    auto owners = std::make_shared<std::vector<std::shared_ptr<void>>>();
    for (const std::vector<unsigned char>& buffer : buffers)
        owners->push_back(buffer.empty() ? nullptr : copy(buffer.data(), buffer.size()));
    Frame result;
    for (int plane = 0; plane < plane_count(format); ++plane) {
        const PlanePlace place = place_of(layout, format, plane);
        auto* base = static_cast<unsigned char*>((*owners)[static_cast<std::size_t>(place.buffer)].get());
        result.view.planes[plane] = {base + place.first, place.stride};
        placement->step[plane] = place.step;
    }
    result.owner = owners;
    result.device = placement;
    return result;
}

}  // namespace speedqa::golden
