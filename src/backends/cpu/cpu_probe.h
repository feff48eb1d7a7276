// The CPU as a device of the probe.
#pragma once

#include <memory>

#include "probe/device.h"

namespace speedqa {

std::unique_ptr<probe::Device> make_cpu_probe();

}  // namespace speedqa
