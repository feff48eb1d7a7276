// Lets FFmpeg's demuxers read a ByteStream: they never open anything themselves.
#include "io/ffmpeg_io.h"

#include <algorithm>
#include <cstdio>
#include <new>

namespace speedqa {
namespace {

constexpr int buffer_size = 1 << 17;

}  // namespace

FfmpegIo::FfmpegIo(ByteStream& stream) : stream_(stream) {
    auto* buffer = static_cast<unsigned char*>(ffmpeg().av_malloc(buffer_size));
    const auto seek_function = stream.size() ? &FfmpegIo::seek : nullptr;
    if (buffer)
        context_.reset(ffmpeg().avio_alloc_context(buffer, buffer_size, 0, this, &FfmpegIo::read, nullptr,
                                                   seek_function));
    if (!context_) {
        ffmpeg().av_free(buffer);
        throw std::bad_alloc();
    }
}

void FfmpegIo::rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
}

int FfmpegIo::read(void* self, std::uint8_t* buffer, int size) {
    auto& io = *static_cast<FfmpegIo*>(self);
    try {
        const std::span<std::uint8_t> bytes(buffer, static_cast<std::size_t>(size));
        const std::size_t got = io.stream_.read_some(std::as_writable_bytes(bytes));
        return got == 0 ? AVERROR_EOF : static_cast<int>(got);
    } catch (...) {
        io.failure_ = std::current_exception();
        return AVERROR_EXTERNAL;
    }
}

std::int64_t FfmpegIo::seek(void* self, std::int64_t offset, int whence) {
    ByteStream& stream = static_cast<FfmpegIo*>(self)->stream_;
    const std::int64_t size = *stream.size();
    switch (whence & ~AVSEEK_FORCE) {
        case AVSEEK_SIZE:
            return size;
        case SEEK_CUR:
            offset += stream.position();
            break;
        case SEEK_END:
            offset += size;
            break;
        default:
            break;
    }
    if (offset < 0) return AVERROR(EINVAL);
    stream.seek(offset);
    return offset;
}

}  // namespace speedqa
