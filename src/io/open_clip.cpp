// Tells from its content what carries a clip, and opens it with the reader for that.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "api/error.h"
#include "io/byte_stream.h"
#include "io/clip_reader.h"
#include "io/container_magic.h"
#include "io/ffmpeg_clip.h"
#include "io/raw_reader.h"
#include "io/y4m_reader.h"

namespace speedqa {
namespace {

// Enough for every mark of a container, and for FFmpeg to look at the first frames of a compressed clip.
constexpr std::size_t probed_bytes = 1 << 16;

void check_agreement(const ClipInfo& info, const RawFormat& raw) {
    const FrameFormat& format = info.format;
    const FrameFormat given{raw.width.value_or(format.width), raw.height.value_or(format.height),
                            raw.chroma.value_or(format.chroma), raw.bit_depth.value_or(format.bit_depth)};
    if (given == format) return;
    throw Error(
        SPEEDQA_INVALID_ARGUMENT,
        fmt::format(
            "{}: the clip ({}) says that it is {}, but the options -w, -h, -p, -b say {}; leave them out for "
            "clips that are not raw YUV",
            info.path, info.container, describe(format), describe(given)));
}

// Without a header and without marks a clip may still be raw YUV whose format was not given.
std::unique_ptr<ClipReader> open_unmarked(std::unique_ptr<ByteStream> stream, const std::string& path,
                                          const RawFormat& raw) {
    try {
        return open_with_ffmpeg(std::move(stream), path);
    } catch (const UnknownContent& error) {
        throw Error(error.status(), fmt::format("{}; to be read as raw YUV it lacks: {}", error.what(),
                                                fmt::join(missing_parts(raw), ", ")));
    }
}

std::unique_ptr<ClipReader> open_by_content(std::unique_ptr<ByteStream> stream, const std::string& path,
                                            const RawFormat& raw, PlaneSelection planes) {
    if (starts_as_y4m(*stream)) return open_y4m(std::move(stream), path, planes);
    const std::span<const std::byte> start = stream->peek(probed_bytes);
    if (start.empty()) throw Error(SPEEDQA_INPUT, fmt::format("{}: is empty", stream->name()));
    if (container_by_magic(start)) return open_with_ffmpeg(std::move(stream), path);
    if (!missing_parts(raw).empty()) return open_unmarked(std::move(stream), path, raw);
    if (ffmpeg_is_sure(start)) return open_with_ffmpeg(std::move(stream), path);
    return open_raw(std::move(stream), path, raw_frame_format(raw), planes);
}

}  // namespace

std::unique_ptr<ClipReader> open_clip(const std::string& path, const RawFormat& raw, PlaneSelection planes) {
    std::unique_ptr<ClipReader> clip = open_by_content(open_stream(path), path, raw, planes);
    check_agreement(clip->info(), raw);
    return clip;
}

}  // namespace speedqa
