// HIP's names for what the pipeline of src/backends/cuda_hip uses.
#pragma once

#include <hip/hip_runtime.h>

#include "backends/cuda_hip/memory_place.h"

#define SPEEDQA_GPU_BACKEND "hip"
#define SPEEDQA_KERNEL_ARGUMENT const

namespace speedqa::gpu {

inline constexpr const char* vendor_driver = "AMD driver";
inline constexpr int oldest_capability = 0;  // a build names its targets; others fail at the first launch

using Status = hipError_t;
using Stream = hipStream_t;
using Event = hipEvent_t;
using Graph = hipGraph_t;
using GraphExec = hipGraphExec_t;
using Properties = hipDeviceProp_t;

inline constexpr Status success = hipSuccess;
inline constexpr Status out_of_memory = hipErrorOutOfMemory;

inline const char* describe(Status status) {
    return hipGetErrorString(status);
}
inline Status last_error() {
    return hipGetLastError();
}

inline Status device_count(int* count) {
    return hipGetDeviceCount(count);
}
inline Status device_properties(Properties* properties, int device) {
    return hipGetDeviceProperties(properties, device);
}
inline Status driver_version(int* version) {
    return hipDriverGetVersion(version);
}
inline int capability(const Properties& properties) {
    return 10 * properties.major + properties.minor;
}
inline Status use_device(int device) {
    return hipSetDevice(device);
}

inline Status memory_info(std::size_t* free, std::size_t* total) {
    return hipMemGetInfo(free, total);
}
inline Status allocate_device(void** memory, std::size_t bytes) {
    return hipMalloc(memory, bytes);
}
inline Status free_device(void* memory) {
    return hipFree(memory);
}
inline Status allocate_host(void** memory, std::size_t bytes) {
    return hipHostMalloc(memory, bytes, 0);
}
inline Status free_host(void* memory) {
    return hipHostFree(memory);
}

// Reading over the link has been measured with CUDA alone: here pinned memory is copied.
inline MemoryPlace place_of(const void* memory) {
    hipPointerAttribute_t attributes{};
    if (hipPointerGetAttributes(&attributes, memory) != hipSuccess) {
        (void)hipGetLastError();
        return {};
    }
    if (attributes.isManaged) return {MemoryKind::managed};
#if HIP_VERSION_MAJOR >= 6
    const hipMemoryType type = attributes.type;
#else
    const hipMemoryType type = attributes.memoryType;
#endif
    switch (type) {
        case hipMemoryTypeHost:
            return {MemoryKind::pinned};
        case hipMemoryTypeDevice:
            return {MemoryKind::device, attributes.device};
        default:
            return {};
    }
}

inline Status create_stream(Stream* stream) {
    return hipStreamCreateWithFlags(stream, hipStreamNonBlocking);
}
inline Status destroy_stream(Stream stream) {
    return hipStreamDestroy(stream);
}
inline Status wait_stream(Stream stream) {
    return hipStreamSynchronize(stream);
}

inline Status create_event(Event* event) {
    return hipEventCreateWithFlags(event, hipEventDisableTiming);
}
inline Status create_timing_event(Event* event) {
    return hipEventCreate(event);
}
inline Status elapsed_time(float* milliseconds, Event begin, Event end) {
    return hipEventElapsedTime(milliseconds, begin, end);
}
inline Status destroy_event(Event event) {
    return hipEventDestroy(event);
}
inline Status record_event(Event event, Stream stream) {
    return hipEventRecord(event, stream);
}
inline Status wait_event(Stream stream, Event event) {
    return hipStreamWaitEvent(stream, event, 0);
}

inline Status upload(void* to, const void* from, std::size_t bytes, Stream stream) {
    return hipMemcpyAsync(to, from, bytes, hipMemcpyHostToDevice, stream);
}
inline Status download(void* to, const void* from, std::size_t bytes, Stream stream) {
    return hipMemcpyAsync(to, from, bytes, hipMemcpyDeviceToHost, stream);
}
inline Status copy_anywhere(void* to, const void* from, std::size_t bytes) {
    return hipMemcpy(to, from, bytes, hipMemcpyDefault);
}
inline Status upload_rows(void* to, std::size_t to_stride, const void* from, std::size_t from_stride,
                          std::size_t width, std::size_t rows, Stream stream) {
    return hipMemcpy2DAsync(to, to_stride, from, from_stride, width, rows, hipMemcpyHostToDevice, stream);
}

inline Status begin_capture(Stream stream) {
    return hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal);
}
inline Status end_capture(Stream stream, Graph* graph) {
    return hipStreamEndCapture(stream, graph);
}
inline Status instantiate(GraphExec* executable, Graph graph) {
    return hipGraphInstantiate(executable, graph, nullptr, nullptr, 0);
}
inline Status destroy_graph(Graph graph) {
    return hipGraphDestroy(graph);
}
inline Status destroy_executable(GraphExec executable) {
    return hipGraphExecDestroy(executable);
}
inline Status launch_graph(GraphExec executable, Stream stream) {
    return hipGraphLaunch(executable, stream);
}

inline Status launch_kernel(const void* kernel, dim3 groups, dim3 size, void** arguments,
                            std::size_t local_bytes, Stream stream) {
    return hipLaunchKernel(kernel, groups, size, arguments, local_bytes, stream);
}

// All threads of a group.
template <int size>
__device__ inline void group_barrier() {
    __syncthreads();
}

}  // namespace speedqa::gpu
