// Clips that FFmpeg's libraries demux and decode. A build without them has the same functions, which refuse.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "api/error.h"
#include "io/byte_stream.h"
#include "io/clip_reader.h"

namespace speedqa {

// The content is no video that FFmpeg knows; it may be raw YUV.
class UnknownContent : public Error {
  public:
    using Error::Error;
};

// True if the first bytes of a clip leave FFmpeg no doubt that it is a video of a format that it knows.
bool ffmpeg_is_sure(std::span<const std::byte> start);

// Opens the clip and decodes its first frame. Throws UnknownContent; Error (input) for a damaged clip,
// (unsupported) for pixel formats that are not read, for codecs that FFmpeg lacks, and where the build lacks
// FFmpeg.
std::unique_ptr<ClipReader> open_with_ffmpeg(std::unique_ptr<ByteStream> stream, const std::string& path);

}  // namespace speedqa
