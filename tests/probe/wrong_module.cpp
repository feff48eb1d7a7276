// A backend module in the place of hip. Device 0 has one wrong bit in its divisions; device 1, which no
// engine could use, has none.
#include "api/error.h"
#include "backends/cpu/cpu_probe.h"
#include "backends/module.h"

namespace {

using speedqa::probe::Operation;

class WrongDevice : public speedqa::probe::Device {
  public:
    explicit WrongDevice(int device) : device_(device) {}
    bool has_binary64() const override { return false; }
    void run(Operation operation, std::uint64_t first, std::span<std::uint64_t> results) override {
        cpu_->run(operation, first, results);
        if (device_ == 0 && operation == Operation::our_divide) results[results.size() / 2] ^= 1;
    }
    void repeat(Operation operation, std::uint32_t count) override { cpu_->repeat(operation, count); }

  private:
    std::unique_ptr<speedqa::probe::Device> cpu_ = speedqa::make_cpu_probe();
    int device_;
};

class WrongBackend : public speedqa::Backend {
  public:
    const char* name() const override { return "hip"; }
    std::vector<speedqa::DeviceInfo> devices() override {
        speedqa::DeviceInfo first, second;
        first.backend = second.backend = name();
        first.name = "wrong";
        second.index = 1;
        second.name = "old";
        second.usable = false;
        second.reason = "too old";
        return {first, second};
    }
    int engines_per_device(int) const override { return 1; }
    std::unique_ptr<speedqa::Engine> make_engine(std::shared_ptr<const speedqa::Plan>,
                                                 const speedqa::EngineSettings&) override {
        throw speedqa::Error(SPEEDQA_DEVICE, "no engine");
    }
    std::unique_ptr<speedqa::probe::Device> make_probe(int device) override {
        return std::make_unique<WrongDevice>(device);
    }
};

WrongBackend backend;

}  // namespace

SPEEDQA_BACKEND_MODULE(SPEEDQA_BUILD, &backend)
