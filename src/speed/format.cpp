// Sizes and names that follow from a frame format.
#include "speed/format.h"

namespace speedqa {
namespace {

struct Subsampling {
    int x;
    int y;
};

Subsampling subsampling(ChromaSubsampling chroma) {
    switch (chroma) {
        case ChromaSubsampling::yuv420:
            return {1, 1};
        case ChromaSubsampling::yuv422:
            return {1, 0};
        case ChromaSubsampling::yuv444:
        case ChromaSubsampling::yuv400:
            break;
    }
    return {0, 0};
}

}  // namespace

int plane_count(const FrameFormat& format) {
    return format.chroma == ChromaSubsampling::yuv400 ? 1 : 3;
}

int bytes_per_sample(const FrameFormat& format) {
    return format.bit_depth == 8 ? 1 : 2;
}

PlaneSize stored_plane_size(const FrameFormat& format, int plane) {
    if (plane == 0) return {format.width, format.height};
    const Subsampling shift = subsampling(format.chroma);
    return {(format.width + shift.x) >> shift.x, (format.height + shift.y) >> shift.y};
}

PlaneSize scored_plane_size(const FrameFormat& format, int plane) {
    if (plane == 0) return {format.width, format.height};
    const Subsampling shift = subsampling(format.chroma);
    return {format.width >> shift.x, format.height >> shift.y};
}

std::size_t frame_bytes(const FrameFormat& format) {
    std::size_t bytes = 0;
    for (int plane = 0; plane < plane_count(format); ++plane) {
        const PlaneSize size = stored_plane_size(format, plane);
        bytes += std::size_t(size.width) * std::size_t(size.height) * std::size_t(bytes_per_sample(format));
    }
    return bytes;
}

const char* chroma_name(ChromaSubsampling chroma) {
    switch (chroma) {
        case ChromaSubsampling::yuv400:
            return "400";
        case ChromaSubsampling::yuv420:
            return "420";
        case ChromaSubsampling::yuv422:
            return "422";
        case ChromaSubsampling::yuv444:
            break;
    }
    return "444";
}

std::string describe(const FrameFormat& format) {
    const char* name = chroma_name(format.chroma);
    return std::to_string(format.width) + "x" + std::to_string(format.height) + " " + name[0] + ":" +
           name[1] + ":" + name[2] + " " + std::to_string(format.bit_depth) + "-bit";
}

}  // namespace speedqa
