// The SYCL device that the tests of this folder use.
#include "sycl/device.h"

#include "api/error.h"
#include "backends/sycl/runtime_environment.h"
#include "backends/sycl/sycl_queue.h"
#include "speed/options.h"
#include "speed/plan.h"

namespace speedqa::sycl_backend {

const Device& test_device() {
    static const bool prepared = [] {
        prepare_environment();
        return true;
    }();
    (void)prepared;
    for (const Device& device : device_list())
        if (device.info.usable) return device;
    throw Error(SPEEDQA_DEVICE, "no SYCL device is usable");
}

std::shared_ptr<const Plan> plan_of(const FrameFormat& format, const std::vector<std::string>& features) {
    std::vector<FeatureRequest> requests;
    for (const std::string& feature : features) requests.push_back(parse_feature(feature));
    return std::make_shared<const Plan>(make_plan(format, requests));
}

std::unique_ptr<Engine> observed_engine(const std::shared_ptr<const Plan>& plan,
                                        const EngineSettings& settings, device::Observation& seen) {
    auto queue = std::make_unique<device::ObservedQueue>(make_queue(test_device(), settings.profile), seen);
    return device::make_device_engine(plan, settings, std::move(queue));
}

}  // namespace speedqa::sycl_backend
