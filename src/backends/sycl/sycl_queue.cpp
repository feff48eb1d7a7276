// The device engine's queue on a SYCL device: unified shared memory, kernels in order, a command graph.
#include "backends/sycl/sycl_queue.h"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>

#include "backends/sycl/kernel_program.h"
#include "backends/sycl/sycl_error.h"

namespace speedqa::sycl_backend {
namespace {

namespace experimental = sycl::ext::oneapi::experimental;
using Graph = experimental::command_graph<experimental::graph_state::executable>;

// The first error that the runtime reports from one of its own threads.
class AsynchronousError {
  public:
    void keep(const sycl::exception_list& errors) {
        const std::lock_guard lock(mutex_);
        if (!error_ && errors.size() > 0) error_ = *errors.begin();
    }
    void rethrow() {
        const std::lock_guard lock(mutex_);
        if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    }

  private:
    std::mutex mutex_;
    std::exception_ptr error_;
};

class SyclQueue : public device::Queue {
  public:
    SyclQueue(const Device& device, bool profile)
        : name_(name_of(device)),
          device_(device.device),
          compute_units_(translated(name_, [this] { return units_of(device_); })),
          program_(translated(name_, [&device] { return KernelProgram::of(device.device); })),
          queue_(translated(name_, [this, profile] { return make_queue(profile); })) {}

    bool has_binary64() const override { return false; }

    int compute_units() const override { return compute_units_; }

    // In one piece.
    std::size_t free_memory() override {
        return translated(name_, [this] {
            const auto free = device_.has(sycl::aspect::ext_intel_free_memory)
                                  ? device_.get_info<sycl::ext::intel::info::device::free_memory>()
                                  : device_.get_info<sycl::info::device::global_mem_size>();
            const auto piece = device_.get_info<sycl::info::device::max_mem_alloc_size>();
            return static_cast<std::size_t>(std::min<std::uint64_t>(free, piece));
        });
    }

    void* allocate_device(std::size_t bytes) override {
        return allocated(bytes, translated(name_, [&] { return sycl::malloc_device(bytes, queue_); }));
    }
    void* allocate_host(std::size_t bytes) override {
        return allocated(bytes, translated(name_, [&] { return sycl::malloc_host(bytes, queue_); }));
    }
    void free_device(void* memory) noexcept override { release(memory); }
    void free_host(void* memory) noexcept override { release(memory); }

    // Copies of many rows are slow here: rows are packed on the host, whatever memory they lie in.
    bool reads_directly(const void*) override { return false; }

    void upload(void* to, const void* from, std::size_t bytes) override {
        translated(name_, [&] { queue_.memcpy(to, from, bytes); });
    }

    void upload_runs(void*, std::size_t, const void*, std::ptrdiff_t, std::size_t,
                     const device::RowRuns&) override {
        throw Error(SPEEDQA_INTERNAL, name_ + ": nothing is read directly");
    }

    void download(void* to, const void* from, std::size_t bytes) override {
        translated(name_, [&] { queue_.memcpy(to, from, bytes); });
    }

    void wait_for(const std::shared_ptr<void>& mark) override {
        translated(name_,
                   [&] { queue_.ext_oneapi_submit_barrier({*static_cast<const sycl::event*>(mark.get())}); });
    }

    void launch(std::span<const device::Chain> chains) override {
        translated(name_, [&] { submit(chains); });
    }

    bool record(std::span<const device::Chain> chains) override {
        if (!has_graphs(device_)) return false;
        translated(name_, [&] {
            experimental::command_graph graph(queue_);
            graph.begin_recording(queue_);
            submit(chains);
            graph.end_recording(queue_);
            graph_.emplace(graph.finalize());
        });
        return true;
    }

    void replay() override {
        translated(name_, [this] { queue_.ext_oneapi_graph(*graph_); });
    }

    void wait() override {
        translated(name_, [this] {
            queue_.wait_and_throw();
            asynchronous_error_->rethrow();
        });
    }

    // The device's own clock tells, if the queue was made for profiles.
    double timed_launch(const device::Chain& chain) override {
        return translated(name_, [&] {
            const sycl::event event = submit(chain.batch, chain.launches.front());
            wait();
            const auto begin = event.get_profiling_info<sycl::info::event_profiling::command_start>();
            const auto end = event.get_profiling_info<sycl::info::event_profiling::command_end>();
            return static_cast<double>(end - begin) * 1e-6;
        });
    }

  private:
    sycl::queue make_queue(bool profile) {
        using namespace sycl::property;
        const sycl::property_list usual = {queue::in_order()};
        const sycl::property_list profiling = {queue::in_order(), queue::enable_profiling()};
        return sycl::queue(
            program_->context(), device_,
            [errors = asynchronous_error_](const sycl::exception_list& list) { errors->keep(list); },
            profile ? profiling : usual);
    }

    static int units_of(const sycl::device& device) {
        return static_cast<int>(device.get_info<sycl::info::device::max_compute_units>());
    }

    void* allocated(std::size_t bytes, void* memory) const {
        if (!memory)
            throw Error(SPEEDQA_OUT_OF_MEMORY, name_ + ": " + std::to_string((bytes >> 20) + 1) +
                                                   " MiB of memory are not available");
        return memory;
    }

    void release(void* memory) noexcept {
        try {
            sycl::free(memory, queue_);
        } catch (const std::exception&) {  // the device is lost, and its memory with it
        }
    }

    void submit(std::span<const device::Chain> chains) {
        for (const device::Chain& chain : chains)
            for (const device::Launch& launch : chain.launches) submit(chain.batch, launch);
    }

    // Kernels give the same bits in groups of any size, up to the listed one.
    sycl::event submit(const kernels::FeatureBatch& batch, const device::Launch& launch) {
        return queue_.submit([&](sycl::handler& handler) {
            const std::size_t local_floats = launch.local_bytes / sizeof(float);
            handler.set_args(batch,
                             sycl::local_accessor<float, 1>(std::max<std::size_t>(local_floats, 1), handler));
            const std::size_t rows = static_cast<std::size_t>(launch.rows);
            const std::size_t size =
                std::min(static_cast<std::size_t>(launch.group_size), program_->largest_group(launch.kernel));
            const std::size_t columns = static_cast<std::size_t>(launch.columns) * size;
            handler.parallel_for(sycl::nd_range<2>({rows, columns}, {1, size}),
                                 program_->kernel(launch.kernel));
        });
    }

    std::string name_;
    sycl::device device_;
    int compute_units_;
    std::shared_ptr<const KernelProgram> program_;
    std::shared_ptr<AsynchronousError> asynchronous_error_ = std::make_shared<AsynchronousError>();
    sycl::queue queue_;
    std::optional<Graph> graph_;
};

}  // namespace

std::unique_ptr<device::Queue> make_queue(const Device& device, bool profile) {
    return std::make_unique<SyclQueue>(device, profile);
}

}  // namespace speedqa::sycl_backend
