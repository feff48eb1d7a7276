// Copies of the planes that a set of features reads, from a caller's frame.
#include "api/frame_copy.h"

#include <cstring>

#include "api/error.h"

namespace speedqa {
namespace {

bool in_use(PlaneUse use, int plane) {
    return plane == 0 ? use.luma : use.chroma;
}

std::size_t row_bytes(const FrameFormat& format, int plane) {
    return static_cast<std::size_t>(scored_plane_size(format, plane).width) *
           static_cast<std::size_t>(bytes_per_sample(format));
}

void check_plane(const FrameFormat& format, int plane, const speedqa_plane& given, const std::string& where) {
    const std::string name = where + ", plane " + "YUV"[plane];
    if (!given.data) throw Error(SPEEDQA_INVALID_ARGUMENT, name + " is null");
    const std::size_t bytes = row_bytes(format, plane);
    const std::size_t stride = static_cast<std::size_t>(given.stride < 0 ? -given.stride : given.stride);
    if (stride < bytes)
        throw Error(SPEEDQA_INVALID_ARGUMENT, name + ": stride " + std::to_string(given.stride) +
                                                  ": must be at least " + std::to_string(bytes) +
                                                  " bytes, one row");
}

}  // namespace

PlaneUse planes_used(const std::vector<FeatureRequest>& requests) {
    PlaneUse use;
    for (const FeatureRequest& request : requests)
        (request.feature == Feature::speed_chroma ? use.chroma : use.luma) = true;
    return use;
}

Frame copy_frame(const FrameFormat& format, PlaneUse use, const speedqa_frame& frame,
                 const std::string& where) {
    std::size_t total = 0;
    for (int plane = 0; plane < plane_count(format); ++plane) {
        if (!in_use(use, plane)) continue;
        check_plane(format, plane, frame.planes[plane], where);
        total += row_bytes(format, plane) * static_cast<std::size_t>(scored_plane_size(format, plane).height);
    }
    const std::shared_ptr<unsigned char[]> samples(new unsigned char[total]);
    Frame copy;
    copy.owner = samples;
    unsigned char* to = samples.get();
    for (int plane = 0; plane < plane_count(format); ++plane) {
        if (!in_use(use, plane)) continue;
        const std::size_t bytes = row_bytes(format, plane);
        copy.view.planes[plane] = {to, static_cast<std::ptrdiff_t>(bytes)};
        const auto* from = static_cast<const unsigned char*>(frame.planes[plane].data);
        for (int row = 0; row < scored_plane_size(format, plane).height; ++row, to += bytes)
            std::memcpy(to, from + row * frame.planes[plane].stride, bytes);
    }
    return copy;
}

}  // namespace speedqa
