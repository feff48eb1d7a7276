// A regular file, mapped into memory piece by piece: frames point into the mapping, nothing is copied.
#include "io/file_stream.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "api/error.h"

namespace speedqa {
namespace {

// Large enough that mapping and unmapping cost little, small enough that a clip of any length needs little
// memory.
constexpr std::int64_t window_size = std::int64_t{64} << 20;

// How far ahead of the reader the disk works.
constexpr std::int64_t fetch_distance = std::int64_t{32} << 20;

const std::int64_t page_size = ::sysconf(_SC_PAGESIZE);

[[noreturn]] void fail(const std::string& name, int error) {
    throw Error(SPEEDQA_INPUT,
                fmt::format("{}: can't be read: {}", name, std::generic_category().message(error)));
}

}  // namespace

// A part of the file in memory, unmapped when the last frame that points into it is gone.
class FileStream::Window {
  public:
    Window(int file, const std::string& name, std::int64_t begin, std::int64_t end)
        : begin_(begin), end_(end) {
        void* address = ::mmap(nullptr, length(), PROT_READ, MAP_SHARED, file, begin);
        if (address == MAP_FAILED) fail(name, errno);
        data_ = static_cast<std::byte*>(address);
    }
    ~Window() { ::munmap(data_, length()); }
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    bool holds(std::int64_t position, std::int64_t count) const {
        return position >= begin_ && position + count <= end_;
    }
    std::byte* at(std::int64_t position) const { return data_ + (position - begin_); }

    // Brings the bytes from `first_page` to `end` into memory. Page tables are filled here and not by the
    // threads that compute, and a disk that fails gives false here and a signal there. Kernels before 5.14
    // refuse the request: then the pages come when they are touched.
    bool fill(std::int64_t first_page, std::int64_t end) const {
        const auto span = static_cast<std::size_t>(end - first_page);
        return ::madvise(at(first_page), span, MADV_POPULATE_READ) == 0 || errno != EFAULT;
    }

  private:
    std::size_t length() const { return static_cast<std::size_t>(end_ - begin_); }

    std::int64_t begin_;
    std::int64_t end_;
    std::byte* data_ = nullptr;
};

FileStream::FileStream(FileDescriptor file, std::string name, std::int64_t size)
    : ByteStream(std::move(name)), file_(std::move(file)), size_(size) {}

std::int64_t FileStream::remaining() const {
    struct stat status {};
    if (::fstat(file_.number(), &status) != 0) fail(name(), errno);
    if (status.st_size < size_) {
        throw Error(SPEEDQA_INPUT,
                    fmt::format("{}: became shorter while it was read: {} bytes at first, {} now", name(),
                                size_, status.st_size));
    }
    return std::max<std::int64_t>(size_ - position_, 0);
}

std::size_t FileStream::read_at(std::int64_t position, std::span<std::byte> buffer) const {
    std::size_t done = 0;
    while (done < buffer.size()) {
        const ssize_t got = ::pread(file_.number(), buffer.data() + done, buffer.size() - done,
                                    position + static_cast<std::int64_t>(done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail(name(), errno);
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

std::span<const std::byte> FileStream::peek(std::size_t count) {
    peeked_.resize(static_cast<std::size_t>(std::min(static_cast<std::int64_t>(count), remaining())));
    return {peeked_.data(), read_at(position_, peeked_)};
}

std::size_t FileStream::read_some(std::span<std::byte> buffer) {
    const auto wanted = std::min(static_cast<std::int64_t>(buffer.size()), remaining());
    const std::size_t got = read_at(position_, buffer.first(static_cast<std::size_t>(wanted)));
    position_ += static_cast<std::int64_t>(got);
    return got;
}

std::int64_t FileStream::skip(std::int64_t count) {
    const std::int64_t skipped = std::min(count, remaining());
    position_ += skipped;
    return skipped;
}

Bytes FileStream::take(std::size_t count, std::size_t alignment) {
    count = static_cast<std::size_t>(std::min(static_cast<std::int64_t>(count), remaining()));
    if (count == 0) return {};
    const std::byte* data = map(position_, count);
    const bool aligned = reinterpret_cast<std::uintptr_t>(data) % alignment == 0;
    Bytes bytes = aligned ? Bytes{data, count, window_} : aligned_copy(data, count);
    fetch_ahead(count);
    last_taken_ = position_;
    position_ += static_cast<std::int64_t>(count);
    return bytes;
}

const std::byte* FileStream::map(std::int64_t position, std::size_t count) {
    const auto length = static_cast<std::int64_t>(count);
    const std::int64_t first_page = position / page_size * page_size;
    if (!window_ || !window_->holds(position, length)) {
        const std::int64_t end = std::min(std::max(first_page + window_size, position + length), size_);
        window_ = std::make_shared<Window>(file_.number(), name(), first_page, end);
    }
    if (!window_->fill(first_page, position + length)) {
        remaining();
        fail(name(), EIO);
    }
    return window_->at(position);
}

Bytes FileStream::aligned_copy(const std::byte* data, std::size_t count) {
    if (!pool_ || pool_->buffer_size() < count) pool_ = std::make_unique<BufferPool>(count);
    std::shared_ptr<std::byte> copy = pool_->take();
    std::memcpy(copy.get(), data, count);
    return {copy.get(), count, copy};
}

// Frames follow each other at equal distances: asks for the bytes that later frames will take at the same
// place, and not for planes that nobody reads.
void FileStream::fetch_ahead(std::size_t count) {
    const std::int64_t distance = position_ - last_taken_;
    if (distance < static_cast<std::int64_t>(count)) return;
    const std::int64_t ahead = position_ + distance * std::max<std::int64_t>(fetch_distance / distance, 1);
    if (ahead < size_) ::posix_fadvise(file_.number(), ahead, static_cast<off_t>(count), POSIX_FADV_WILLNEED);
}

}  // namespace speedqa
