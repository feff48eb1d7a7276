// The header line of a Y4M clip.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/clip_reader.h"
#include "speed/format.h"

namespace speedqa {

inline constexpr std::string_view y4m_magic = "YUV4MPEG2";

// The longest header and FRAME line, their ends included.
inline constexpr std::size_t longest_y4m_line = 65536;

struct Y4mHeader {
    FrameFormat format;
    bool alpha = false;  // a fourth plane of the luma's size follows each frame
    int rate_numerator = 0;
    int rate_denominator = 0;
    bool interlaced = false;
    ColorRange range = ColorRange::unknown;
    std::vector<std::string> notes;
};

// Reads a header line without its end. Tags come in any order; without a C tag, XYSCSS gives the chroma
// format, and without both it is 8-bit 4:2:0. Throws Error (input) for a malformed line and (unsupported) for
// a chroma format that is not read; `clip` names the clip in both.
Y4mHeader parse_y4m_header(std::string_view line, const std::string& clip);

}  // namespace speedqa
