// A stream of a CUDA or HIP device as the queue of the device engine.
#pragma once

#include <string>

#include "api/error.h"
#include "backends/cuda_hip/entries.cuh"
#include "backends/device/queue.h"

namespace speedqa::gpu {

using EntryTable = const void* (*)(device::Kernel);

class StreamQueue : public device::Queue {
  public:
    StreamQueue(int device, std::string device_name, EntryTable entries)
        : device_(device), name_(std::move(device_name)), entries_(entries) {
        use();
        check(create_stream(&stream_), "create a stream");
    }

    ~StreamQueue() override {
        (void)use_device(device_);
        if (graph_) (void)destroy_executable(graph_);
        (void)destroy_stream(stream_);
    }

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
        return is_pinned(memory);
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

    void launch(std::span<const device::Chain> chains) override {
        use();
        for (const device::Chain& chain : chains)
            for (const device::Launch& launch : chain.launches) enqueue(chain.batch, launch);
    }

    bool record(std::span<const device::Chain> chains) override {
        use();
        Graph graph{};
        check(begin_capture(stream_), "record a graph");
        for (const device::Chain& chain : chains)
            for (const device::Launch& launch : chain.launches) enqueue(chain.batch, launch);
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

  private:
    void enqueue(const kernels::FeatureBatch& batch, const device::Launch& launch) {
        void* arguments[] = {const_cast<kernels::FeatureBatch*>(&batch)};
        check(launch_kernel(entries_(launch.kernel),
                            dim3(static_cast<unsigned>(launch.columns), static_cast<unsigned>(launch.rows)),
                            dim3(static_cast<unsigned>(launch.group_size)), arguments, launch.local_bytes,
                            stream_),
              std::string("run the kernel ") + device::kernel_name(launch.kernel));
    }

    void use() { check(use_device(device_), "use the device"); }

    void check(Status status, const std::string& what) const {
        if (status == success) return;
        (void)last_error();  // the next call starts without it
        throw Error(status == out_of_memory ? SPEEDQA_OUT_OF_MEMORY : SPEEDQA_DEVICE,
                    std::string(SPEEDQA_GPU_BACKEND) + " device " + std::to_string(device_) + " (" + name_ +
                        "): can't " + what + ": " + describe(status));
    }

    static std::string mebibytes(std::size_t bytes) {
        return std::to_string((bytes + (std::size_t{1} << 20) - 1) >> 20) + " MiB";
    }

    int device_;
    std::string name_;
    EntryTable entries_;
    Stream stream_{};
    GraphExec graph_{};
};

}  // namespace speedqa::gpu
