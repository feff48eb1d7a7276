// The plain CPU engine: the steps of src/speed one after the other, one image at a time.
#pragma once

#include <memory>

#include "backends/backend.h"

namespace speedqa {

std::unique_ptr<Engine> make_plain_engine(std::shared_ptr<const Plan> plan, int batch);

}  // namespace speedqa
