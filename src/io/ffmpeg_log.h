// Catches what FFmpeg's libraries would print, so that it can become part of an error message.
#pragma once

#include <mutex>
#include <string>

struct AVCodecContext;
struct AVFormatContext;

namespace speedqa {

// Collects the errors that the contexts of one clip log, from whatever thread. While any log has ever been
// made, FFmpeg prints nothing in this process.
class FfmpegLog {
  public:
    FfmpegLog();
    ~FfmpegLog();
    FfmpegLog(const FfmpegLog&) = delete;
    FfmpegLog& operator=(const FfmpegLog&) = delete;

    // Uses the `opaque` field of the context.
    void attach(AVFormatContext* context);
    void attach(AVCodecContext* context);

    // The first error since the last call, without the end of its line; empty if there was none.
    std::string take();

    void add(const char* line);

  private:
    std::mutex mutex_;
    std::string first_;
};

}  // namespace speedqa
