// A backend module with four devices, of which the first usable GPU is the third.
#include "api/error.h"
#include "backends/module.h"

namespace {

using speedqa::DeviceInfo;
using speedqa::DeviceKind;

class FakeBackend : public speedqa::Backend {
  public:
    const char* name() const override { return "cuda"; }

    std::vector<DeviceInfo> devices() override {
        return {device(0, DeviceKind::cpu, "a processor", ""),
                device(1, DeviceKind::gpu, "an old GPU", "too old"), device(2, DeviceKind::gpu, "a GPU", ""),
                device(3, DeviceKind::gpu, "another GPU", "")};
    }

    int engines_per_device(int) const override { return 2; }

    std::unique_ptr<speedqa::Engine> make_engine(std::shared_ptr<const speedqa::Plan>,
                                                 const speedqa::EngineSettings&) override {
        throw speedqa::Error(SPEEDQA_DEVICE, "the fake device has no engine");
    }

  private:
    static DeviceInfo device(int index, DeviceKind kind, const char* name, const char* reason) {
        DeviceInfo info;
        info.backend = "cuda";
        info.index = index;
        info.kind = kind;
        info.name = name;
        info.usable = !*reason;
        info.reason = reason;
        return info;
    }
};

FakeBackend backend;

}  // namespace

SPEEDQA_BACKEND_MODULE(SPEEDQA_BUILD, &backend)
