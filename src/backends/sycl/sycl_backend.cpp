// The SYCL backend.
#include "backends/sycl/sycl_backend.h"

#include "backends/device/device_engine.h"
#include "backends/sycl/device_list.h"
#include "backends/sycl/frame_memory.h"
#include "backends/sycl/runtime_environment.h"
#include "backends/sycl/sycl_error.h"
#include "backends/sycl/sycl_probe.h"
#include "backends/sycl/sycl_queue.h"

namespace speedqa::sycl_backend {
namespace {

class SyclBackend : public Backend {
  public:
    const char* name() const override { return "sycl"; }

    std::vector<DeviceInfo> devices() override {
        std::vector<DeviceInfo> infos;
        for (const Device& device : device_list()) infos.push_back(device.info);
        return infos;
    }

    int engines_per_device(int) const override { return 2; }

    // `stream` is a sycl::queue of the caller on the device.
    std::shared_ptr<void> mark(int device, void* stream) override {
        if (!stream) return std::make_shared<sycl::event>();
        const Device& known = device_list().at(static_cast<std::size_t>(device));
        return translated(name_of(known), [&]() -> std::shared_ptr<void> {
            auto& queue = *static_cast<sycl::queue*>(stream);
            if (queue.get_context() != known.device.get_platform().khr_get_default_context())
                throw Error(SPEEDQA_UNSUPPORTED,
                            "frames must lie in the default context of the device's platform");
            return std::make_shared<sycl::event>(queue.ext_oneapi_submit_barrier());
        });
    }

    std::string unreadable_memory(int device, const void* address) override {
        const Device& known = device_list().at(static_cast<std::size_t>(device));
        return translated(name_of(known), [&] { return sycl_backend::unreadable_memory(known, address); });
    }

    std::shared_ptr<void> copy_to(FrameMemory memory, int device, const void* from,
                                  std::size_t bytes) override {
        return sycl_backend::copy_to(memory, device_list().at(static_cast<std::size_t>(device)), from, bytes);
    }

    double link_seconds(int device, std::size_t bytes) override {
        return sycl_backend::link_seconds(device_list().at(static_cast<std::size_t>(device)), bytes);
    }

    std::unique_ptr<Engine> make_engine(std::shared_ptr<const Plan> plan,
                                        const EngineSettings& settings) override {
        const Device& device = device_list().at(static_cast<std::size_t>(settings.device));
        return device::make_device_engine(std::move(plan), settings, make_queue(device, settings.profile));
    }

    std::unique_ptr<probe::Device> make_probe(int device) override {
        return sycl_backend::make_probe(device_list().at(static_cast<std::size_t>(device)));
    }
};

}  // namespace

Backend& backend() {
    static SyclBackend backend;
    prepare_environment();
    return backend;
}

}  // namespace speedqa::sycl_backend
