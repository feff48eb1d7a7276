// A device made of host threads.
#include "emulated_queue.h"

#include <atomic>
#include <barrier>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

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

class EmulatedQueue : public Queue {
  public:
    EmulatedQueue(int group_size, EmulatedArithmetic arithmetic)
        : group_size_(group_size), arithmetic_(arithmetic) {}

    bool has_binary64() const override { return arithmetic_ == EmulatedArithmetic::native; }
    std::size_t free_memory() override { return std::size_t{1} << 32; }
    void* allocate_device(std::size_t bytes) override {
        void* memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
        std::memset(memory, fill, bytes);
        return memory;
    }
    void free_device(void* memory) noexcept override { std::free(memory); }
    void* allocate_host(std::size_t bytes) override { return allocate_device(bytes); }
    void free_host(void* memory) noexcept override { std::free(memory); }
    bool reads_directly(const void*) override { return false; }

    void upload(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }
    void upload_runs(void* to, std::size_t to_stride, const void* from, std::ptrdiff_t from_stride,
                     std::size_t width, const RowRuns& runs) override {
        auto* row_to = static_cast<unsigned char*>(to);
        for (int run = 0; run < runs.count; ++run)
            for (int i = 0; i < runs.length; ++i, row_to += to_stride)
                std::memcpy(row_to,
                            static_cast<const unsigned char*>(from) +
                                (runs.first + run * runs.spacing + i) * from_stride,
                            width);
    }
    void download(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }

    void wait_for(const std::shared_ptr<void>&) override {}
    void launch(std::span<const Chain> chains) override {
        for (const Chain& chain : chains)
            for (const Launch& launch : chain.launches) run(chain.batch, launch);
    }
    bool record(std::span<const Chain> chains) override {
        recorded_.assign(chains.begin(), chains.end());
        return true;
    }
    void replay() override { launch(recorded_); }
    void wait() override {}

  private:
    // All threads of a group at once, one group after the other.
    void run(const kernels::FeatureBatch& batch, const Launch& launch) {
        std::vector<double> local(launch.local_bytes / sizeof(double) + 1);
        std::barrier<> barrier(group_size_);
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < group_size_; ++rank)
            threads.emplace_back([&, rank] {
                for (int y = 0; y < launch.rows; ++y)
                    for (int x = 0; x < launch.columns; ++x) {
                        barrier.arrive_and_wait();
                        if (rank == 0) std::memset(local.data(), fill, local.size() * sizeof(double));
                        barrier.arrive_and_wait();
                        run_thread(batch, launch,
                                   ThreadGroup(rank, group_size_, x, y, launch.columns, barrier),
                                   reinterpret_cast<float*>(local.data()));
                    }
            });
    }

    void run_thread(const kernels::FeatureBatch& batch, const Launch& launch, const ThreadGroup& group,
                    float* local) {
        if (has_binary64())
            run_kernel<kernels::DeviceBinary64>(launch.kernel, group, batch, local);
        else
            run_kernel<exact::PairsOnly<>>(launch.kernel, group, batch, local);
    }

    int group_size_;
    EmulatedArithmetic arithmetic_;
    std::vector<Chain> recorded_;
};

}  // namespace

std::unique_ptr<Queue> make_emulated_queue(int group_size, EmulatedArithmetic arithmetic) {
    return std::make_unique<EmulatedQueue>(group_size, arithmetic);
}

}  // namespace speedqa::device
