// A backend module of another version. Its backend must never be asked for.
#include <cstdlib>

#include "backends/module.h"

SPEEDQA_BACKEND_MODULE("0.0.1", (std::abort(), nullptr))
