// Memory from which a SYCL device reads frames.
#include "backends/sycl/frame_memory.h"

#include <algorithm>
#include <limits>

#include "backends/sycl/sycl_error.h"

namespace speedqa::sycl_backend {
namespace {

// That frames of callers must lie in.
sycl::context frame_context(const Device& device) {
    return device.device.get_platform().khr_get_default_context();
}

sycl::queue make_queue(const Device& device) {
    using namespace sycl::property;
    return sycl::queue(frame_context(device), device.device, {queue::in_order(), queue::enable_profiling()});
}

std::shared_ptr<void> allocate(FrameMemory kind, const sycl::queue& queue, std::size_t bytes) {
    void* memory =
        kind == FrameMemory::device ? sycl::malloc_device(bytes, queue) : sycl::malloc_host(bytes, queue);
    if (!memory)
        throw Error(SPEEDQA_OUT_OF_MEMORY,
                    std::to_string((bytes >> 20) + 1) + " MiB for frames are not available");
    return {memory, [context = queue.get_context()](void* made) {
                try {
                    sycl::free(made, context);
                } catch (const std::exception&) {  // the device is lost, and its memory with it
                }
            }};
}

}  // namespace

std::string unreadable_memory(const Device& device, const void* address) {
    const sycl::context context = frame_context(device);
    const sycl::usm::alloc kind = sycl::get_pointer_type(address, context);
    if (kind == sycl::usm::alloc::unknown) return "the host, or of another context";
    if (kind != sycl::usm::alloc::device) return {};
    const sycl::device owner = sycl::get_pointer_device(address, context);
    return owner == device.device ? std::string()
                                  : "another device, " + owner.get_info<sycl::info::device::name>();
}

std::shared_ptr<void> copy_to(FrameMemory kind, const Device& device, const void* from, std::size_t bytes) {
    return translated(name_of(device), [&] {
        sycl::queue queue = make_queue(device);
        std::shared_ptr<void> memory = allocate(kind, queue, bytes);
        queue.memcpy(memory.get(), from, bytes).wait_and_throw();
        return memory;
    });
}

// The fastest of some copies.
double link_seconds(const Device& device, std::size_t bytes) {
    return translated(name_of(device), [&] {
        using namespace sycl::info::event_profiling;
        constexpr int copies = 5;
        sycl::queue queue = make_queue(device);
        const std::shared_ptr<void> from = allocate(FrameMemory::host, queue, bytes);
        const std::shared_ptr<void> to = allocate(FrameMemory::device, queue, bytes);
        auto best = std::numeric_limits<std::uint64_t>::max();
        for (int i = 0; i < copies; ++i) {
            sycl::event copied = queue.memcpy(to.get(), from.get(), bytes);
            copied.wait_and_throw();
            best = std::min<std::uint64_t>(
                best, copied.get_profiling_info<command_end>() - copied.get_profiling_info<command_start>());
        }
        return static_cast<double>(best) * 1e-9;
    });
}

}  // namespace speedqa::sycl_backend
