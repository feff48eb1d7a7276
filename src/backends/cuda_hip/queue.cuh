// A stream of a CUDA or HIP device as the queue of the device engine.
#pragma once

#include <string>
#include <utility>

#include "api/error.h"
#include "backends/cuda_hip/entries.cuh"
#include "backends/cuda_hip/stopwatch.cuh"
#include "backends/device/queue.h"

namespace speedqa::gpu {

// The kernels in one arithmetic.
struct KernelSet {
    const void* (*entry)(device::Kernel);
    bool binary64;
};

class StreamQueue : public device::Queue {
  public:
    StreamQueue(int device, std::string device_name, const KernelSet& kernels)
        : device_(device), name_(std::move(device_name)), kernels_(kernels) {
        use();
        check(create_stream(&stream_), "create a stream");
        check(create_stream(&side_stream_), "create a stream");
        check(create_event(&fork_), "create an event");
        check(create_event(&join_), "create an event");
    }

    ~StreamQueue() override {
        (void)use_device(device_);
        if (graph_) (void)destroy_executable(graph_);
        (void)destroy_event(join_);
        (void)destroy_event(fork_);
        (void)destroy_stream(side_stream_);
        (void)destroy_stream(stream_);
    }

    bool has_binary64() const override { return kernels_.binary64; }

    std::size_t free_memory() override {
        use();
        std::size_t free = 0, total = 0;
        check(memory_info(&free, &total), "ask for free memory");
        return free;
    }

    void* allocate_device(std::size_t bytes) override {
        use();
        void* memory = nullptr;
        check(gpu::allocate_device(&memory, bytes), "allocate " + mebibytes(bytes) + " of device memory");
        return memory;
    }
    void free_device(void* memory) noexcept override {
        (void)use_device(device_);
        (void)gpu::free_device(memory);
    }

    void* allocate_host(std::size_t bytes) override {
        use();
        void* memory = nullptr;
        check(gpu::allocate_host(&memory, bytes), "allocate " + mebibytes(bytes) + " of pinned host memory");
        return memory;
    }
    void free_host(void* memory) noexcept override {
        (void)use_device(device_);
        (void)gpu::free_host(memory);
    }

    bool reads_directly(const void* memory) override {
        use();
        return place_of(memory).kind == MemoryKind::pinned;
    }

    bool reads_in_place(const void* memory) override {
        use();
        return place_of(memory).mapped;
    }

    void upload(void* to, const void* from, std::size_t bytes) override {
        use();
        check(gpu::upload(to, from, bytes, stream_), "copy to the device");
    }

    // Where source and target rows are equally far apart, each run is one long row.
    void upload_runs(void* to, std::size_t to_stride, const void* from, std::ptrdiff_t from_stride,
                     std::size_t width, const device::RowRuns& runs) override {
        use();
        const auto* first = static_cast<const unsigned char*>(from) + runs.first * from_stride;
        const std::size_t run_bytes = to_stride * static_cast<std::size_t>(runs.length);
        if (from_stride == static_cast<std::ptrdiff_t>(to_stride)) {
            const std::size_t spacing =
                runs.count > 1 ? to_stride * static_cast<std::size_t>(runs.spacing) : run_bytes;
            check(upload_rows(to, run_bytes, first, spacing, run_bytes - to_stride + width,
                              static_cast<std::size_t>(runs.count), stream_),
                  "copy to the device");
            return;
        }
        for (int run = 0; run < runs.count; ++run)
            check(upload_rows(static_cast<unsigned char*>(to) + static_cast<std::size_t>(run) * run_bytes,
                              to_stride, first + run * runs.spacing * from_stride,
                              static_cast<std::size_t>(from_stride), width,
                              static_cast<std::size_t>(runs.length), stream_),
                  "copy to the device");
    }

    void download(void* to, const void* from, std::size_t bytes) override {
        use();
        check(gpu::download(to, from, bytes, stream_), "copy from the device");
    }

    void wait_for(const std::shared_ptr<void>& mark) override {
        use();
        check(wait_event(stream_, static_cast<Event>(mark.get())), "wait for the frame");
    }

    void launch(std::span<const device::Chain> chains) override {
        use();
        for (const device::Chain& chain : chains) enqueue(chain);
    }

    bool record(std::span<const device::Chain> chains) override {
        use();
        if (graph_) check(destroy_executable(std::exchange(graph_, {})), "free a graph");
        Graph graph{};
        check(begin_capture(stream_), "record a graph");
        for (const device::Chain& chain : chains) enqueue(chain);
        check(end_capture(stream_, &graph), "record a graph");
        const Status status = instantiate(&graph_, graph);
        (void)destroy_graph(graph);
        check(status, "prepare a graph");
        return true;
    }

    void replay() override {
        use();
        check(launch_graph(graph_, stream_), "replay a graph");
    }

    void wait() override {
        use();
        check(wait_stream(stream_), "wait for the device");
    }

    double timed_launch(const device::Chain& chain) override {
        use();
        Stopwatch watch;
        watch.start(stream_);
        enqueue(chain);
        watch.stop(stream_);
        wait();
        double milliseconds = 0.0;
        check(watch.read(&milliseconds), "time a kernel");
        return milliseconds;
    }

  protected:
    virtual void enqueue(const device::Chain& chain) {
        const std::vector<device::Launch>& launches = chain.launches;
        for (std::size_t i = 0; i < launches.size(); ++i) {
            if (i + 1 == launches.size() || !launches[i + 1].beside_previous) {
                enqueue(chain.batch, launches[i], stream_);
                continue;
            }
            enqueue_both(chain.batch, launches[i], launches[i + 1]);
            ++i;
        }
    }

    void enqueue(const kernels::FeatureBatch& batch, const device::Launch& launch, Stream stream) {
        void* arguments[] = {const_cast<kernels::FeatureBatch*>(&batch)};
        check(launch_kernel(kernels_.entry(launch.kernel),
                            dim3(static_cast<unsigned>(launch.columns), static_cast<unsigned>(launch.rows)),
                            dim3(static_cast<unsigned>(launch.group_size)), arguments, launch.local_bytes,
                            stream),
              std::string("run the kernel ") + device::kernel_name(launch.kernel));
    }

    Stream stream() const { return stream_; }

    void check(Status status, const std::string& what) const {
        if (status == success) return;
        (void)last_error();  // the next call starts without it
        throw Error(status == out_of_memory ? SPEEDQA_OUT_OF_MEMORY : SPEEDQA_DEVICE,
                    std::string(SPEEDQA_GPU_BACKEND) + " device " + std::to_string(device_) + " (" + name_ +
                        "): can't " + what + ": " + describe(status));
    }

  private:
    // The second one on the side stream, between two points that both streams pass.
    void enqueue_both(const kernels::FeatureBatch& batch, const device::Launch& first,
                      const device::Launch& second) {
        check(record_event(fork_, stream_), "record an event");
        check(wait_event(side_stream_, fork_), "wait for an event");
        enqueue(batch, first, stream_);
        enqueue(batch, second, side_stream_);
        check(record_event(join_, side_stream_), "record an event");
        check(wait_event(stream_, join_), "wait for an event");
    }

    void use() { check(use_device(device_), "use the device"); }

    static std::string mebibytes(std::size_t bytes) {
        return std::to_string((bytes + (std::size_t{1} << 20) - 1) >> 20) + " MiB";
    }

    int device_;
    std::string name_;
    KernelSet kernels_;
    Stream stream_{};
    Stream side_stream_{};
    Event fork_{};
    Event join_{};
    GraphExec graph_{};
};

}  // namespace speedqa::gpu
