// Owners of the objects of FFmpeg's libraries.
#pragma once

#include <memory>

#include "io/ffmpeg_library.h"

namespace speedqa {

struct FfmpegDeleter {
    void operator()(AVFormatContext* context) const { ffmpeg().avformat_close_input(&context); }
    void operator()(AVCodecContext* context) const { ffmpeg().avcodec_free_context(&context); }
    void operator()(AVPacket* packet) const { ffmpeg().av_packet_free(&packet); }
    void operator()(AVFrame* frame) const { ffmpeg().av_frame_free(&frame); }
    void operator()(AVIOContext* io) const {
        ffmpeg().av_freep(&io->buffer);
        ffmpeg().avio_context_free(&io);
    }
};

template <typename T>
using FfmpegHandle = std::unique_ptr<T, FfmpegDeleter>;

}  // namespace speedqa
