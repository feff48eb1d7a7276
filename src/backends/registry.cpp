// The backends that this build has or can load, and the choice among them.
#include "backends/registry.h"

#include "api/error.h"
#include "speed/text.h"

namespace speedqa {
namespace {

bool is_gpu_backend(std::string_view name) {
    return name == "cuda" || name == "hip" || name == "sycl";
}

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

}  // namespace

const std::vector<Backend*>& backends() {
    static const std::vector<Backend*> all = {&cpu_backend()};
    return all;
}

Backend& find_backend(std::string_view name) {
    std::vector<std::string> names;
    for (Backend* backend : backends()) {
        if (name == backend->name()) return *backend;
        names.push_back(backend->name());
    }
    if (is_gpu_backend(name))
        throw Error(SPEEDQA_UNSUPPORTED,
                    "backend " + std::string(name) + " is not in this build; it has: " + join(names, ", "));
    throw Error(SPEEDQA_INVALID_ARGUMENT,
                "backend '" + std::string(name) + "': must be auto, cpu, sycl, cuda or hip");
}

DeviceChoice choose_device(std::string_view name, int index) {
    if (name != "auto") return choose_in(find_backend(name), index);
    if (index >= 0)
        throw Error(SPEEDQA_INVALID_ARGUMENT,
                    "device " + std::to_string(index) + ": name its backend as well");
    for (Backend* backend : backends())
        for (const DeviceInfo& device : backend->devices())
            if (device.usable) return {backend, device};
    return choose_in(cpu_backend(), -1);
}

}  // namespace speedqa
