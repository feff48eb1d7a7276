// Reads a clip in a thread of its own, some frames ahead of the one that uses them.
#pragma once

#include <memory>

#include "io/clip_reader.h"

namespace speedqa {

// A reader of the same frames as `clip`, of which at most `frames` (at least 1) wait. An Error comes at the
// frame where it happened, and again at every later call. skip() ahead of the first read() is as cheap as
// that of `clip`.
std::unique_ptr<ClipReader> read_ahead(std::unique_ptr<ClipReader> clip, int frames);

}  // namespace speedqa
