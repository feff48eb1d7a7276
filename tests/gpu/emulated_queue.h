// A device made of host threads: runs the kernels' text and launch lists without a GPU.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "backends/device/queue.h"

namespace speedqa::device {

enum class EmulatedArithmetic { binary64, fp32 };

// Groups have `group_size` threads, whatever the launch list says: each result must be the same. Memory is
// filled with a pattern when it is allocated, local memory before every group.
class EmulatedQueue : public Queue {
  public:
    EmulatedQueue(int group_size, EmulatedArithmetic arithmetic, std::size_t memory);
    ~EmulatedQueue() override;

    bool has_binary64() const override { return arithmetic_ == EmulatedArithmetic::binary64; }
    std::size_t free_memory() override { return memory_ - allocated_; }
    void* allocate_device(std::size_t bytes) override;
    void free_device(void* memory) noexcept override;
    void* allocate_host(std::size_t bytes) override;
    void free_host(void* memory) noexcept override;
    bool reads_directly(const void*) override { return false; }
    void upload(void* to, const void* from, std::size_t bytes) override;
    void upload_runs(void* to, std::size_t to_stride, const void* from, std::ptrdiff_t from_stride,
                     std::size_t width, const RowRuns& runs) override;
    void download(void* to, const void* from, std::size_t bytes) override;
    void wait_for(const std::shared_ptr<void>&) override {}
    void launch(std::span<const Chain> chains) override;
    bool record(std::span<const Chain> chains) override;
    void replay() override { launch(recorded_); }
    void wait() override {}

    // Bytes of device memory in use.
    std::size_t allocated() const { return allocated_; }

  private:
    void run(const kernels::FeatureBatch& batch, const Launch& launch) const;

    int group_size_;
    EmulatedArithmetic arithmetic_;
    std::size_t memory_;
    std::size_t allocated_ = 0;
    std::map<void*, std::size_t> sizes_;
    std::vector<Chain> recorded_;
};

// `memory`: bytes of the device.
std::unique_ptr<EmulatedQueue> make_emulated_queue(
    int group_size, EmulatedArithmetic arithmetic,
    std::size_t memory = std::numeric_limits<std::size_t>::max());

}  // namespace speedqa::device
