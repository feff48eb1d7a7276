// Scores the frames of two clips in order, until one ends or something stops it.
#pragma once

#include <cstdint>
#include <optional>

#include "api/scorer.h"
#include "cli/console.h"
#include "io/clip_reader.h"
#include "report/report.h"

namespace speedqa::cli {

// A clip and how many of its first frames were left out.
struct OpenClip {
    ClipReader& reader;
    std::int64_t skipped = 0;

    std::optional<std::int64_t> frames_left() const;
};

// Reads up to `limit` frame pairs (all, if absent), scores them, and puts scores, statistics, speed and an
// early stop into `report`. A clip that is shorter, damaged or cut off, or a device that fails, stops the run
// early; what was scored before stays. Throws Error if nothing was scored.
void score_frames(OpenClip reference, OpenClip distorted, std::optional<std::int64_t> limit, Scorer& scorer,
                  Console& console, Report& report);

}  // namespace speedqa::cli
