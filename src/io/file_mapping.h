// A part of a file in memory, which may be read even if the file becomes shorter meanwhile.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace speedqa {

// Read-only pages of a file; each is brought in when it is touched. Where the file has become shorter, or the
// disk fails, the system sends SIGBUS to the thread that touches a page. A handler, set up with the first
// mapping, puts zeros in place of what is missing and lets the thread go on. As these zeros are not the
// clip's, what was computed from a mapping counts only if its `lost` is still false afterwards.
class FileMapping {
  public:
    using Lost = std::shared_ptr<std::atomic<bool>>;

    // The bytes from `begin`, a multiple of the page size, to `end`. Null if the system does not map them, or
    // if there are already as many mappings as the handler can look after: then the file must be read.
    static std::shared_ptr<const FileMapping> make(int file, std::int64_t begin, std::int64_t end, Lost lost);

    ~FileMapping();
    FileMapping(const FileMapping&) = delete;
    FileMapping& operator=(const FileMapping&) = delete;

    bool holds(std::int64_t position, std::int64_t count) const {
        return position >= begin_ && position + count <= end_;
    }
    // Takes no memory until pages are touched again, which are still in the system's cache.
    void set_aside() const;

    const std::byte* at(std::int64_t position) const { return data_ + (position - begin_); }

  private:
    FileMapping(std::int64_t begin, std::int64_t end, Lost lost);

    std::size_t length() const { return static_cast<std::size_t>(end_ - begin_); }

    std::int64_t begin_;
    std::int64_t end_;
    Lost lost_;
    std::byte* data_ = nullptr;
    int slot_ = -1;  // in the handler's table
};

}  // namespace speedqa
