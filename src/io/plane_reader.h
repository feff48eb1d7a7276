// Reads the planes of uncompressed frames from a byte stream.
#pragma once

#include <cstddef>
#include <cstdint>

#include "io/byte_stream.h"
#include "io/clip_reader.h"
#include "speed/format.h"

namespace speedqa {

// Of widths and heights: frames of this size need 24 GB at most, which all byte counts can hold.
inline constexpr int largest_size = 65536;

// Frames are Y, U, V without padding, then `ignored_bytes` (an alpha plane). Planes that are not selected are
// left out of the frames; 4:0:0 always gives its only plane.
class PlaneReader {
  public:
    PlaneReader(const FrameFormat& format, PlaneSelection selection, std::int64_t ignored_bytes);

    std::int64_t frame_bytes() const { return before_ + static_cast<std::int64_t>(wanted_) + after_; }

    // The next frame, or an empty one at the end of the stream. `number` names it in errors. Throws Error
    // (input) if the frame is cut off, and for samples above the maximum of 10 or 12 bits.
    Frame read(ByteStream& stream, std::int64_t number) const;

    // Leaves out a frame; false if the stream has ended. Throws Error (input) if the frame is cut off.
    bool skip(ByteStream& stream, std::int64_t number) const;

  private:
    void check_complete(std::int64_t got, const ByteStream& stream, std::int64_t number) const;

    FrameFormat format_;
    int first_plane_ = 0;
    int end_plane_ = 0;
    std::int64_t before_ = 0;  // bytes ahead of the selected planes
    std::size_t wanted_ = 0;   // bytes of the selected planes
    std::int64_t after_ = 0;   // bytes behind them
};

// The user's wish to skip more frames than there are.
[[noreturn]] void throw_too_few_frames(const std::string& name, std::int64_t present, std::int64_t wanted);

}  // namespace speedqa
