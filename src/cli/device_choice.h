// The device that the user asked for, by index or name.
#pragma once

#include <span>
#include <string>

#include "api/scorer.h"

namespace speedqa::cli {

// Sets backend and device of `settings` as `wish` says: an index within the backend of `settings`, "cuda:1",
// or part of the name of exactly one device, in letters of either case; or several of the first two kinds,
// separated by commas, which score side by side. Whether an index exists and is usable
// is for the Scorer to say. Throws UsageError that lists the devices.
void choose_device(const std::string& wish, std::span<const DeviceInfo> devices, ScorerSettings& settings);

}  // namespace speedqa::cli
