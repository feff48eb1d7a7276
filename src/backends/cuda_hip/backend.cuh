// The devices of CUDA or HIP as a backend, and the module's entry point.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "backends/backend.h"
#include "backends/cuda_hip/probe.h"
#include "backends/cuda_hip/queue.cuh"
#include "backends/device/device_engine.h"
#include "backends/module.h"
#include "exact/pairs_only.h"
#include "kernels/device_binary64.h"

namespace speedqa::gpu {

class GpuBackend : public Backend {
  public:
    const char* name() const override { return SPEEDQA_GPU_BACKEND; }

    std::vector<DeviceInfo> devices() override {
        int count = 0;
        const Status status = device_count(&count);
        if (status != success || count == 0) {
            (void)last_error();
            return {unusable(status == success ? "no device is visible" : describe(status))};
        }
        std::vector<DeviceInfo> devices;
        for (int i = 0; i < count; ++i) devices.push_back(device_info(i));
        return devices;
    }

    int engines_per_device(int) const override { return 2; }

    std::shared_ptr<void> mark(int device, void* stream) override {
        Event event{};
        require(use_device(device), device, "use the device");
        require(create_event(&event), device, "create an event");
        const std::shared_ptr<void> mark(event,
                                         [](void* made) { (void)destroy_event(static_cast<Event>(made)); });
        require(record_event(event, static_cast<Stream>(stream)), device, "record an event");
        return mark;
    }

    std::string unreadable_memory(int device, const void* address) override {
        require(use_device(device), device, "use the device");
        const MemoryPlace place = place_of(address);
        if (place.kind == MemoryKind::ordinary) return "the host";
        if (place.kind == MemoryKind::device && place.device != device)
            return SPEEDQA_GPU_BACKEND " device " + std::to_string(place.device);
        return {};
    }

    std::shared_ptr<void> copy_to(FrameMemory kind, int device, const void* from,
                                  std::size_t bytes) override {
        std::shared_ptr<void> memory = allocate(kind, device, bytes);
        require(copy_anywhere(memory.get(), from, bytes), device, "copy a frame");
        return memory;
    }

    // The fastest of some copies.
    double link_seconds(int device, std::size_t bytes) override {
        constexpr int copies = 5;
        const std::shared_ptr<void> from = allocate(FrameMemory::host, device, bytes);
        const std::shared_ptr<void> to = allocate(FrameMemory::device, device, bytes);
        Stream made{};
        require(create_stream(&made), device, "create a stream");
        const std::shared_ptr<void> stream(
            made, [](void* open) { (void)destroy_stream(static_cast<Stream>(open)); });
        double best = std::numeric_limits<double>::infinity();
        for (int i = 0; i < copies; ++i) {
            Stopwatch watch;
            watch.start(made);
            require(upload(to.get(), from.get(), bytes, made), device, "copy to the device");
            watch.stop(made);
            require(wait_stream(made), device, "wait for the device");
            double milliseconds = 0.0;
            require(watch.read(&milliseconds), device, "time a copy");
            best = std::min(best, milliseconds);
        }
        return best / 1e3;
    }

    std::unique_ptr<Engine> make_engine(std::shared_ptr<const Plan> plan,
                                        const EngineSettings& settings) override {
        const DeviceInfo info = device_info(settings.device);
        if (!info.usable) throw Error(SPEEDQA_DEVICE, std::string(name()) + " device: " + info.reason);
        auto queue = std::make_unique<StreamQueue>(settings.device, info.name, kernel_set(settings.fp64));
        return device::make_device_engine(std::move(plan), settings, std::move(queue));
    }

    std::unique_ptr<probe::Device> make_probe(int device) override { return gpu::make_probe(device); }

    static KernelSet kernel_set(bool fp64) {
        if (fp64) return {&entry<kernels::DeviceBinary64>, true};
        return {&entry<exact::PairsOnly<>>, false};
    }

  private:
    static void require(Status status, int device, const std::string& what) {
        if (status == success) return;
        (void)last_error();  // the next call starts without it
        throw Error(status == out_of_memory ? SPEEDQA_OUT_OF_MEMORY : SPEEDQA_DEVICE,
                    std::string(SPEEDQA_GPU_BACKEND) + " device " + std::to_string(device) + ": can't " +
                        what + ": " + describe(status));
    }

    static std::shared_ptr<void> allocate(FrameMemory kind, int device, std::size_t bytes) {
        void* memory = nullptr;
        const std::string what = "allocate " + std::to_string(bytes >> 20) + " MiB for frames";
        require(use_device(device), device, "use the device");
        if (kind == FrameMemory::device) {
            require(allocate_device(&memory, bytes), device, what);
            return {memory, [](void* made) { (void)free_device(made); }};
        }
        require(allocate_host(&memory, bytes), device, what);
        return {memory, [](void* made) { (void)free_host(made); }};
    }

    DeviceInfo unusable(const std::string& reason) const {
        DeviceInfo info;
        info.backend = name();
        info.name = "none";
        info.usable = false;
        int version = 0;  // stays 0 where there is no driver, which CUDA calls an insufficient one
        const bool installed = driver_version(&version) != success || version != 0;
        info.reason = installed ? std::string(vendor_driver) + ": " + reason
                                : "no " + std::string(vendor_driver) + " is installed";
        return info;
    }

    DeviceInfo device_info(int device) const {
        Properties properties{};
        const Status status = device_properties(&properties, device);
        if (status != success) {
            (void)last_error();
            return unusable(describe(status));
        }
        DeviceInfo info;
        info.backend = name();
        info.index = device;
        info.name = properties.name;
        int version = 0;
        if (driver_version(&version) == success)
            info.driver = std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
        const int found = capability(properties);
        info.properties = {
            {"memory", std::to_string(properties.totalGlobalMem >> 20) + " MiB"},
            {"multiprocessors", std::to_string(properties.multiProcessorCount)},
            {"capability", std::to_string(found / 10) + "." + std::to_string(found % 10)},
        };
        if (found < oldest_capability) {
            info.usable = false;
            info.reason = "compute capability " + info.properties[2].second + ": this build needs " +
                          std::to_string(oldest_capability / 10) + "." +
                          std::to_string(oldest_capability % 10) + " or newer";
        }
        return info;
    }
};

}  // namespace speedqa::gpu

SPEEDQA_BACKEND_MODULE(SPEEDQA_BUILD, [] {
    static speedqa::gpu::GpuBackend backend;
    return &backend;
}())
