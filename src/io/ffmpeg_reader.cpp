// Reads clips through FFmpeg's libraries.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "api/error.h"
#include "io/ffmpeg_clip.h"
#include "io/ffmpeg_decoder.h"
#include "io/ffmpeg_demuxer.h"
#include "io/ffmpeg_pixel_format.h"
#include "io/plane_reader.h"
#include "io/sample_check.h"

namespace speedqa {
namespace {

bool is_interlaced(const AVFrame& frame) {
#ifdef AV_FRAME_FLAG_INTERLACED
    return frame.flags & AV_FRAME_FLAG_INTERLACED;
#else
    return frame.interlaced_frame;
#endif
}

ColorRange range_of(const AVFrame& frame, const PixelFormat& format) {
    if (format.full_range || frame.color_range == AVCOL_RANGE_JPEG) return ColorRange::full;
    return frame.color_range == AVCOL_RANGE_MPEG ? ColorRange::limited : ColorRange::unknown;
}

class FfmpegReader final : public ClipReader {
  public:
    FfmpegReader(std::unique_ptr<ByteStream> stream, const std::string& path)
        : demuxer_(std::move(stream)), decoder_(demuxer_), info_(demuxer_.info()), waiting_(decoder_.next()) {
        if (!waiting_)
            throw Error(SPEEDQA_INPUT, fmt::format("{}: no frame of its video decodes", demuxer_.name()));
        pixels_ = static_cast<AVPixelFormat>(waiting_->format);
        const PixelFormat format = accept_pixel_format(pixels_, demuxer_.name());
        info_.path = path;
        info_.format = {waiting_->width, waiting_->height, format.chroma, format.bit_depth};
        info_.range = range_of(*waiting_, format);
        info_.interlaced = info_.interlaced || is_interlaced(*waiting_);
        if (format.alpha) info_.notes.emplace_back("the alpha plane is ignored");
    }

    const ClipInfo& info() const override { return info_; }

    Frame read() override {
        FfmpegHandle<AVFrame> decoded = next();
        if (!decoded) return {};
        Frame frame = planes_of(std::move(decoded), info_.format, pool_);
        // Decoders give samples within the bit depth; only uncompressed ones can hold others.
        const bool uncompressed = demuxer_.video().codecpar->codec_id == AV_CODEC_ID_RAWVIDEO;
        if (uncompressed) check_samples(frame.view, info_.format, demuxer_.name(), decoder_.frames() - 1);
        return frame;
    }

    void skip(std::int64_t frames) override {
        for (std::int64_t skipped = 0; skipped < frames; ++skipped) {
            if (!next())
                throw_too_few_frames(demuxer_.name(), decoder_.frames(),
                                     decoder_.frames() - skipped + frames);
        }
    }

    void interrupt() noexcept override { demuxer_.interrupt(); }

  private:
    FfmpegHandle<AVFrame> next() {
        FfmpegHandle<AVFrame> frame = waiting_ ? std::move(waiting_) : decoder_.next();
        if (frame) check_unchanged(*frame);
        return frame;
    }

    void check_unchanged(const AVFrame& frame) const {
        const auto pixels = static_cast<AVPixelFormat>(frame.format);
        if (frame.width == info_.format.width && frame.height == info_.format.height && pixels == pixels_)
            return;
        throw Error(
            SPEEDQA_INPUT,
            fmt::format(
                "{}: frame {}: the clip changes from {}x{} {} to {}x{} {}; give each part as a clip of its "
                "own",
                demuxer_.name(), decoder_.frames() - 1, info_.format.width, info_.format.height,
                ffmpeg().av_get_pix_fmt_name(pixels_), frame.width, frame.height,
                ffmpeg().av_get_pix_fmt_name(pixels)));
    }

    FfmpegDemuxer demuxer_;
    FfmpegDecoder decoder_;
    ClipInfo info_;
    FfmpegHandle<AVFrame> waiting_;  // decoded at opening, to learn the format
    AVPixelFormat pixels_ = AV_PIX_FMT_NONE;
    std::optional<BufferPool> pool_;
};

}  // namespace

std::unique_ptr<ClipReader> open_with_ffmpeg(std::unique_ptr<ByteStream> stream, const std::string& path) {
    try {
        ffmpeg();
    } catch (const Error& error) {
        throw UnknownContent(error.status(),
                             fmt::format("{}: is not Y4M, and {}", stream->name(), error.what()));
    }
    return std::make_unique<FfmpegReader>(std::move(stream), path);
}

}  // namespace speedqa
