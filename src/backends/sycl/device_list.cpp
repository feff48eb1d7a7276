// The SYCL devices of this machine, what they offer, and why some can't be used.
#include "backends/sycl/device_list.h"

#include <algorithm>
#include <mutex>

#include "backends/sycl/sycl_error.h"
#include "kernels/decompose.h"
#include "speed/text.h"

namespace speedqa::sycl_backend {
namespace {

namespace info = sycl::info::device;

constexpr std::size_t largest_local_bytes = kernels::decompose_local_bytes;

DeviceKind kind_of(const sycl::device& device) {
    return device.is_gpu() ? DeviceKind::gpu : device.is_cpu() ? DeviceKind::cpu : DeviceKind::other;
}

std::string megabytes(std::uint64_t bytes) {
    return std::to_string(bytes >> 20) + " MiB";
}

const char* backend_name(sycl::backend backend) {
    switch (backend) {
        case sycl::backend::ext_oneapi_level_zero:
            return "Level Zero";
        case sycl::backend::opencl:
            return "OpenCL";
        case sycl::backend::ext_oneapi_cuda:
            return "CUDA";
        case sycl::backend::ext_oneapi_hip:
            return "HIP";
        default:
            return "other";
    }
}

// Subnormals kept, rounded to nearest: what the kernels' fp32 needs of the device.
bool has_exact_float(const sycl::device& device) {
    const auto config = device.get_info<info::single_fp_config>();
    const auto has = [&config](sycl::info::fp_config property) {
        return std::find(config.begin(), config.end(), property) != config.end();
    };
    return has(sycl::info::fp_config::denorm) && has(sycl::info::fp_config::round_to_nearest);
}

// Empty if the device can be used.
std::string reason_against(sycl::device device) {
    namespace experimental = sycl::ext::oneapi::experimental;
    if (kind_of(device) == DeviceKind::other) return "neither a GPU nor a CPU";
    if (!device.has(sycl::aspect::usm_device_allocations) || !device.has(sycl::aspect::usm_host_allocations))
        return "no unified shared memory";
    if (!device.ext_oneapi_can_build(experimental::source_language::sycl))
        return "its driver can't take kernels that are compiled at run time";
    if (!has_exact_float(device)) return "its fp32 flushes subnormal numbers or does not round to nearest";
    const auto local = device.get_info<info::local_mem_size>();
    if (local < largest_local_bytes)
        return "local memory of " + std::to_string(local) + " bytes: " + std::to_string(largest_local_bytes) +
               " are needed";
    return {};
}

std::string sub_group_sizes(const sycl::device& device) {
    std::vector<std::string> sizes;
    for (const std::size_t size : device.get_info<info::sub_group_sizes>())
        sizes.push_back(std::to_string(size));
    return join(sizes, " ");
}

DeviceInfo describe(const sycl::device& device) {
    DeviceInfo result;
    result.backend = "sycl";
    result.kind = kind_of(device);
    result.name = one_line(device.get_info<info::name>());
    result.driver = backend_name(device.get_backend()) + std::string(" ") +
                    one_line(device.get_info<info::driver_version>());
    result.properties = {
        {"type", result.kind == DeviceKind::gpu   ? "GPU"
                 : result.kind == DeviceKind::cpu ? "CPU"
                                                  : "other"},
        {"memory", megabytes(device.get_info<info::global_mem_size>())},
        {"local memory", std::to_string(device.get_info<info::local_mem_size>() >> 10) + " KiB"},
        {"compute units", std::to_string(device.get_info<info::max_compute_units>())},
        {"sub-groups", sub_group_sizes(device)},
        {"fp64", device.has(sycl::aspect::fp64) ? "there (not used)" : "none (not needed)"},
        {"graphs", has_graphs(device) ? "yes" : "no"},
    };
    result.reason = reason_against(device);
    result.usable = result.reason.empty();
    return result;
}

// A device whose driver fails at the first question is listed all the same.
DeviceInfo describe_or_reason(const sycl::device& device) {
    try {
        return translated("its driver", [&device] { return describe(device); });
    } catch (const Error& error) {
        DeviceInfo result;
        result.backend = "sycl";
        result.kind = DeviceKind::other;
        result.name = "unknown";
        result.usable = false;
        result.reason = error.what();
        return result;
    }
}

int preference(const Device& device) {
    if (device.info.kind == DeviceKind::cpu) return 2;
    if (device.info.kind == DeviceKind::other) return 3;
    return device.device.get_backend() == sycl::backend::opencl ? 1 : 0;  // a GPU is often listed twice
}

std::vector<Device> find_devices() {
    std::vector<Device> devices;
    for (const sycl::device& device : sycl::device::get_devices())
        devices.push_back({device, describe_or_reason(device)});
    std::stable_sort(devices.begin(), devices.end(),
                     [](const Device& a, const Device& b) { return preference(a) < preference(b); });
    for (std::size_t i = 0; i < devices.size(); ++i) devices[i].info.index = static_cast<int>(i);
    return devices;
}

}  // namespace

bool has_graphs(const sycl::device& device) {
    return device.has(sycl::aspect::ext_oneapi_graph) || device.has(sycl::aspect::ext_oneapi_limited_graph);
}

std::string name_of(const Device& device) {
    return "sycl device " + std::to_string(device.info.index) + " (" + device.info.name + ")";
}

const std::vector<Device>& device_list() {
    static std::mutex mutex;
    static auto& devices = *new std::vector<Device>;  // never destroyed: at exit the runtime is gone first
    const std::lock_guard lock(mutex);
    if (devices.empty()) devices = translated("SYCL runtime", find_devices);
    return devices;
}

}  // namespace speedqa::sycl_backend
