// A device made of host threads.
#include "gpu/emulated_queue.h"

#include <atomic>
#include <barrier>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "api/error.h"
#include "exact/pairs_only.h"
#include "kernels/device_binary64.h"
#include "kernels/kernels.h"

namespace speedqa::device {
namespace {

class ThreadGroup {
  public:
    ThreadGroup(int rank, int size, int x, int y, int columns, std::barrier<>& barrier)
        : rank_(rank), size_(size), x_(x), y_(y), columns_(columns), barrier_(barrier) {}
    int rank() const { return rank_; }
    int size() const { return size_; }
    int x() const { return x_; }
    int y() const { return y_; }
    int columns() const { return columns_; }
    void barrier() const { barrier_.arrive_and_wait(); }
    void add(std::uint32_t* counter, unsigned amount) const {
        std::atomic_ref<std::uint32_t>(*counter).fetch_add(amount);
    }

  private:
    int rank_, size_, x_, y_, columns_;
    std::barrier<>& barrier_;
};

template <class Arithmetic>
void run_kernel(Kernel kernel, const ThreadGroup& group, const kernels::FeatureBatch& batch, float* local) {
    switch (kernel) {
#define SPEEDQA_CASE(name, size)                        \
    case Kernel::name:                                  \
        kernels::name<Arithmetic>(group, batch, local); \
        break;
        SPEEDQA_KERNELS(SPEEDQA_CASE)
#undef SPEEDQA_CASE
    }
}

constexpr unsigned char fill = 0xd5;
constexpr std::size_t alignment = 256;

void* filled_memory(std::size_t bytes) {
    void* memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    std::memset(memory, fill, bytes);
    return memory;
}

}  // namespace

EmulatedQueue::EmulatedQueue(int group_size, EmulatedArithmetic arithmetic, std::size_t memory)
    : group_size_(group_size), arithmetic_(arithmetic), memory_(memory) {}

EmulatedQueue::~EmulatedQueue() {
    for (const auto& [memory, size] : sizes_) std::free(memory);
}

void* EmulatedQueue::allocate_device(std::size_t bytes) {
    if (bytes > memory_ - allocated_) throw Error(SPEEDQA_OUT_OF_MEMORY, "the emulated device is full");
    void* memory = filled_memory(bytes);
    sizes_[memory] = bytes;
    allocated_ += bytes;
    return memory;
}

void EmulatedQueue::free_device(void* memory) noexcept {
    allocated_ -= sizes_[memory];
    sizes_.erase(memory);
    std::free(memory);
}

void* EmulatedQueue::allocate_host(std::size_t bytes) {
    return filled_memory(bytes);
}
void EmulatedQueue::free_host(void* memory) noexcept {
    std::free(memory);
}

void EmulatedQueue::upload(void* to, const void* from, std::size_t bytes) {
    std::memcpy(to, from, bytes);
}

void EmulatedQueue::upload_runs(void* to, std::size_t to_stride, const void* from, std::ptrdiff_t from_stride,
                                std::size_t width, const RowRuns& runs) {
    auto* row_to = static_cast<unsigned char*>(to);
    for (int run = 0; run < runs.count; ++run)
        for (int i = 0; i < runs.length; ++i, row_to += to_stride)
            std::memcpy(
                row_to,
                static_cast<const unsigned char*>(from) + (runs.first + run * runs.spacing + i) * from_stride,
                width);
}

void EmulatedQueue::download(void* to, const void* from, std::size_t bytes) {
    std::memcpy(to, from, bytes);
}

void EmulatedQueue::launch(std::span<const Chain> chains) {
    for (const Chain& chain : chains)
        for (const Launch& launch : chain.launches) run(chain.batch, launch);
}

bool EmulatedQueue::record(std::span<const Chain> chains) {
    recorded_.assign(chains.begin(), chains.end());
    return true;
}

// All threads of a group at once, one group after the other.
void EmulatedQueue::run(const kernels::FeatureBatch& batch, const Launch& launch) const {
    std::vector<double> local(launch.local_bytes / sizeof(double) + 2);
    // 16 bytes are the most that a kernel needs.
    void* memory = local.data();
    std::size_t space = local.size() * sizeof(double);
    auto* aligned = static_cast<float*>(std::align(16, launch.local_bytes, memory, space));
    std::barrier barrier(group_size_);
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < group_size_; ++rank)
        threads.emplace_back([&, rank] {
            for (int group = 0; group < launch.columns * launch.rows; ++group) {
                barrier.arrive_and_wait();
                if (rank == 0) std::memset(aligned, fill, launch.local_bytes);
                barrier.arrive_and_wait();
                const ThreadGroup member(rank, group_size_, group % launch.columns, group / launch.columns,
                                         launch.columns, barrier);
                if (has_binary64())
                    run_kernel<kernels::DeviceBinary64>(launch.kernel, member, batch, aligned);
                else
                    run_kernel<exact::PairsOnly<>>(launch.kernel, member, batch, aligned);
            }
        });
}

std::unique_ptr<EmulatedQueue> make_emulated_queue(int group_size, EmulatedArithmetic arithmetic,
                                                   std::size_t memory) {
    return std::make_unique<EmulatedQueue>(group_size, arithmetic, memory);
}

}  // namespace speedqa::device
