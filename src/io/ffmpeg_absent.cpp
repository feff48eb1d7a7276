// Stands in for FFmpeg's libraries in a build without them.
#include <fmt/format.h>

#include "io/ffmpeg_clip.h"

namespace speedqa {

bool ffmpeg_is_sure(std::span<const std::byte>) {
    return false;
}

std::unique_ptr<ClipReader> open_with_ffmpeg(std::unique_ptr<ByteStream> stream, const std::string&) {
    throw UnknownContent(
        SPEEDQA_UNSUPPORTED,
        fmt::format("{}: is not Y4M, and this build can't decode compressed clips: it lacks FFmpeg's "
                    "libraries, which the build option -DSPEEDQA_FFMPEG=ON adds",
                    stream->name()));
}

}  // namespace speedqa
