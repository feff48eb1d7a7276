// Makes the synthetic clips of data/clips.txt in memory, from integer arithmetic alone; data/README.md
// defines them.
#pragma once

#include <cstddef>
#include <vector>

#include "golden/clip_spec.h"
#include "speed/format.h"

namespace speedqa::golden {

// Both sides of frame `index`.
struct ClipFrame {
    Frame reference;
    Frame distorted;
};

// The planes lie one after the other without padding, frame_bytes(spec.format) in all, from
// view.planes[0].data on.
ClipFrame make_frame(const ClipSpec& spec, int index);

// All frames of the clip.
std::vector<ClipFrame> make_clip(const ClipSpec& spec);

}  // namespace speedqa::golden
