// A queue between an engine and a device: counts what the engine asks for, changes the sizes of groups, and
// fails where a test wants it to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "backends/device/queue.h"

namespace speedqa::device {

struct Observation {
    std::vector<std::string> calls;  // "upload", "launch", ..., without those for memory
    std::size_t uploaded = 0;        // bytes
    std::size_t downloaded = 0;
    std::size_t device_bytes = 0;             // allocated
    int group_size = 0;                       // of every launch, where its kernel allows; 0: as listed
    std::function<void(const char*)> before;  // is told each call, may throw

    void clear() {
        calls.clear();
        uploaded = downloaded = 0;
    }
};

class ObservedQueue : public Queue {
  public:
    ObservedQueue(std::unique_ptr<Queue> queue, Observation& seen) : queue_(std::move(queue)), seen_(seen) {}

    bool has_binary64() const override { return queue_->has_binary64(); }
    int compute_units() const override { return queue_->compute_units(); }
    std::size_t free_memory() override { return queue_->free_memory(); }
    void* allocate_device(std::size_t bytes) override {
        if (seen_.before) seen_.before("allocate_device");
        void* memory = queue_->allocate_device(bytes);
        seen_.device_bytes += bytes;
        return memory;
    }
    void free_device(void* memory) noexcept override { queue_->free_device(memory); }
    void* allocate_host(std::size_t bytes) override { return queue_->allocate_host(bytes); }
    void free_host(void* memory) noexcept override { queue_->free_host(memory); }
    bool reads_directly(const void* memory) override { return queue_->reads_directly(memory); }

    void upload(void* to, const void* from, std::size_t bytes) override {
        note("upload");
        seen_.uploaded += bytes;
        queue_->upload(to, from, bytes);
    }
    void upload_runs(void* to, std::size_t to_stride, const void* from, std::ptrdiff_t from_stride,
                     std::size_t width, const RowRuns& runs) override {
        note("upload_runs");
        queue_->upload_runs(to, to_stride, from, from_stride, width, runs);
    }
    void download(void* to, const void* from, std::size_t bytes) override {
        note("download");
        seen_.downloaded += bytes;
        queue_->download(to, from, bytes);
    }
    void wait_for(const std::shared_ptr<void>& mark) override {
        note("wait_for");
        queue_->wait_for(mark);
    }
    void launch(std::span<const Chain> chains) override {
        note("launch");
        queue_->launch(resized(chains));
    }
    bool record(std::span<const Chain> chains) override { return queue_->record(resized(chains)); }
    void replay() override {
        note("replay");
        queue_->replay();
    }
    void wait() override {
        note("wait");
        queue_->wait();
    }

  private:
    void note(const char* call) {
        if (seen_.before) seen_.before(call);
        seen_.calls.emplace_back(call);
    }

    // Two kernels have local memory for as many threads as their list entry says.
    std::vector<Chain> resized(std::span<const Chain> chains) const {
        std::vector<Chain> result(chains.begin(), chains.end());
        if (seen_.group_size == 0) return result;
        for (Chain& chain : result)
            for (Launch& launch : chain.launches) {
                const bool bounded = launch.kernel == Kernel::blocks || launch.kernel == Kernel::scores;
                launch.group_size =
                    bounded ? std::min(launch.group_size, seen_.group_size) : seen_.group_size;
            }
        return result;
    }

    std::unique_ptr<Queue> queue_;
    Observation& seen_;
};

}  // namespace speedqa::device
