// A pipe, a socket, a device, or a file that is already read in part: bytes come once, in order.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "io/buffer_pool.h"
#include "io/byte_stream.h"
#include "io/file_descriptor.h"

namespace speedqa {

class PipeStream final : public ByteStream {
  public:
    PipeStream(FileDescriptor pipe, std::string name);
    ~PipeStream() override;

    std::optional<std::int64_t> size() const override { return std::nullopt; }
    [[noreturn]] void seek(std::int64_t position) override;
    std::span<const std::byte> peek(std::size_t count) override;
    Bytes take(std::size_t count, std::size_t alignment) override;
    std::size_t read_some(std::span<std::byte> buffer) override;
    std::int64_t skip(std::int64_t count) override;
    void interrupt() noexcept override;

  private:
    std::span<const std::byte> peeked() const;
    void wait() const;
    std::size_t read_pipe(std::span<std::byte> buffer) const;

    FileDescriptor pipe_;
    FileDescriptor wake_;
    std::vector<std::byte> peeked_;  // read from the pipe but not yet taken, from peeked_begin_ on
    std::size_t peeked_begin_ = 0;
    std::unique_ptr<BufferPool> pool_;
    std::optional<std::pair<dev_t, ino_t>> claimed_;
};

}  // namespace speedqa
