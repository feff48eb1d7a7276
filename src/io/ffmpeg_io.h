// Lets FFmpeg's demuxers read a ByteStream: they never open anything themselves.
#pragma once

#include <exception>

#include "io/byte_stream.h"
#include "io/ffmpeg_handles.h"

namespace speedqa {

class FfmpegIo {
  public:
    // `stream` must outlive this.
    explicit FfmpegIo(ByteStream& stream);
    FfmpegIo(const FfmpegIo&) = delete;
    FfmpegIo& operator=(const FfmpegIo&) = delete;

    AVIOContext* context() const { return context_.get(); }

    // Throws what the stream threw while FFmpeg was reading it.
    void rethrow() const;

  private:
    static int read(void* self, std::uint8_t* buffer, int size);
    static std::int64_t seek(void* self, std::int64_t offset, int whence);

    ByteStream& stream_;
    std::exception_ptr failure_;
    FfmpegHandle<AVIOContext> context_;
};

}  // namespace speedqa
