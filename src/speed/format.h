// The shape of the frames of a clip: size, chroma subsampling, bit depth; and views of frames in memory.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace speedqa {

enum class ChromaSubsampling { yuv400, yuv420, yuv422, yuv444 };

struct FrameFormat {
    int width = 0;   // luma samples
    int height = 0;  // luma rows
    ChromaSubsampling chroma = ChromaSubsampling::yuv420;
    int bit_depth = 8;  // 8, 10, 12 or 16; above 8, samples are 16-bit little-endian, value in the low bits

    bool operator==(const FrameFormat&) const = default;
};

struct PlaneSize {
    int width = 0;
    int height = 0;
};

// Planes 0, 1, 2 are Y, U, V; 4:0:0 has one plane.
int plane_count(const FrameFormat& format);
int bytes_per_sample(const FrameFormat& format);

// The size of a plane in a file: (size + 1) >> 1 where chroma is subsampled.
PlaneSize stored_plane_size(const FrameFormat& format, int plane);

// The size of the part of a plane that is scored: size >> 1 where chroma is subsampled, as in the reference;
// an odd size leaves out the last column or row that the file holds.
PlaneSize scored_plane_size(const FrameFormat& format, int plane);

// Bytes of one frame stored without padding, planes one after the other.
std::size_t frame_bytes(const FrameFormat& format);

// "420", "422", "444" or "400".
const char* chroma_name(ChromaSubsampling chroma);

// "1920x1080 4:2:0 10-bit".
std::string describe(const FrameFormat& format);

// One plane. Rows are `stride` bytes apart.
struct PlaneView {
    const void* data = nullptr;
    std::ptrdiff_t stride = 0;
};

struct FrameView {
    PlaneView planes[3];
};

// How samples lie in the memory of a device.
struct DevicePlacement {
    int step[3] = {};            // bytes from a sample of a plane to the next
    bool high_bits = false;      // above 8 bits, the value is in the high bits of 16, as in P010
    std::shared_ptr<void> mark;  // of the backend (Backend::mark): samples are read behind it; null: any time
};

// A frame and whatever keeps its samples alive. An empty frame has no data.
struct Frame {
    FrameView view;
    std::shared_ptr<const void> owner;
    std::shared_ptr<const DevicePlacement> device;  // null: the samples are in host memory, side by side

    explicit operator bool() const { return view.planes[0].data || view.planes[1].data; }
};

}  // namespace speedqa
