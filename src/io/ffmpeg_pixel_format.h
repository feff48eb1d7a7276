// The pixel formats of FFmpeg that are read, and how their samples become planes.
#pragma once

#include <optional>
#include <string>

#include "io/buffer_pool.h"
#include "io/ffmpeg_handles.h"
#include "speed/format.h"

namespace speedqa {

struct PixelFormat {
    ChromaSubsampling chroma;
    int bit_depth;
    bool alpha;
    bool full_range;  // the name says so: yuvj420p
};

// What is read from frames of `format`. Throws Error (unsupported) that names the format and the command that
// converts the clip, for all that is not plain YUV or grey of 8, 10, 12 or 16 bits; `clip` names the clip in
// it.
PixelFormat accept_pixel_format(AVPixelFormat format, const std::string& clip);

// The planes of `frame`, by reference where they lie in memory as a Frame wants them, else as a copy of the
// same samples in another order (NV12, P010, rows from bottom to top). `pool` is made when it is first
// needed.
Frame planes_of(FfmpegHandle<AVFrame> frame, const FrameFormat& format, std::optional<BufferPool>& pool);

}  // namespace speedqa
