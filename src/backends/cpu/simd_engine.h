// The CPU engine: the steps of the active SIMD level, each for all images of a batch.
#pragma once

#include <memory>

#include "backends/backend.h"

namespace speedqa {

// `batch` 0 chooses: more frames together where they are small.
std::unique_ptr<Engine> make_simd_engine(std::shared_ptr<const Plan> plan, int batch);

}  // namespace speedqa
