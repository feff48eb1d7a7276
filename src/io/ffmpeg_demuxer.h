// Takes the packets of one video stream out of a container.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "io/byte_stream.h"
#include "io/clip_reader.h"
#include "io/ffmpeg_handles.h"
#include "io/ffmpeg_io.h"
#include "io/ffmpeg_log.h"

namespace speedqa {

// What FFmpeg says of the error `code`.
std::string ffmpeg_error_text(int code);

class FfmpegDemuxer {
  public:
    // Throws UnknownContent, or Error (input) for a damaged container.
    explicit FfmpegDemuxer(std::unique_ptr<ByteStream> stream);

    const std::string& name() const { return stream_->name(); }
    const AVStream& video() const { return *video_; }

    // Container, rate and notes of the clip; its format comes from the decoder.
    ClipInfo info() const;

    // The next packet of the video stream; false at the end. Throws Error (input) if the container is damaged
    // or cut off; `frame` is the number of the frame that is wanted.
    bool read(AVPacket& packet, std::int64_t frame);

    void interrupt() noexcept { stream_->interrupt(); }

  private:
    void open();
    void choose_stream();
    void check_end(std::int64_t frame);
    [[noreturn]] void fail(std::int64_t frame, const std::string& reason) const;

    std::unique_ptr<ByteStream> stream_;
    FfmpegLog log_;
    FfmpegIo io_;
    FfmpegHandle<AVFormatContext> format_;
    AVStream* video_ = nullptr;
    std::int64_t packets_ = 0;
    std::vector<std::string> notes_;
};

}  // namespace speedqa
