// Times the CUDA backend: each kernel, batches of frames in device memory and in pinned host memory, and one
// frame alone.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "backends/cuda/vendor.h"
//
#include "backends/cuda_hip/backend.cuh"

namespace {

using namespace speedqa;
using Clock = std::chrono::steady_clock;

constexpr const char* usage =
    "usage: gpu_speed WIDTH HEIGHT BIT_DEPTH FEATURE MODE BATCH BATCHES [direct] [fp32]\n"
    "MODE: kernels, latency; or where frames lie: device, pinned, mapped (pinned, read in place), pageable\n";

void require(cudaError_t status) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "gpu_speed: %s\n", cudaGetErrorString(status));
    std::exit(1);
}

// Times of each kernel by events around its launch.
class TimedQueue : public gpu::StreamQueue {
  public:
    using StreamQueue::StreamQueue;

    struct Time {
        double milliseconds = 0;
        int launches = 0;
    };
    std::map<device::Kernel, Time> times;

    void wait() override {
        StreamQueue::wait();
        for (const Span& span : spans_) {
            float milliseconds = 0;
            require(cudaEventElapsedTime(&milliseconds, span.begin, span.end));
            times[span.kernel].milliseconds += milliseconds;
            ++times[span.kernel].launches;
            cudaEventDestroy(span.begin);
            cudaEventDestroy(span.end);
        }
        spans_.clear();
    }

  protected:
    void enqueue(const device::Chain& chain) override {
        for (const device::Launch& launch : chain.launches) {
            Span span{launch.kernel, {}, {}};
            require(cudaEventCreate(&span.begin));
            require(cudaEventCreate(&span.end));
            require(cudaEventRecord(span.begin, stream()));
            StreamQueue::enqueue(chain.batch, launch, stream());
            require(cudaEventRecord(span.end, stream()));
            spans_.push_back(span);
        }
    }

  private:
    struct Span {
        device::Kernel kernel;
        cudaEvent_t begin, end;
    };
    std::vector<Span> spans_;
};

enum class Memory { device, pinned, mapped, pageable };

// Frames with smooth motion and noise, as many as a batch needs so that no cache holds them; their content
// repeats.
class Clip {
  public:
    Clip(const FrameFormat& format, int frames, Memory memory) : format_(format), memory_(memory) {
        const std::size_t bytes = frame_bytes(format);
        std::vector<std::vector<unsigned char>> contents;
        for (int i = 0; i < frames; ++i) {
            if (i < different) fill(contents.emplace_back(bytes), i);
            const std::vector<unsigned char>& samples = contents[static_cast<std::size_t>(i % different)];
            void* data = nullptr;
            if (memory == Memory::device)
                require(cudaMalloc(&data, bytes));
            else if (memory == Memory::pinned || memory == Memory::mapped)
                require(cudaMallocHost(&data, bytes));
            else
                data = std::malloc(bytes);
            require(cudaMemcpy(data, samples.data(), bytes, cudaMemcpyDefault));
            data_.push_back(static_cast<unsigned char*>(data));
        }
    }

    int bytes() const { return bytes_per_sample(format_); }

    Frame frame(std::int64_t index, const std::shared_ptr<const DevicePlacement>& placement) const {
        Frame frame;
        unsigned char* plane = data_[static_cast<std::size_t>(index) % data_.size()];
        for (int i = 0; i < plane_count(format_); ++i) {
            const PlaneSize size = stored_plane_size(format_, i);
            const std::size_t row = static_cast<std::size_t>(size.width * bytes_per_sample(format_));
            frame.view.planes[i] = {plane, static_cast<std::ptrdiff_t>(row)};
            plane += row * static_cast<std::size_t>(size.height);
        }
        if (memory_ == Memory::device || memory_ == Memory::mapped) frame.device = placement;
        return frame;
    }

  private:
    static constexpr int different = 8;

    void fill(std::vector<unsigned char>& samples, int seed) const {
        std::uint32_t state = 12345u + 977u * static_cast<std::uint32_t>(seed);
        const int most = (1 << format_.bit_depth) - 1;
        const std::size_t count = samples.size() / static_cast<std::size_t>(bytes_per_sample(format_));
        for (std::size_t i = 0; i < count; ++i) {
            state = state * 1664525u + 1013904223u;
            const int wave =
                static_cast<int>((i / 7 + i / 3840 * 5 + static_cast<std::size_t>(seed) * 3) % 97);
            const int value = (wave * most / 128 + static_cast<int>(state >> 27) * most / 256) % (most + 1);
            if (format_.bit_depth == 8)
                samples[i] = static_cast<unsigned char>(value);
            else
                reinterpret_cast<std::uint16_t*>(samples.data())[i] = static_cast<std::uint16_t>(value);
        }
    }

    FrameFormat format_;
    Memory memory_;
    std::vector<unsigned char*> data_;
};

struct Run {
    FrameFormat format;
    std::shared_ptr<const Plan> plan;
    int batch = 1;
    int batches = 1;
    bool graph = true;
    bool fp64 = true;
};

