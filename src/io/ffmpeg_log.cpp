// Catches what FFmpeg's libraries would print, so that it can become part of an error message.
#include "io/ffmpeg_log.h"

#include <cstdarg>
#include <cstdio>
#include <set>
#include <utility>

#include "io/ffmpeg_library.h"

namespace speedqa {
namespace {

// The logs that exist: `opaque` of a context that another part of the process made may point to anything.
struct LiveLogs {
    std::mutex mutex;
    std::set<const void*> logs;
};

LiveLogs& live_logs() {
    static LiveLogs live;
    return live;
}

const void* opaque_of(void* context) {
    if (!context) return nullptr;
    const AVClass* kind = *static_cast<const AVClass**>(context);
    if (kind == ffmpeg().avformat_get_class()) return static_cast<AVFormatContext*>(context)->opaque;
    if (kind == ffmpeg().avcodec_get_class()) return static_cast<AVCodecContext*>(context)->opaque;
    return nullptr;
}

void on_message(void* context, int level, const char* format, va_list arguments) {
    if (level > AV_LOG_ERROR) return;
    const void* opaque = opaque_of(context);
    if (!opaque) return;
    char line[256];
    std::vsnprintf(line, sizeof line, format, arguments);
    const std::scoped_lock lock(live_logs().mutex);
    if (live_logs().logs.contains(opaque)) static_cast<FfmpegLog*>(const_cast<void*>(opaque))->add(line);
}

}  // namespace

FfmpegLog::FfmpegLog() {
    static std::once_flag once;
    std::call_once(once, [] { ffmpeg().av_log_set_callback(on_message); });
    const std::scoped_lock lock(live_logs().mutex);
    live_logs().logs.insert(this);
}

FfmpegLog::~FfmpegLog() {
    const std::scoped_lock lock(live_logs().mutex);
    live_logs().logs.erase(this);
}

void FfmpegLog::attach(AVFormatContext* context) {
    context->opaque = this;
}

void FfmpegLog::attach(AVCodecContext* context) {
    context->opaque = this;
}

void FfmpegLog::add(const char* line) {
    const std::scoped_lock lock(mutex_);
    if (!first_.empty()) return;
    first_ = line;
    while (first_.ends_with('\n') || first_.ends_with(' ') || first_.ends_with('.')) first_.pop_back();
}

std::string FfmpegLog::take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(first_, {});
}

}  // namespace speedqa
