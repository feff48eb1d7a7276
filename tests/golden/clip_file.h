// Writes synthetic clips as files, for the tests of readers and of the command line.
#pragma once

#include <ostream>

#include "golden/clip_spec.h"

namespace speedqa::golden {

enum class Side { reference, distorted };

// The planes of every frame, one after the other.
void write_raw(const ClipSpec& spec, Side side, std::ostream& out);

// The same with the headers of YUV4MPEG2; 25 frames a second.
void write_y4m(const ClipSpec& spec, Side side, std::ostream& out);

}  // namespace speedqa::golden
