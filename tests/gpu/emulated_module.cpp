// A backend module of emulated devices for the tool: a sound one, one that is lost, one with little memory
// and one without.
#include <cstdlib>

#include "api/error.h"
#include "api/frame_memory.h"
#include "backends/device/device_engine.h"
#include "backends/module.h"
#include "gpu/emulated_queue.h"

namespace speedqa::device {
namespace {

constexpr std::size_t plenty = std::size_t{1} << 30;
constexpr std::size_t little = 400000;  // a pair of 160x160 frames, 4:4:4, needs a quarter of it

struct EmulatedDevice {
    const char* name;
    std::size_t memory;
    int lost_after;  // batches; -1: never
};

constexpr EmulatedDevice emulated_devices[] = {
    {"sound", plenty, -1}, {"lost", plenty, 2}, {"small", little, -1}, {"full", 0, -1}};

class LosingQueue : public EmulatedQueue {
  public:
    explicit LosingQueue(const EmulatedDevice& device)
        : EmulatedQueue(1, EmulatedArithmetic::binary64, device.memory), left_(device.lost_after) {}

    void launch(std::span<const Chain> chains) override {
        if (left_ == 0) throw Error(SPEEDQA_DEVICE, "cuda device 1 (lost): can't run a kernel: it is gone");
        --left_;
        EmulatedQueue::launch(chains);
    }

  private:
    int left_;
};

class EmulatedBackend : public Backend {
  public:
    const char* name() const override { return "cuda"; }

    std::vector<DeviceInfo> devices() override {
        std::vector<DeviceInfo> devices;
        for (const EmulatedDevice& device : emulated_devices) {
            DeviceInfo info;
            info.backend = name();
            info.index = static_cast<int>(devices.size());
            info.name = device.name;
            devices.push_back(info);
        }
        return devices;
    }

    // One, so that it is certain which batch is lost.
    int engines_per_device(int) const override { return 1; }

    std::shared_ptr<void> copy_to(FrameMemory, int, const void* from, std::size_t bytes) override {
        return copy_to_ordinary_memory(from, bytes);
    }
    double link_seconds(int, std::size_t bytes) override { return static_cast<double>(bytes) * 1e-9; }

    std::unique_ptr<Engine> make_engine(std::shared_ptr<const Plan> plan,
                                        const EngineSettings& settings) override {
        return make_device_engine(std::move(plan), settings,
                                  std::make_unique<LosingQueue>(emulated_devices[settings.device]));
    }
};

EmulatedBackend backend;

}  // namespace
}  // namespace speedqa::device

SPEEDQA_BACKEND_MODULE(SPEEDQA_BUILD, &speedqa::device::backend)
