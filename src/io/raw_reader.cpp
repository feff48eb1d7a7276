// Raw YUV: frames without any header, one after the other.
#include "io/raw_reader.h"

#include <fmt/format.h>

#include <utility>

#include "api/error.h"
#include "io/plane_reader.h"

namespace speedqa {
namespace {

class RawReader final : public ClipReader {
  public:
    RawReader(std::unique_ptr<ByteStream> stream, ClipInfo info, PlaneSelection planes)
        : stream_(std::move(stream)), info_(std::move(info)), planes_(info_.format, planes, 0) {
        if (stream_->size()) info_.frame_count = whole_frames(*stream_->size());
    }

    const ClipInfo& info() const override { return info_; }

    Frame read() override {
        Frame frame = planes_.read(*stream_, next_);
        if (frame) ++next_;
        return frame;
    }

    void skip(std::int64_t frames) override {
        const std::int64_t end = next_ + frames;
        while (next_ < end && planes_.skip(*stream_, next_)) ++next_;
        if (next_ < end) throw_too_few_frames(stream_->name(), next_, end);
    }

    void check_given() const override { stream_->check_given(); }
    void interrupt() noexcept override { stream_->interrupt(); }

  private:
    std::int64_t whole_frames(std::int64_t bytes) const {
        const std::int64_t remainder = bytes % planes_.frame_bytes();
        if (remainder == 0) return bytes / planes_.frame_bytes();
        throw Error(
            SPEEDQA_INPUT,
            fmt::format(
                "{}: its {} bytes are not a whole number of {} frames of {} bytes: {} bytes are left over; "
                "it has another format, is cut off, or is not raw YUV",
                stream_->name(), bytes, describe(info_.format), planes_.frame_bytes(), remainder));
    }

    std::unique_ptr<ByteStream> stream_;
    ClipInfo info_;
    PlaneReader planes_;
    std::int64_t next_ = 0;
};

void check_size(int value, const char* option) {
    if (value >= 1 && value <= largest_size) return;
    throw Error(SPEEDQA_INVALID_ARGUMENT,
                fmt::format("{} {}: must be from 1 to {}", option, value, largest_size));
}

}  // namespace

std::vector<std::string> missing_parts(const RawFormat& raw) {
    std::vector<std::string> missing;
    if (!raw.width) missing.emplace_back("width (-w)");
    if (!raw.height) missing.emplace_back("height (-h)");
    if (!raw.chroma) missing.emplace_back("pixel format (-p)");
    if (!raw.bit_depth) missing.emplace_back("bit depth (-b)");
    return missing;
}

FrameFormat raw_frame_format(const RawFormat& raw) {
    const FrameFormat format{raw.width.value(), raw.height.value(), raw.chroma.value(),
                             raw.bit_depth.value()};
    check_size(format.width, "--width");
    check_size(format.height, "--height");
    const int depth = format.bit_depth;
    if (depth != 8 && depth != 10 && depth != 12 && depth != 16) {
        throw Error(SPEEDQA_INVALID_ARGUMENT, fmt::format("--bitdepth {}: must be 8, 10, 12 or 16", depth));
    }
    return format;
}

std::unique_ptr<ClipReader> open_raw(std::unique_ptr<ByteStream> stream, const std::string& path,
                                     const FrameFormat& format, PlaneSelection planes) {
    ClipInfo info;
    info.path = path;
    info.container = "raw YUV";
    info.format = format;
    return std::make_unique<RawReader>(std::move(stream), std::move(info), planes);
}

}  // namespace speedqa
