// A backend module of this version that was built with other headers. Its backend must never be asked for.
#include <cstdlib>

#include "api/version.h"
#include "backends/module.h"

SPEEDQA_BACKEND_MODULE(SPEEDQA_VERSION " (GNU 1.0.0, interface 0123456789ab)", (std::abort(), nullptr))
