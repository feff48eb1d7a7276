// Asks FFmpeg what the first bytes of a clip are.
#include <algorithm>
#include <cstring>
#include <vector>

#include "io/ffmpeg_clip.h"
#include "io/ffmpeg_demuxer.h"

namespace speedqa {
namespace {

// The first bytes of a clip as a stream of their own: what lies behind them may still be in a pipe.
class StartStream final : public ByteStream {
  public:
    explicit StartStream(std::span<const std::byte> bytes)
        : ByteStream("the start of the clip"), bytes_(bytes) {}

    std::optional<std::int64_t> size() const override { return std::nullopt; }
    void seek(std::int64_t position) override { position_ = position; }
    std::span<const std::byte> peek(std::size_t count) override {
        const std::span<const std::byte> rest = bytes_.subspan(static_cast<std::size_t>(position_));
        return rest.first(std::min(count, rest.size()));
    }
    Bytes take(std::size_t count, std::size_t) override {
        const std::span<const std::byte> taken = peek(count);
        skip(static_cast<std::int64_t>(count));
        return {taken.data(), taken.size(), nullptr};
    }
    std::size_t read_some(std::span<std::byte> buffer) override {
        const Bytes bytes = take(buffer.size(), 1);
        std::copy_n(bytes.data, bytes.size, buffer.data());
        return bytes.size;
    }
    std::int64_t skip(std::int64_t count) override {
        const auto skipped = static_cast<std::int64_t>(peek(static_cast<std::size_t>(count)).size());
        position_ += skipped;
        return skipped;
    }

  private:
    std::span<const std::byte> bytes_;
};

int probe_score(std::span<const std::byte> start) {
    std::vector<unsigned char> padded(start.size() + AVPROBE_PADDING_SIZE);
    std::memcpy(padded.data(), start.data(), start.size());
    AVProbeData probed = {};
    probed.filename = "";
    probed.buf = padded.data();
    probed.buf_size = static_cast<int>(start.size());
    int score = 0;
    ffmpeg().av_probe_input_format3(&probed, 1, &score);
    return score;
}

}  // namespace

bool ffmpeg_is_sure(std::span<const std::byte> start) {
    try {
        if (probe_score(start) < AVPROBE_SCORE_MAX) return false;
        const FfmpegDemuxer demuxer(std::make_unique<StartStream>(start));
        return demuxer.video().codecpar->width > 0;
    } catch (const Error&) {
        return false;
    }
}

}  // namespace speedqa
