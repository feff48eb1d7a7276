// Y4M (YUV4MPEG2): a header line, then a FRAME line and the samples for each frame.
#include "io/y4m_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "api/error.h"
#include "io/plane_reader.h"
#include "io/y4m_header.h"

namespace speedqa {
namespace {

constexpr std::string_view frame_word = "FRAME";
constexpr std::string_view plain_frame_line = "FRAME\n";

std::string_view peek_text(ByteStream& stream, std::size_t count) {
    const std::span<const std::byte> bytes = stream.peek(count);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class Y4mReader final : public ClipReader {
  public:
    Y4mReader(std::unique_ptr<ByteStream> stream, ClipInfo info, PlaneSelection planes,
              std::int64_t alpha_bytes)
        : stream_(std::move(stream)), info_(std::move(info)), planes_(info_.format, planes, alpha_bytes) {
        info_.frame_count = count_frames();
    }

    const ClipInfo& info() const override { return info_; }

    Frame read() override {
        if (!frame_line()) return {};
        Frame frame = planes_.read(*stream_, next_);
        if (!frame) fail_without_samples();
        ++next_;
        return frame;
    }

    void skip(std::int64_t frames) override {
        const std::int64_t end = next_ + frames;
        for (; next_ < end; ++next_) {
            if (!frame_line()) throw_too_few_frames(stream_->name(), next_, end);
            if (!planes_.skip(*stream_, next_)) fail_without_samples();
        }
    }

    void check_given() const override { stream_->check_given(); }
    void interrupt() noexcept override { stream_->interrupt(); }

  private:
    // Reads the line ahead of a frame; false at the end of the clip.
    bool frame_line() {
        const std::string_view start = peek_text(*stream_, plain_frame_line.size());
        if (start.empty()) return false;
        const bool is_frame = start.size() == plain_frame_line.size() && start.starts_with(frame_word) &&
                              (start.back() == '\n' || start.back() == ' ' || start.back() == '\r');
        if (!is_frame) {
            throw Error(SPEEDQA_INPUT,
                        fmt::format("{}: frame {}: byte {} of the clip should start a FRAME line and does "
                                    "not; the clip is damaged or its header is wrong",
                                    stream_->name(), next_, stream_->position()));
        }
        read_line(*stream_, longest_y4m_line, fmt::format("the FRAME line of frame {}", next_));
        return true;
    }

    [[noreturn]] void fail_without_samples() const {
        throw Error(SPEEDQA_INPUT,
                    fmt::format("{}: frame {} is cut off: all its {} bytes are missing behind the FRAME line",
                                stream_->name(), next_, planes_.frame_bytes()));
    }

    // The number of frames of a file in which all FRAME lines are plain, as the length, the first and the
    // last one show.
    std::optional<std::int64_t> count_frames() {
        const std::int64_t start = stream_->position();
        const std::int64_t rest = stream_->size().value_or(start) - start;
        const std::int64_t distance =
            planes_.frame_bytes() + static_cast<std::int64_t>(plain_frame_line.size());
        if (!stream_->size() || rest % distance != 0) return std::nullopt;
        const std::int64_t frames = rest / distance;
        if (frames > 0 && !(plain_line_at(start) && plain_line_at(start + (frames - 1) * distance)))
            return std::nullopt;
        return frames;
    }

    bool plain_line_at(std::int64_t position) {
        const std::int64_t start = stream_->position();
        stream_->seek(position);
        const bool plain = peek_text(*stream_, plain_frame_line.size()) == plain_frame_line;
        stream_->seek(start);
        return plain;
    }

    std::unique_ptr<ByteStream> stream_;
    ClipInfo info_;
    PlaneReader planes_;
    std::int64_t next_ = 0;
};

}  // namespace

bool starts_as_y4m(ByteStream& stream) {
    const std::string_view start = peek_text(stream, y4m_magic.size() + 1);
    return start.starts_with(y4m_magic) && (start.size() == y4m_magic.size() || start.back() == ' ' ||
                                            start.back() == '\n' || start.back() == '\r');
}

std::unique_ptr<ClipReader> open_y4m(std::unique_ptr<ByteStream> stream, const std::string& path,
                                     PlaneSelection planes) {
    const auto line = read_line(*stream, longest_y4m_line, "the Y4M header");
    const Y4mHeader header = parse_y4m_header(line.value_or(""), stream->name());
    ClipInfo info;
    info.path = path;
    info.container = "Y4M";
    info.format = header.format;
    info.rate_numerator = header.rate_numerator;
    info.rate_denominator = header.rate_denominator;
    info.range = header.range;
    info.interlaced = header.interlaced;
    info.notes = header.notes;
    const std::int64_t alpha_bytes =
        header.alpha ? std::int64_t{header.format.width} * header.format.height : 0;
    return std::make_unique<Y4mReader>(std::move(stream), std::move(info), planes, alpha_bytes);
}

}  // namespace speedqa
