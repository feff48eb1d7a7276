// Raw YUV: frames without any header, one after the other.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/byte_stream.h"
#include "io/clip_reader.h"

namespace speedqa {

// What of its format is not given, each with its option: "width (-w)".
std::vector<std::string> missing_parts(const RawFormat& raw);

// The frame format that a complete `raw` describes. Throws Error (invalid_argument) for values out of range.
FrameFormat raw_frame_format(const RawFormat& raw);

// Throws Error (input) if the length of a file is not a whole number of frames.
std::unique_ptr<ClipReader> open_raw(std::unique_ptr<ByteStream> stream, const std::string& path,
                                     const FrameFormat& format, PlaneSelection planes);

}  // namespace speedqa
