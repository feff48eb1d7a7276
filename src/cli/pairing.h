// Whether two clips can be compared, and what a user should know if they are.
#pragma once

#include <string>
#include <vector>

#include "io/clip_reader.h"

namespace speedqa::cli {

// How messages name a clip: its path, or "standard input".
std::string clip_name(const ClipInfo& clip);

// Throws Error (invalid_argument) if size, chroma subsampling or bit depth differ: the message names both
// clips, both values, and the ffmpeg command that converts the distorted one.
void check_pair(const ClipInfo& reference, const ClipInfo& distorted);

// One line for each of: frame rates or colour ranges that differ, interlaced material. Frames are compared in
// order, as they are stored, whatever these say.
std::vector<std::string> pair_warnings(const ClipInfo& reference, const ClipInfo& distorted);

}  // namespace speedqa::cli