std::vector<FramePair> pairs_of(const Clip& reference, const Clip& distorted, std::int64_t first, int count,
                                gpu::GpuBackend& backend) {
    auto placement = std::make_shared<DevicePlacement>();
    for (int& step : placement->step) step = reference.bytes();
    placement->mark = backend.mark(0, nullptr);
    std::vector<FramePair> pairs;
    for (int i = 0; i < count; ++i) {
        const std::int64_t index = first + i;
        FramePair pair{index, reference.frame(index, placement), distorted.frame(index, placement), {}, {}};
        pair.previous_reference = reference.frame(index + 1000003, placement);
        pair.previous_distorted = distorted.frame(index + 1000003, placement);
        if (index > 0) {
            pair.previous_reference = reference.frame(index - 1, placement);
            pair.previous_distorted = distorted.frame(index - 1, placement);
        }
        pairs.push_back(pair);
    }
    return pairs;
}

void time_kernels(const Run& run, const Clip& reference, const Clip& distorted) {
    gpu::GpuBackend backend;
    auto queue = std::make_unique<TimedQueue>(0, "device", gpu::GpuBackend::kernel_set(run.fp64));
    TimedQueue& times = *queue;
    auto engine = device::make_device_engine(run.plan, {0, run.batch, false, run.fp64}, std::move(queue));
    std::vector<PairResult> results(static_cast<std::size_t>(run.batch) * run.plan->features.size());
    for (int i = 0; i <= run.batches; ++i) {
        if (i == 1) times.times.clear();
        engine->score(pairs_of(reference, distorted, std::int64_t{i} * run.batch, run.batch, backend),
                      results);
    }
    double total = 0;
    for (const auto& [kernel, time] : times.times) {
        const double us = 1000 * time.milliseconds / (run.batches * run.batch);
        total += us;
        std::printf("  %-20s %9.1f us/batch %9.3f us/frame\n", device::kernel_name(kernel),
                    1000 * time.milliseconds / run.batches, us);
    }
    unsigned fallbacks = 0;
    for (const PairResult& result : results) fallbacks += result.fallbacks;
    std::printf("  %-20s %28.3f us/frame; %u fallbacks in %d frames\n", "sum", total, fallbacks, run.batch);
}

// Two engines, a thread each, as the scorer drives them.
void time_frames(const Run& run, const Clip& reference, const Clip& distorted, int engine_count) {
    gpu::GpuBackend backend;
    std::vector<std::unique_ptr<Engine>> engines;
    for (int i = 0; i < engine_count; ++i)
        engines.push_back(backend.make_engine(run.plan, {0, run.batch, run.graph, run.fp64}));
    const auto score = [&](int which, int batches) {
        std::vector<PairResult> results(static_cast<std::size_t>(run.batch) * run.plan->features.size());
        for (int i = 0; i < batches; ++i)
            engines[static_cast<std::size_t>(which)]->score(
                pairs_of(reference, distorted, std::int64_t{i * engine_count + which} * run.batch, run.batch,
                         backend),
                results);
    };
    const auto all = [&](int batches) {
        std::vector<std::jthread> threads;
        for (int i = 0; i < engine_count; ++i) threads.emplace_back(score, i, batches);
    };
    all(2);
    const auto begin = Clock::now();
    all(run.batches);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    const double frames = static_cast<double>(engine_count) * run.batches * run.batch;
    std::printf("  %.5f ms/frame, %.0f frames/s, %d engines\n", 1000 * seconds / frames, frames / seconds,
                engine_count);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 8) {
        std::fputs(usage, stderr);
        return 2;
    }
    Run run;
    run.format = {std::atoi(argv[1]), std::atoi(argv[2]), ChromaSubsampling::yuv420, std::atoi(argv[3])};
    const std::string mode = argv[5];
    run.batch = std::atoi(argv[6]);
    run.batches = std::atoi(argv[7]);
    for (int i = 8; i < argc; ++i) {
        if (std::string(argv[i]) == "direct") run.graph = false;
        if (std::string(argv[i]) == "fp32") run.fp64 = false;
    }
    try {
        run.plan = std::make_shared<const Plan>(make_plan(run.format, {parse_feature(argv[4])}));
        const Memory memory = mode == "pinned"     ? Memory::pinned
                              : mode == "mapped"   ? Memory::mapped
                              : mode == "pageable" ? Memory::pageable
                                                   : Memory::device;
        const int frames = std::min(run.batch + 1, mode == "latency" ? 8 : 96);
        const Clip reference(run.format, frames, memory);
        const Clip distorted(run.format, frames + 1, memory);
        std::printf("%s %s %s batch %d%s%s\n", argv[4], describe(run.format).c_str(), mode.c_str(), run.batch,
                    run.graph ? "" : " direct", run.fp64 ? "" : " fp32");
        if (mode == "kernels")
            time_kernels(run, reference, distorted);
        else
            time_frames(run, reference, distorted, mode == "latency" ? 1 : 2);
    } catch (const Error& error) {
        std::fprintf(stderr, "gpu_speed: %s\n", error.what());
        return 1;
    }
}
