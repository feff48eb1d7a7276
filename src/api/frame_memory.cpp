// Copies of frames in memory of a caller's choice.
#include "api/frame_memory.h"

#include <cstring>
#include <vector>

namespace speedqa {

std::shared_ptr<void> copy_to_ordinary_memory(const void* from, std::size_t bytes) {
    const std::shared_ptr<unsigned char[]> memory(new unsigned char[bytes]);
    std::memcpy(memory.get(), from, bytes);
    return {memory, memory.get()};
}

Frame copy_frame_with(const CopyBytes& copy, const FrameFormat& format, PlaneUse use, const Frame& frame) {
    constexpr std::size_t alignment = 16;
    std::vector<unsigned char> samples;
    std::size_t begins[3] = {};
    Frame result;
    for (int plane = 0; plane < plane_count(format); ++plane) {
        if (!(plane == 0 ? use.luma : use.chroma)) continue;
        const PlaneSize size = scored_plane_size(format, plane);
        const std::size_t row = static_cast<std::size_t>(size.width * bytes_per_sample(format));
        const std::size_t stride = (row + alignment - 1) / alignment * alignment;
        const PlaneView& from = frame.view.planes[plane];
        begins[plane] = samples.size();
        result.view.planes[plane].stride = static_cast<std::ptrdiff_t>(stride);
        samples.resize(samples.size() + stride * static_cast<std::size_t>(size.height));
        for (int y = 0; y < size.height; ++y)
            std::memcpy(samples.data() + begins[plane] + static_cast<std::size_t>(y) * stride,
                        static_cast<const unsigned char*>(from.data) + y * from.stride, row);
    }
    const std::shared_ptr<void> memory = copy(samples.data(), samples.size());
    for (int plane = 0; plane < 3; ++plane)
        if (result.view.planes[plane].stride != 0)
            result.view.planes[plane].data = static_cast<unsigned char*>(memory.get()) + begins[plane];
    result.owner = memory;
    return result;
}

}  // namespace speedqa
