// The SYCL backend.
#pragma once

#include "backends/backend.h"

namespace speedqa::sycl_backend {

// Prepares the runtime's environment; see runtime_environment.h.
Backend& backend();

}  // namespace speedqa::sycl_backend
