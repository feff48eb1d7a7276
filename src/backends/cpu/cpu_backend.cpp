// The CPU as a backend: one device, one engine for each thread.
#include <algorithm>
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

// Small images cost less together: 16 eigenproblems fill the lanes of one. But a scorer holds a batch for
// each engine, one more for each in its queue and one that fills, and frames are large: a batch is as large
// as keeps these within 48 MiB and one frame pair for each engine.
int chosen_batch(const Plan& plan, int engines) {
    constexpr std::size_t most_bytes = std::size_t{48} << 20;
    constexpr int most_images = 16;
    int images = 1;
    for (const FeaturePlan& feature : plan.features) images = std::max(images, feature.image_count());
    const std::size_t pairs = most_bytes / (2 * frame_bytes(plan.format)) + static_cast<std::size_t>(engines);
    const std::size_t batches = 2 * static_cast<std::size_t>(engines) + 1;
    return std::clamp(static_cast<int>(std::min<std::size_t>(pairs / batches, most_images)), 1,
                      most_images / images);
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
        const int batch = settings.batch > 0 ? settings.batch : chosen_batch(*plan, settings.engines);
        return make_simd_engine(std::move(plan), batch);
    }

    std::unique_ptr<probe::Device> make_probe(int) override { return make_cpu_probe(); }
};

}  // namespace

Backend& cpu_backend() {
    static CpuBackend backend;
    return backend;
}

}  // namespace speedqa
