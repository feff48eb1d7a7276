// A regular file, mapped into memory piece by piece: frames point into the mapping, nothing is copied.
#include "io/file_stream.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "api/error.h"

namespace speedqa {
namespace {

// Of small frames many share a mapping, which costs two calls of the system; large ones have one each, so
// that what is mapped is little more than the frames in use.
constexpr std::int64_t window_size = std::int64_t{4} << 20;

// How far ahead of the reader the disk works.
constexpr std::int64_t fetch_distance = std::int64_t{32} << 20;

const std::int64_t page_size = ::sysconf(_SC_PAGESIZE);

[[noreturn]] void fail(const std::string& name, int error) {
    throw Error(SPEEDQA_INPUT,
                fmt::format("{}: can't be read: {}", name, std::generic_category().message(error)));
}

}  // namespace

FileStream::FileStream(FileDescriptor file, std::string name, std::int64_t size)
    : ByteStream(std::move(name)), file_(std::move(file)), size_(size) {}

void FileStream::check_given() const {
    struct stat status {};
    if (::fstat(file_.number(), &status) != 0) fail(name(), errno);
    if (status.st_size < size_) {
        throw Error(SPEEDQA_INPUT,
                    fmt::format("{}: became shorter while it was read: {} bytes at first, {} now", name(),
                                size_, status.st_size));
    }
    if (*lost_) fail(name(), EIO);
}

std::int64_t FileStream::remaining() const {
    check_given();
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
    fetch_ahead(count);
    Bytes bytes = map(count, alignment);
    if (!bytes.data) bytes = read(count);
    last_taken_ = position_;
    position_ += static_cast<std::int64_t>(bytes.size);
    return bytes;
}

void FileStream::set_aside(const Bytes& bytes) {
    const bool has_own_mapping =
        bytes.owner == window_ && bytes.size >= static_cast<std::size_t>(window_size);
    if (has_own_mapping && window_) window_->set_aside();
}

// Nothing if the system does not map them, or if they lie at an address that is not aligned.
Bytes FileStream::map(std::size_t count, std::size_t alignment) {
    const std::int64_t first_page = position_ / page_size * page_size;
    if (static_cast<std::size_t>(position_ - first_page) % alignment != 0) return {};
    const auto length = static_cast<std::int64_t>(count);
    if (!window_ || !window_->holds(position_, length)) {
        const std::int64_t end = std::min(std::max(first_page + window_size, position_ + length), size_);
        window_ = FileMapping::make(file_.number(), first_page, end, lost_);
    }
    return window_ ? Bytes{window_->at(position_), count, window_} : Bytes{};
}

Bytes FileStream::read(std::size_t count) {
    if (!pool_ || pool_->buffer_size() < count) pool_ = std::make_unique<BufferPool>(count);
    const std::shared_ptr<std::byte> buffer = pool_->take();
    return {buffer.get(), read_at(position_, {buffer.get(), count}), buffer};
}

// Frames follow each other at equal distances: asks for the bytes that the next ones will take at the same
// place, and not for planes that nobody reads.
void FileStream::fetch_ahead(std::size_t count) {
    const std::int64_t distance = position_ - last_taken_;
    if (distance < static_cast<std::int64_t>(count)) return;
    const std::int64_t end = std::min(position_ + std::max(fetch_distance, distance), size_ - 1);
    std::int64_t next = position_ + distance;
    next += std::max<std::int64_t>((fetched_ - next) / distance + 1, 0) * distance;
    for (; next <= end; next += distance) {
        ::posix_fadvise(file_.number(), next, static_cast<off_t>(count), POSIX_FADV_WILLNEED);
        fetched_ = next;
    }
}

}  // namespace speedqa
