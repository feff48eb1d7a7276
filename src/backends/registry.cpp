// The backends that this build has or can load, and the choice among them.
#include "backends/registry.h"

#include <algorithm>
#include <exception>
#include <iterator>

#include "api/error.h"
#include "backends/module.h"
#include "speed/text.h"

namespace speedqa {
namespace {

// In the order in which "auto" looks for a GPU.
constexpr std::string_view module_names[] = {"cuda", "hip", "sycl"};

std::string device_list(const std::vector<DeviceInfo>& devices) {
    std::vector<std::string> lines;
    for (const DeviceInfo& device : devices)
        lines.push_back(std::to_string(device.index) + " (" + device.name + ")" +
                        (device.usable ? "" : ": " + device.reason));
    return lines.empty() ? "none" : join(lines, ", ");
}

DeviceChoice choose_in(Backend& backend, int index) {
    const std::vector<DeviceInfo> devices = backend.devices();
    const std::string prefix = std::string("backend ") + backend.name();
    for (const DeviceInfo& device : devices) {
        if (index >= 0 && device.index != index) continue;
        if (device.usable) return {&backend, device};
        if (index >= 0)
            throw Error(SPEEDQA_DEVICE, prefix + ": device " + std::to_string(index) + " (" + device.name +
                                            ") can't be used: " + device.reason);
    }
    throw Error(SPEEDQA_DEVICE,
                prefix + (index >= 0 ? ": no device " + std::to_string(index) : ": no usable device") +
                    "; its devices: " + device_list(devices));
}

DeviceInfo unusable(std::string_view backend, const std::string& reason) {
    DeviceInfo device;
    device.backend = backend;
    device.kind = DeviceKind::other;
    device.name = "none";
    device.usable = false;
    device.reason = reason;
    return device;
}

// One line where there is a module without devices: people ask why theirs is not listed.
std::vector<DeviceInfo> module_devices(std::string_view name) {
    const BackendModule& module = backend_module(name);
    if (!module.found) return {};
    if (!module.backend) return {unusable(name, module.reason)};
    try {
        std::vector<DeviceInfo> devices = module.backend->devices();
        if (devices.empty()) devices.push_back(unusable(name, "no device found"));
        return devices;
    } catch (const std::exception& error) {
        return {unusable(name, error.what())};
    }
}

}  // namespace

Backend& find_backend(std::string_view name) {
    if (name == cpu_backend().name()) return cpu_backend();
    if (std::find(std::begin(module_names), std::end(module_names), name) == std::end(module_names))
        throw Error(SPEEDQA_INVALID_ARGUMENT,
                    "backend '" + std::string(name) + "': must be auto, cpu, sycl, cuda or hip");
    const BackendModule& module = backend_module(name);
    if (!module.backend) throw Error(SPEEDQA_UNSUPPORTED, "backend " + module.name + ": " + module.reason);
    return *module.backend;
}

std::vector<DeviceInfo> all_devices() {
    std::vector<DeviceInfo> all;
    for (const std::string_view name : module_names) {
        std::vector<DeviceInfo> devices = module_devices(name);
        std::move(devices.begin(), devices.end(), std::back_inserter(all));
    }
    for (DeviceInfo& device : cpu_backend().devices()) all.push_back(std::move(device));
    return all;
}

DeviceChoice choose_device(std::string_view name, int index) {
    if (name != "auto") return choose_in(find_backend(name), index);
    if (index >= 0)
        throw Error(SPEEDQA_INVALID_ARGUMENT,
                    "device " + std::to_string(index) + ": name its backend as well");
    for (const std::string_view module_name : module_names)
        for (const DeviceInfo& device : module_devices(module_name))
            if (device.usable && device.kind == DeviceKind::gpu)
                return {backend_module(module_name).backend, device};
    return choose_in(cpu_backend(), -1);
}

}  // namespace speedqa
