// Buffers of one size that come back for reuse when their last user lets go of them.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace speedqa {

// Memory is bounded by the most buffers in use at one time. Buffers may outlive the pool and be released by
// any thread.
class BufferPool {
  public:
    static constexpr std::size_t alignment = 64;

    explicit BufferPool(std::size_t buffer_size);

    std::size_t buffer_size() const { return state_->buffer_size; }

    // A buffer with undefined content. Throws Error (out_of_memory).
    std::shared_ptr<std::byte> take();

  private:
    struct Free {
        void operator()(std::byte* buffer) const;
    };
    using Buffer = std::unique_ptr<std::byte, Free>;
    struct State {
        std::size_t buffer_size = 0;
        std::mutex mutex;
        std::vector<Buffer> unused;
    };

    std::shared_ptr<State> state_;
};

}  // namespace speedqa
