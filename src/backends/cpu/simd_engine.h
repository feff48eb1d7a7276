// The CPU engine: the steps of the active SIMD level, each for all images of a batch.
#pragma once

#include <memory>

#include "backends/backend.h"

namespace speedqa {

// `batch`: the most frame pairs that are scored together, at least 1.
std::unique_ptr<Engine> make_simd_engine(std::shared_ptr<const Plan> plan, int batch);

}  // namespace speedqa
