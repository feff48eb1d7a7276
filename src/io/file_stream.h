// A regular file, mapped into memory piece by piece: frames point into the mapping, nothing is copied.
#pragma once

#include <memory>
#include <vector>

#include "io/buffer_pool.h"
#include "io/byte_stream.h"
#include "io/file_descriptor.h"

namespace speedqa {

// The file's length is that at opening. A file that becomes shorter is an Error (input) at the next call;
// bytes taken before stay in the mapping, and touching those that are gone from the file ends the process.
class FileStream final : public ByteStream {
  public:
    FileStream(FileDescriptor file, std::string name, std::int64_t size);

    std::optional<std::int64_t> size() const override { return size_; }
    void seek(std::int64_t position) override { position_ = position; }
    std::span<const std::byte> peek(std::size_t count) override;
    Bytes take(std::size_t count, std::size_t alignment) override;
    std::size_t read_some(std::span<std::byte> buffer) override;
    std::int64_t skip(std::int64_t count) override;

  private:
    class Window;

    std::int64_t remaining() const;
    std::size_t read_at(std::int64_t position, std::span<std::byte> buffer) const;
    const std::byte* map(std::int64_t position, std::size_t count);
    Bytes aligned_copy(const std::byte* data, std::size_t count);
    void fetch_ahead(std::size_t count);

    FileDescriptor file_;
    std::int64_t size_ = 0;
    std::int64_t last_taken_ = 0;
    std::shared_ptr<const Window> window_;
    std::vector<std::byte> peeked_;
    std::unique_ptr<BufferPool> pool_;
};

}  // namespace speedqa
