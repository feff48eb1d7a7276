// Takes the packets of one video stream out of a container.
#include "io/ffmpeg_demuxer.h"

#include <fmt/format.h>

#include <new>
#include <string_view>

#include "io/ffmpeg_clip.h"
#include "io/ffmpeg_streams.h"

namespace speedqa {
namespace {

// A playlist names other files: scores must be those of the clip that was given.
int refuse_other_file(AVFormatContext* context, AVIOContext**, const char* url, int, AVDictionary**) {
    ffmpeg().av_log(context, AV_LOG_ERROR, "it refers to another file (%s); give that file itself\n", url);
    return AVERROR(EACCES);
}

}  // namespace

std::string ffmpeg_error_text(int code) {
    char text[AV_ERROR_MAX_STRING_SIZE] = {};
    ffmpeg().av_strerror(code, text, sizeof text);
    return text;
}

FfmpegDemuxer::FfmpegDemuxer(std::unique_ptr<ByteStream> stream) : stream_(std::move(stream)), io_(*stream_) {
    open();
    choose_stream();
}

void FfmpegDemuxer::open() {
    AVFormatContext* context = ffmpeg().avformat_alloc_context();
    if (!context) throw std::bad_alloc();
    context->pb = io_.context();
    context->io_open = refuse_other_file;
    context->error_recognition = AV_EF_EXPLODE | AV_EF_CRCCHECK;
    log_.attach(context);
    const int opened =
        ffmpeg().avformat_open_input(&context, "clip", nullptr, nullptr);  // frees the context if it fails
    io_.rethrow();
    if (opened < 0) {
        const std::string reason = log_.take();
        throw UnknownContent(SPEEDQA_INPUT, fmt::format("{}: not Y4M, and FFmpeg can't read it: {}", name(),
                                                        reason.empty() ? ffmpeg_error_text(opened) : reason));
    }
    format_.reset(context);
    if (format_->probe_score <= AVPROBE_SCORE_RETRY) {
        throw UnknownContent(SPEEDQA_INPUT,
                             fmt::format("{}: not Y4M, and no format that FFmpeg knows", name()));
    }
    log_.take();  // complaints of descriptive data in the header
    const int found = ffmpeg().avformat_find_stream_info(format_.get(), nullptr);
    io_.rethrow();
    // This reads the first packets, and some formats report damage only once.
    const std::string reason = log_.take();
    if (found < 0 || !reason.empty()) {
        throw Error(SPEEDQA_INPUT, fmt::format("{}: the container is damaged: {}", name(),
                                               reason.empty() ? ffmpeg_error_text(found) : reason));
    }
}

void FfmpegDemuxer::choose_stream() {
    video_ = choose_video_stream(*format_, notes_);
    if (!video_) {
        throw UnknownContent(SPEEDQA_INPUT, fmt::format("{}: FFmpeg takes it for {} and finds no video in it",
                                                        name(), format_->iformat->long_name));
    }
    for (unsigned i = 0; i < format_->nb_streams; ++i) {
        if (format_->streams[i] != video_) format_->streams[i]->discard = AVDISCARD_ALL;
    }
}

ClipInfo FfmpegDemuxer::info() const {
    ClipInfo info;
    info.container = fmt::format("{}, {}", format_->iformat->long_name,
                                 ffmpeg().avcodec_get_name(video_->codecpar->codec_id));
    const AVRational rate = ffmpeg().av_guess_frame_rate(format_.get(), video_, nullptr);
    if (rate.num > 0 && rate.den > 0) {
        info.rate_numerator = rate.num;
        info.rate_denominator = rate.den;
    }
    const AVFieldOrder order = video_->codecpar->field_order;
    info.interlaced = order != AV_FIELD_UNKNOWN && order != AV_FIELD_PROGRESSIVE;
    info.notes = notes_;
    return info;
}

bool FfmpegDemuxer::read(AVPacket& packet, std::int64_t frame) {
    while (true) {
        ffmpeg().av_packet_unref(&packet);
        const int code = ffmpeg().av_read_frame(format_.get(), &packet);
        io_.rethrow();
        // Demuxers step over damage to the next place that looks whole, and all frames between are lost.
        if (const std::string reason = log_.take(); !reason.empty()) fail(frame, reason);
        if (code == AVERROR_EOF) {
            check_end(frame);
            return false;
        }
        if (code < 0) fail(frame, ffmpeg_error_text(code));
        if (packet.stream_index != video_->index) continue;
        ++packets_;
        if (packet.flags & AV_PKT_FLAG_CORRUPT) fail(frame, "a packet is cut off or damaged");
        if (packet.size > 0) return true;
    }
}

// MP4 and QuickTime list all packets, often ahead of them: fewer at the end are a file that was cut off
// between two.
void FfmpegDemuxer::check_end(std::int64_t frame) {
    if (format_->pb->error < 0 && format_->pb->error != AVERROR_EOF)
        fail(frame, ffmpeg_error_text(format_->pb->error));
    const std::int64_t listed = ffmpeg().avformat_index_get_entries_count(video_);
    if (std::string_view(format_->iformat->name).starts_with("mov,") && packets_ < listed) {
        fail(frame, fmt::format("it is cut off: {} of {} packets are there", packets_, listed));
    }
}

void FfmpegDemuxer::fail(std::int64_t frame, const std::string& reason) const {
    throw Error(SPEEDQA_INPUT,
                fmt::format("{}: frame {}: the container is damaged: {}", name(), frame, reason));
}

}  // namespace speedqa
