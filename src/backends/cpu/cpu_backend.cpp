// The CPU as a backend: one device, one engine for each thread.
#include <fstream>
#include <thread>

#include "backends/cpu/cpu_features.h"
#include "backends/cpu/cpu_probe.h"
#include "backends/cpu/simd_engine.h"
#include "backends/registry.h"

namespace speedqa {
namespace {

std::string processor_name() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
    return "CPU";
}

class CpuBackend : public Backend {
  public:
    const char* name() const override { return "cpu"; }

    std::vector<DeviceInfo> devices() override {
        DeviceInfo device;
        device.backend = name();
        device.kind = DeviceKind::cpu;
        device.name = processor_name();
        device.properties.emplace_back("threads", std::to_string(engines_per_device(0)));
        device.properties.emplace_back("simd", active_cpu_level());
        return {device};
    }

    int engines_per_device(int) const override {
        return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    }

    std::unique_ptr<Engine> make_engine(std::shared_ptr<const Plan> plan,
                                        const EngineSettings& settings) override {
        return make_simd_engine(std::move(plan), settings.batch);
    }

    std::unique_ptr<probe::Device> make_probe(int) override { return make_cpu_probe(); }
};

}  // namespace

Backend& cpu_backend() {
    static CpuBackend backend;
    return backend;
}

}  // namespace speedqa
