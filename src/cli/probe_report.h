// What the command "probe" prints.
#pragma once

#include <string>

#include "backends/backend.h"
#include "probe/probe.h"

namespace speedqa::cli {

std::string probe_table(const probe::Report& report, const DeviceInfo& device);
std::string probe_json(const probe::Report& report, const DeviceInfo& device);

}  // namespace speedqa::cli
