// CUDA's names for what the pipeline of src/backends/cuda_hip uses.
#pragma once

#include <cuda_runtime.h>

#include "backends/cuda_hip/memory_place.h"

#define SPEEDQA_GPU_BACKEND "cuda"
#define SPEEDQA_KERNEL_ARGUMENT const __grid_constant__

namespace speedqa::gpu {

inline constexpr const char* vendor_driver = "NVIDIA driver";
inline constexpr int oldest_capability = 75;  // compute capability, of the oldest code in the build

using Status = cudaError_t;
using Stream = cudaStream_t;
using Event = cudaEvent_t;
using Graph = cudaGraph_t;
using GraphExec = cudaGraphExec_t;
using Properties = cudaDeviceProp;

inline constexpr Status success = cudaSuccess;
inline constexpr Status out_of_memory = cudaErrorMemoryAllocation;

inline const char* describe(Status status) {
    return cudaGetErrorString(status);
}
inline Status last_error() {
    return cudaGetLastError();
}

inline Status device_count(int* count) {
    return cudaGetDeviceCount(count);
}
inline Status device_properties(Properties* properties, int device) {
    return cudaGetDeviceProperties(properties, device);
}
inline Status driver_version(int* version) {
    return cudaDriverGetVersion(version);
}
inline int capability(const Properties& properties) {
    return 10 * properties.major + properties.minor;
}
inline Status use_device(int device) {
    return cudaSetDevice(device);
}

inline Status memory_info(std::size_t* free, std::size_t* total) {
    return cudaMemGetInfo(free, total);
}
inline Status allocate_device(void** memory, std::size_t bytes) {
    return cudaMalloc(memory, bytes);
}
inline Status free_device(void* memory) {
    return cudaFree(memory);
}
inline Status allocate_host(void** memory, std::size_t bytes) {
    return cudaMallocHost(memory, bytes);
}
inline Status free_host(void* memory) {
    return cudaFreeHost(memory);
}

inline MemoryPlace place_of(const void* memory) {
    cudaPointerAttributes attributes{};
    if (cudaPointerGetAttributes(&attributes, memory) != cudaSuccess) {
        cudaGetLastError();
        return {};
    }
    switch (attributes.type) {
        case cudaMemoryTypeHost:
            return {MemoryKind::pinned, 0, attributes.devicePointer == memory};
        case cudaMemoryTypeDevice:
            return {MemoryKind::device, attributes.device};
        case cudaMemoryTypeManaged:
            return {MemoryKind::managed};
        default:
            return {};
    }
}

inline Status create_stream(Stream* stream) {
    return cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking);
}
inline Status destroy_stream(Stream stream) {
    return cudaStreamDestroy(stream);
}
inline Status wait_stream(Stream stream) {
    return cudaStreamSynchronize(stream);
}

inline Status create_event(Event* event) {
    return cudaEventCreateWithFlags(event, cudaEventDisableTiming);
}
inline Status create_timing_event(Event* event) {
    return cudaEventCreate(event);
}
inline Status elapsed_time(float* milliseconds, Event begin, Event end) {
    return cudaEventElapsedTime(milliseconds, begin, end);
}
inline Status destroy_event(Event event) {
    return cudaEventDestroy(event);
}
inline Status record_event(Event event, Stream stream) {
    return cudaEventRecord(event, stream);
}
inline Status wait_event(Stream stream, Event event) {
    return cudaStreamWaitEvent(stream, event, 0);
}

inline Status upload(void* to, const void* from, std::size_t bytes, Stream stream) {
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream);
}
inline Status download(void* to, const void* from, std::size_t bytes, Stream stream) {
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream);
}
inline Status copy_anywhere(void* to, const void* from, std::size_t bytes) {
    return cudaMemcpy(to, from, bytes, cudaMemcpyDefault);
}
inline Status upload_rows(void* to, std::size_t to_stride, const void* from, std::size_t from_stride,
                          std::size_t width, std::size_t rows, Stream stream) {
    return cudaMemcpy2DAsync(to, to_stride, from, from_stride, width, rows, cudaMemcpyHostToDevice, stream);
}

inline Status begin_capture(Stream stream) {
    return cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
}
inline Status end_capture(Stream stream, Graph* graph) {
    return cudaStreamEndCapture(stream, graph);
}
inline Status instantiate(GraphExec* executable, Graph graph) {
    return cudaGraphInstantiate(executable, graph, 0);
}
inline Status destroy_graph(Graph graph) {
    return cudaGraphDestroy(graph);
}
inline Status destroy_executable(GraphExec executable) {
    return cudaGraphExecDestroy(executable);
}
inline Status launch_graph(GraphExec executable, Stream stream) {
    return cudaGraphLaunch(executable, stream);
}

inline Status launch_kernel(const void* kernel, dim3 groups, dim3 size, void** arguments,
                            std::size_t local_bytes, Stream stream) {
    return cudaLaunchKernel(kernel, groups, size, arguments, local_bytes, stream);
}

// All threads of a group of `size`; 32 are one warp.
template <int size>
__device__ inline void group_barrier() {
    if constexpr (size == 32)
        __syncwarp();
    else
        __syncthreads();
}

}  // namespace speedqa::gpu
