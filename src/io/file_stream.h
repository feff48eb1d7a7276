// A regular file, mapped into memory piece by piece: frames point into the mapping, nothing is copied.
#pragma once

#include <memory>
#include <vector>

#include "io/buffer_pool.h"
#include "io/byte_stream.h"
#include "io/file_descriptor.h"
#include "io/file_mapping.h"

namespace speedqa {

// The file's length is that at opening: what is added later is not read, and a file that becomes shorter is
// an Error (input) of the next call, and of check_given() for what was taken before. Where the system does
// not map the file, its bytes are read into buffers.
class FileStream final : public ByteStream {
  public:
    FileStream(FileDescriptor file, std::string name, std::int64_t size);

    std::optional<std::int64_t> size() const override { return size_; }
    void seek(std::int64_t position) override { position_ = position; }
    std::span<const std::byte> peek(std::size_t count) override;
    Bytes take(std::size_t count, std::size_t alignment) override;
    void set_aside(const Bytes& bytes) override;
    std::size_t read_some(std::span<std::byte> buffer) override;
    std::int64_t skip(std::int64_t count) override;
    void check_given() const override;

  private:
    std::int64_t remaining() const;
    std::size_t read_at(std::int64_t position, std::span<std::byte> buffer) const;
    Bytes map(std::size_t count, std::size_t alignment);
    Bytes read(std::size_t count);
    void fetch_ahead(std::size_t count);

    FileDescriptor file_;
    std::int64_t size_ = 0;
    std::int64_t last_taken_ = 0;
    std::int64_t fetched_ = 0;
    FileMapping::Lost lost_ = std::make_shared<std::atomic<bool>>(false);
    std::shared_ptr<const FileMapping> window_;
    std::vector<std::byte> peeked_;
    std::unique_ptr<BufferPool> pool_;
};

}  // namespace speedqa
