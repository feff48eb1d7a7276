// Buffers of one size that come back for reuse when their last user lets go of them.
#include "io/buffer_pool.h"

#include <fmt/format.h>

#include <new>

#include "api/error.h"

namespace speedqa {

void BufferPool::Free::operator()(std::byte* buffer) const {
    ::operator delete(buffer, std::align_val_t(alignment));
}

BufferPool::BufferPool(std::size_t buffer_size) : state_(std::make_shared<State>()) {
    state_->buffer_size = buffer_size;
}

std::shared_ptr<std::byte> BufferPool::take() {
    Buffer buffer;
    {
        const std::scoped_lock lock(state_->mutex);
        if (!state_->unused.empty()) {
            buffer = std::move(state_->unused.back());
            state_->unused.pop_back();
        }
    }
    if (!buffer) {
        void* memory = ::operator new(state_->buffer_size, std::align_val_t(alignment), std::nothrow);
        if (!memory) {
            throw Error(SPEEDQA_OUT_OF_MEMORY,
                        fmt::format("no memory for a frame of {} bytes", state_->buffer_size));
        }
        buffer.reset(static_cast<std::byte*>(memory));
    }
    return {buffer.release(), [state = state_](std::byte* returned) {
                Buffer owned(returned);
                const std::scoped_lock lock(state->mutex);
                state->unused.push_back(std::move(owned));
            }};
}

}  // namespace speedqa
