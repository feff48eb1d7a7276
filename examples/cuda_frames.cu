// Scores frames that a GPU made, without a copy to the host, and shows that the CPU gives the same bits.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "speedqa/speedqa.hpp"

namespace {

constexpr int width = 1280, height = 720, frames = 24;
constexpr int chroma_width = width / 2, chroma_height = height / 2;
constexpr int skipped = 77;  // exit code: no device

void require(cudaError_t status) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "cuda_frames: %s\n", cudaGetErrorString(status));
    std::exit(1);
}

// NV12: luma rows, then rows of U and V side by side.
__global__ void draw(unsigned char* frame, size_t pitch, int index, bool distorted) {
    const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
    if (x >= width || y >= height * 3 / 2) return;
    const unsigned noise =
        (static_cast<unsigned>(x * 7919 + y * 104729 + index * 1299709) * 2654435761u) >> 27;
    const int wave = ((x + 3 * index) / 5 * 11 + (y - 2 * index) / 7 * 13) & 63;
    const int value = 90 + wave + static_cast<int>(noise);
    frame[y * pitch + x] = static_cast<unsigned char>(distorted ? value / 6 * 6 : value);
}

// A frame that lives until the library has read it.
struct GpuFrame {
    unsigned char* data = nullptr;
    size_t pitch = 0;

    GpuFrame() { require(cudaMallocPitch(&data, &pitch, width, height * 3 / 2)); }
    ~GpuFrame() { cudaFree(data); }

    speedqa_device_frame describe(cudaStream_t stream) {
        speedqa_device_frame frame{};
        const auto row = static_cast<ptrdiff_t>(pitch);
        frame.planes[0] = {data, row, 1};
        frame.planes[1] = {data + pitch * height, row, 2};
        frame.planes[2] = {data + pitch * height + 1, row, 2};
        frame.stream = stream;
        frame.user = this;
        frame.release = [](void* user) { delete static_cast<GpuFrame*>(user); };
        return frame;
    }
};

// The same frame in host memory, U and V apart.
struct HostFrame {
    std::vector<unsigned char> luma, u, v;

    explicit HostFrame(const GpuFrame& gpu) : luma(width * height) {
        std::vector<unsigned char> chroma(width * chroma_height);
        require(cudaMemcpy2D(luma.data(), width, gpu.data, gpu.pitch, width, height, cudaMemcpyDeviceToHost));
        require(cudaMemcpy2D(chroma.data(), width, gpu.data + gpu.pitch * height, gpu.pitch, width,
                             chroma_height, cudaMemcpyDeviceToHost));
        for (size_t i = 0; i < chroma.size(); i += 2) {
            u.push_back(chroma[i]);
            v.push_back(chroma[i + 1]);
        }
    }
    speedqa_frame describe() const {
        return {{{luma.data(), width}, {u.data(), chroma_width}, {v.data(), chroma_width}}};
    }
};

speedqa::Context make_context(const char* backend) {
    speedqa::Config config({width, height, SPEEDQA_YUV420, 8});
    config.add_feature("speed_chroma").add_feature("speed_temporal").set_backend(backend).set_batch(8);
    return speedqa::Context(config);
}

int compare(speedqa::Context& gpu, speedqa::Context& cpu) {
    for (int i = 0; i < frames; ++i) {
        const std::vector<float> a = gpu.scores(i), b = cpu.scores(i);
        if (std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) != 0) {
            std::printf("frame %d differs\n", i);
            return 1;
        }
        if (i < 3) std::printf("frame %d: u %.6f v %.6f uv %.6f temporal %.6f\n", i, a[0], a[1], a[2], a[3]);
    }
    std::printf("%d frames: %s and %s give the same bits\n", frames, gpu.device_name(), cpu.device_name());
    return 0;
}

int run() {
    speedqa::Context gpu = make_context("cuda");
    speedqa::Context cpu = make_context("cpu");
    cudaStream_t stream;
    require(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (int i = 0; i < frames; ++i) {
        auto reference = std::make_unique<GpuFrame>();
        auto distorted = std::make_unique<GpuFrame>();
        const dim3 size(32, 8), groups((width + 31) / 32, (height * 3 / 2 + 7) / 8);
        draw<<<groups, size, 0, stream>>>(reference->data, reference->pitch, i, false);
        draw<<<groups, size, 0, stream>>>(distorted->data, distorted->pitch, i, true);
        require(cudaGetLastError());
        require(cudaStreamSynchronize(stream));  // for the copies to the host alone
        const HostFrame host_reference(*reference), host_distorted(*distorted);
        cpu.push(host_reference.describe(), host_distorted.describe());
        gpu.push_device(reference.release()->describe(stream), distorted.release()->describe(stream));
    }
    const int result = compare(gpu, cpu);
    require(cudaStreamDestroy(stream));
    return result;
}

}  // namespace

int main() {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::fprintf(stderr, "cuda_frames: no CUDA device\n");
        return skipped;
    }
    try {
        return run();
    } catch (const speedqa::Exception& error) {
        std::fprintf(stderr, "cuda_frames: %s\n", error.what());
        return 1;
    }
}
