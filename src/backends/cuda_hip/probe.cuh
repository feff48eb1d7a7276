// The probe's operations as kernels of a CUDA or HIP device.
#pragma once

#include <string>
#include <utility>

#include "api/error.h"
#include "backends/cuda_hip/probe.h"

#define SPEEDQA_PROBE_BINARY64
#include "probe/operations.h"

namespace speedqa::gpu {
namespace {

using namespace probe;  // for the types of the lists

constexpr unsigned probe_groups = 1024, probe_threads = 256;

template <class Type>
__global__ void __launch_bounds__(probe_threads)
    run_operation(std::uint64_t first, std::uint64_t count, std::uint64_t* results) {
    const std::uint64_t stride = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        results[i] = Type::result(Type::Set::at(first + i));
}

// `sums` has a word for each thread.
template <class Type>
__global__ void __launch_bounds__(probe_threads) repeat_operation(std::uint32_t count, std::uint64_t* sums) {
    const std::uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    std::uint64_t sum = 0;
    for (std::uint32_t n = thread; n < count; n += gridDim.x * blockDim.x)
        sum += Type::result(Type::Set::Timed::at(n));
    sums[thread] = sum;
}

struct ProbeKernels {
    const void* run;
    const void* repeat;
};

ProbeKernels kernels_of(Operation operation) {
    static const ProbeKernels kernels[] = {
#define SPEEDQA_PROBE_KERNELS(name, type)                 \
    {reinterpret_cast<const void*>(&run_operation<type>), \
     reinterpret_cast<const void*>(&repeat_operation<type>)},
        SPEEDQA_PROBE_OPERATIONS(SPEEDQA_PROBE_KERNELS)
#undef SPEEDQA_PROBE_KERNELS
    };
    return kernels[static_cast<int>(operation)];
}

class GpuProbe : public probe::Device {
  public:
    explicit GpuProbe(int device) : device_(device) {
        check(use_device(device_), "be used");
        check(create_stream(&stream_), "make a stream");
    }
    ~GpuProbe() override {
        (void)use_device(device_);
        (void)free_device(memory_);
        if (stream_) (void)destroy_stream(stream_);
    }
    GpuProbe(const GpuProbe&) = delete;
    GpuProbe& operator=(const GpuProbe&) = delete;

    bool has_binary64() const override { return true; }

    void run(Operation operation, std::uint64_t first, std::span<std::uint64_t> results) override {
        std::uint64_t* memory = words(results.size());
        std::uint64_t count = results.size();
        void* arguments[] = {&first, &count, &memory};
        launch(kernels_of(operation).run, arguments);
        check(download(results.data(), memory, results.size_bytes(), stream_), "download results");
        check(wait_stream(stream_), "run the probe");
    }

    void repeat(Operation operation, std::uint32_t count) override {
        std::uint64_t* memory = words(probe_groups * probe_threads);
        void* arguments[] = {&count, &memory};
        launch(kernels_of(operation).repeat, arguments);
        check(wait_stream(stream_), "run the probe");
    }

  private:
    void launch(const void* kernel, void** arguments) {
        check(launch_kernel(kernel, dim3(probe_groups), dim3(probe_threads), arguments, 0, stream_),
              "start a kernel");
    }

    std::uint64_t* words(std::size_t count) {
        check(use_device(device_), "be used");  // of this thread
        if (count > allocated_) {
            check(free_device(std::exchange(memory_, nullptr)), "free memory");
            check(allocate_device(&memory_, count * sizeof(std::uint64_t)), "allocate memory");
            allocated_ = count;
        }
        return static_cast<std::uint64_t*>(memory_);
    }

    void check(Status status, const char* what) const {
        if (status == success) return;
        (void)last_error();
        throw Error(SPEEDQA_DEVICE, std::string(SPEEDQA_GPU_BACKEND) + " device " + std::to_string(device_) +
                                        ": can't " + what + ": " + describe(status));
    }

    int device_;
    Stream stream_{};
    void* memory_ = nullptr;
    std::size_t allocated_ = 0;
};

}  // namespace

std::unique_ptr<probe::Device> make_probe(int device) {
    return std::make_unique<GpuProbe>(device);
}

}  // namespace speedqa::gpu
