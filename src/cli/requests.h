// Which features are scored, and what they need of the clips.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "io/clip_reader.h"
#include "report/report.h"
#include "speed/options.h"

namespace speedqa::cli {

// `requests` with each one once. Throws UsageError if two that differ would have the same score names, which
// hold only six digits of an option's value.
std::vector<FeatureRequest> without_repeats(std::vector<FeatureRequest> requests);

// What is scored if the user asks for nothing: speed_chroma, or speed_temporal where there is no chroma,
// which is said.
FeatureRequest default_request(const FrameFormat& format, Console& console);

// The planes that `requests` read; for none, those of the default request. The only plane of a 4:0:0 clip is
// always read.
PlaneSelection planes_read_by(const std::vector<FeatureRequest>& requests);

// "frame 17, speed_chroma_u": the first score that is absent.
std::string first_absent_score(const ScoreTable& scores);

}  // namespace speedqa::cli
