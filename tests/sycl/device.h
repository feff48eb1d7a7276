// The SYCL device that the tests of this folder use, and engines on it whose queue is observed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backends/backend.h"
#include "backends/device/device_engine.h"
#include "backends/sycl/device_list.h"
#include "sycl/observed_queue.h"

namespace speedqa::sycl_backend {

// The first usable one. Throws Error (device) if there is none.
const Device& test_device();

std::shared_ptr<const Plan> plan_of(const FrameFormat& format, const std::vector<std::string>& features);

// `seen` must outlive the engine.
std::unique_ptr<Engine> observed_engine(const std::shared_ptr<const Plan>& plan,
                                        const EngineSettings& settings, device::Observation& seen);

}  // namespace speedqa::sycl_backend
