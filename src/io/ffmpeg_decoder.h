// Decodes the packets of a video stream into frames, in presentation order.
#pragma once

#include <cstdint>
#include <string>

#include "io/ffmpeg_demuxer.h"
#include "io/ffmpeg_handles.h"
#include "io/ffmpeg_log.h"

namespace speedqa {

class FfmpegDecoder {
  public:
    // Throws Error (unsupported) if FFmpeg has no decoder for the stream, (input) if that can't be set up.
    explicit FfmpegDecoder(FfmpegDemuxer& demuxer);

    // The next frame, or null at the end. Throws Error (input) for anything that the decoder or the demuxer
    // holds to be damaged: frames behind a loss are not in step with the other clip.
    FfmpegHandle<AVFrame> next();

    // The number of frames given so far, and so that of the next one.
    std::int64_t frames() const { return frames_; }

  private:
    void send_packet();
    [[noreturn]] void fail(const std::string& reason) const;

    FfmpegDemuxer& demuxer_;
    FfmpegLog log_;
    FfmpegHandle<AVCodecContext> codec_;
    FfmpegHandle<AVPacket> packet_;
    std::int64_t frames_ = 0;
};

}  // namespace speedqa
