// The engine of every GPU backend: uploads a batch, runs the kernels, reads one record for each frame pair.
#pragma once

#include <memory>

#include "backends/backend.h"
#include "backends/device/queue.h"

namespace speedqa::device {

// Batches that do not fit into the device's memory are halved until they do. Throws Error (out_of_memory) if
// one pair does not fit, Error (device) for the queue's failures.
std::unique_ptr<Engine> make_device_engine(std::shared_ptr<const Plan> plan, const EngineSettings& settings,
                                           std::unique_ptr<Queue> queue);

}  // namespace speedqa::device
