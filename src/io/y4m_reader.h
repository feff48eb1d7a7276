// Y4M (YUV4MPEG2): a header line, then a FRAME line and the samples for each frame.
#pragma once

#include <memory>
#include <string>

#include "io/byte_stream.h"
#include "io/clip_reader.h"

namespace speedqa {

// True if the stream starts as a Y4M clip does.
bool starts_as_y4m(ByteStream& stream);

// Throws Error (input, unsupported) for what is wrong with the header.
std::unique_ptr<ClipReader> open_y4m(std::unique_ptr<ByteStream> stream, const std::string& path,
                                     PlaneSelection planes);

}  // namespace speedqa
