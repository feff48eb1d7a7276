// Decodes the packets of a video stream into frames, in presentation order.
#include "io/ffmpeg_decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <thread>

#include "api/error.h"

namespace speedqa {
namespace {

// Each thread of the decoder holds a frame or more; beyond this number FFmpeg itself sees no use in them.
constexpr unsigned most_threads = 16;

// With AV_EF_EXPLODE, decoders stop at errors over which they step otherwise. All of them log these errors,
// but a stream of H.264 or HEVC that is cut off within a picture is an error only with it. It is not for all,
// because FFmpeg 5.1 aborts the process when a decoder with frame threads (MPEG-4) gives a frame and an error
// together.
int error_recognition(AVCodecID codec) {
    const bool explode = codec == AV_CODEC_ID_H264 || codec == AV_CODEC_ID_HEVC;
    return AV_EF_CRCCHECK | (explode ? AV_EF_EXPLODE : 0);
}

}  // namespace

FfmpegDecoder::FfmpegDecoder(FfmpegDemuxer& demuxer)
    : demuxer_(demuxer), packet_(ffmpeg().av_packet_alloc()) {
    const AVStream& video = demuxer.video();
    const char* name = ffmpeg().avcodec_get_name(video.codecpar->codec_id);
    const AVCodec* decoder = ffmpeg().avcodec_find_decoder(video.codecpar->codec_id);
    if (!decoder) {
        throw Error(SPEEDQA_UNSUPPORTED,
                    fmt::format("{}: this build of FFmpeg has no decoder for {}", demuxer.name(), name));
    }
    codec_.reset(ffmpeg().avcodec_alloc_context3(decoder));
    if (!codec_ || !packet_) throw std::bad_alloc();
    ffmpeg().avcodec_parameters_to_context(codec_.get(), video.codecpar);
    codec_->pkt_timebase = video.time_base;
    codec_->thread_count =
        static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, most_threads));
    codec_->thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE;
    codec_->err_recognition = error_recognition(codec_->codec_id);
    // Damaged frames are to come out, marked as such, instead of being left out in silence; and pictures are
    // to be cut exactly as the stream says, not at addresses that suit the machine.
    codec_->flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT | AV_CODEC_FLAG_UNALIGNED;
    log_.attach(codec_.get());
    const int opened = ffmpeg().avcodec_open2(codec_.get(), decoder, nullptr);
    if (opened < 0) {
        throw Error(SPEEDQA_INPUT, fmt::format("{}: can't set up the {} decoder: {}", demuxer.name(), name,
                                               ffmpeg_error_text(opened)));
    }
}

FfmpegHandle<AVFrame> FfmpegDecoder::next() {
    FfmpegHandle<AVFrame> frame(ffmpeg().av_frame_alloc());
    if (!frame) throw std::bad_alloc();
    while (true) {
        const int code = ffmpeg().avcodec_receive_frame(codec_.get(), frame.get());
        // A damaged slice is logged, filled with a guess, and often no error of the frame.
        if (const std::string logged = log_.take(); !logged.empty()) fail(logged);
        if (code == AVERROR_EOF) return nullptr;
        if (code == 0) {
            if ((frame->flags & AV_FRAME_FLAG_CORRUPT) || frame->decode_error_flags)
                fail("the decoder marks it as damaged");
            ++frames_;
            return frame;
        }
        if (code != AVERROR(EAGAIN)) fail(ffmpeg_error_text(code));
        send_packet();
    }
}

void FfmpegDecoder::send_packet() {
    const bool at_end = !demuxer_.read(*packet_, frames_);
    const int code = ffmpeg().avcodec_send_packet(codec_.get(), at_end ? nullptr : packet_.get());
    if (code < 0) {
        const std::string logged = log_.take();
        fail(logged.empty() ? ffmpeg_error_text(code) : logged);
    }
}

void FfmpegDecoder::fail(const std::string& reason) const {
    throw Error(SPEEDQA_INPUT,
                fmt::format("{}: frame {}: can't be decoded: {}", demuxer_.name(), frames_, reason));
}

}  // namespace speedqa
