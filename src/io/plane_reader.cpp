// Reads the planes of uncompressed frames from a byte stream.
#include "io/plane_reader.h"

#include <fmt/format.h>

#include "api/error.h"
#include "io/sample_check.h"

namespace speedqa {
namespace {

std::int64_t plane_bytes(const FrameFormat& format, int plane) {
    const PlaneSize size = stored_plane_size(format, plane);
    return std::int64_t{size.width} * size.height * bytes_per_sample(format);
}

}  // namespace

PlaneReader::PlaneReader(const FrameFormat& format, PlaneSelection selection, std::int64_t ignored_bytes)
    : format_(format), after_(ignored_bytes) {
    const int planes = plane_count(format);
    first_plane_ = selection.luma || planes == 1 ? 0 : 1;
    end_plane_ = selection.chroma ? planes : 1;
    for (int plane = 0; plane < planes; ++plane) {
        const std::int64_t bytes = plane_bytes(format, plane);
        if (plane < first_plane_) {
            before_ += bytes;
        } else if (plane < end_plane_) {
            wanted_ += static_cast<std::size_t>(bytes);
        } else {
            after_ += bytes;
        }
    }
}

Frame PlaneReader::read(ByteStream& stream, std::int64_t number) const {
    const std::int64_t before = stream.skip(before_);
    const Bytes bytes = stream.take(wanted_, static_cast<std::size_t>(bytes_per_sample(format_)));
    const std::int64_t after = stream.skip(after_);
    const std::int64_t got = before + static_cast<std::int64_t>(bytes.size) + after;
    if (got == 0) return {};
    check_complete(got, stream, number);

    Frame frame;
    frame.owner = bytes.owner;
    const std::byte* data = bytes.data;
    for (int plane = first_plane_; plane < end_plane_; ++plane) {
        const int width = stored_plane_size(format_, plane).width;
        frame.view.planes[plane] = {data, std::ptrdiff_t{width} * bytes_per_sample(format_)};
        data += plane_bytes(format_, plane);
    }
    check_samples(frame.view, format_, stream.name(), number, [&] { stream.set_aside(bytes); });
    return frame;
}

bool PlaneReader::skip(ByteStream& stream, std::int64_t number) const {
    const std::int64_t got = stream.skip(frame_bytes());
    if (got == 0) return false;
    check_complete(got, stream, number);
    return true;
}

void PlaneReader::check_complete(std::int64_t got, const ByteStream& stream, std::int64_t number) const {
    if (got == frame_bytes()) return;
    throw Error(SPEEDQA_INPUT, fmt::format("{}: frame {} is cut off: {} of its {} bytes are missing",
                                           stream.name(), number, frame_bytes() - got, frame_bytes()));
}

void throw_too_few_frames(const std::string& name, std::int64_t present, std::int64_t wanted) {
    throw Error(SPEEDQA_INPUT,
                fmt::format("{}: can't skip {} frames: the clip has only {}", name, wanted, present));
}

}  // namespace speedqa
