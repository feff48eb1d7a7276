// A SYCL module whose devices fail as SPEEDQA_TEST_FAILURE tells: "lost CALL N", every call from the Nth of
// that name on; "memory CALL N", the Nth call alone.
#include <atomic>
#include <cstdlib>
#include <sstream>

#include "backends/device/device_engine.h"
#include "backends/module.h"
#include "backends/sycl/device_list.h"
#include "backends/sycl/sycl_backend.h"
#include "backends/sycl/sycl_error.h"
#include "backends/sycl/sycl_queue.h"
#include "sycl/observed_queue.h"

namespace speedqa::sycl_backend {
namespace {

struct Failure {
    std::string kind;
    std::string call;
    int number = 0;
};

Failure wanted_failure() {
    Failure failure;
    const char* text = std::getenv("SPEEDQA_TEST_FAILURE");
    std::istringstream(text ? text : "") >> failure.kind >> failure.call >> failure.number;
    return failure;
}

// Throws what the runtime does.
void fail_if_wanted(const char* call) {
    static const Failure failure = wanted_failure();
    static std::atomic<int> calls = 0;
    if (failure.call != call) return;
    const int number = ++calls;
    if (failure.kind == "lost" && number >= failure.number)
        throw sycl::exception(sycl::make_error_code(sycl::errc::runtime),
                              "level_zero backend failed with error: 20 (UR_RESULT_ERROR_DEVICE_LOST)");
    if (failure.kind == "memory" && number == failure.number)
        throw sycl::exception(
            sycl::make_error_code(sycl::errc::runtime),
            "level_zero backend failed with error: 39 (UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY)");
}

class FailingBackend : public Backend {
  public:
    const char* name() const override { return "sycl"; }
    std::vector<DeviceInfo> devices() override { return backend().devices(); }
    int engines_per_device(int device) const override { return backend().engines_per_device(device); }

    std::unique_ptr<Engine> make_engine(std::shared_ptr<const Plan> plan,
                                        const EngineSettings& settings) override {
        const Device& device = device_list().at(static_cast<std::size_t>(settings.device));
        seen_.push_back(std::make_unique<device::Observation>());
        seen_.back()->before = [&device](const char* call) {
            translated(name_of(device), [call] { fail_if_wanted(call); });
        };
        auto queue =
            std::make_unique<device::ObservedQueue>(make_queue(device, settings.profile), *seen_.back());
        return device::make_device_engine(std::move(plan), settings, std::move(queue));
    }

  private:
    std::vector<std::unique_ptr<device::Observation>> seen_;
};

FailingBackend failing_backend;

}  // namespace
}  // namespace speedqa::sycl_backend

SPEEDQA_BACKEND_MODULE(SPEEDQA_BUILD, &speedqa::sycl_backend::failing_backend)
