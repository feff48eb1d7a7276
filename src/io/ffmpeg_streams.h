// Chooses the video stream of a container that holds several.
#pragma once

#include <string>
#include <vector>

#include "io/ffmpeg_handles.h"

namespace speedqa {

// The video stream to read, or nullptr. Streams of moving pictures come before still ones (PNG, JPEG), cover
// pictures are never read; of several, FFmpeg's rules choose (default track, more frames seen, higher bit
// rate, first). `notes` says which video streams are not read, and that a rotation is not applied.
AVStream* choose_video_stream(AVFormatContext& format, std::vector<std::string>& notes);

}  // namespace speedqa
