// Reads the frames of a clip, whatever carries them: Y4M, raw YUV, or any file that FFmpeg's libraries
// decode.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "speed/format.h"

namespace speedqa {

enum class ColorRange { unknown, limited, full };

struct ClipInfo {
    std::string path;       // as the user gave it; "-" is standard input
    std::string container;  // "Y4M", "raw YUV", or what FFmpeg calls container and codec
    FrameFormat format;
    int rate_numerator = 0;  // frames per second; 0/0 where unknown
    int rate_denominator = 0;
    ColorRange range = ColorRange::unknown;
    bool interlaced = false;                  // as the clip says of itself; frames are compared as they stand
    std::optional<std::int64_t> frame_count;  // where it is known without reading the clip through
    std::vector<std::string> notes;  // one line each, for the user: a choice of streams, an unusual tag
};

// What the user says of a raw file; a clip that describes itself must agree with what is given here.
struct RawFormat {
    std::optional<int> width;
    std::optional<int> height;
    std::optional<ChromaSubsampling> chroma;
    std::optional<int> bit_depth;

    bool empty() const { return !width && !height && !chroma && !bit_depth; }
};

// Which planes will be read; the others may be left out of the frames.
struct PlaneSelection {
    bool luma = true;
    bool chroma = true;
};

class ClipReader {
  public:
    virtual ~ClipReader() = default;
    virtual const ClipInfo& info() const = 0;

    // The next frame, or an empty one at the end. Throws Error (input) that names the file and the frame
    // where the clip is damaged or cut off.
    virtual Frame read() = 0;

    // Leaves out the next `frames` frames, without reading through them where the carrier allows. Throws
    // Error (input) if the clip has fewer.
    virtual void skip(std::int64_t frames) = 0;

    // Throws Error (input) if samples of the frames given may have changed while they were used, as those of
    // a file can that becomes shorter: what was computed from them does not count. This and interrupt() may
    // be called while another thread uses the reader.
    virtual void check_given() const {}

    // Makes a read() or skip() that waits for a pipe, and later ones, throw Error (input).
    virtual void interrupt() noexcept {}
};

// Opens a clip; its kind is told from its content, never from its name. All four parts of `raw` make a file
// without a header raw YUV. Throws Error (input, unsupported, invalid_argument).
std::unique_ptr<ClipReader> open_clip(const std::string& path, const RawFormat& raw, PlaneSelection planes);

}  // namespace speedqa
