// A pipe, a socket, a device, or a file that is already read in part: bytes come once, in order.
#include "io/pipe_stream.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <set>
#include <system_error>

#include "api/error.h"

namespace speedqa {
namespace {

// Asked of the kernel for a pipe: fewer switches between writer and reader. The most that it gives to
// everybody.
constexpr int pipe_capacity = 1 << 20;

constexpr std::size_t skip_chunk = 1 << 16;

using FileIdentity = std::pair<dev_t, ino_t>;

// The pipes that streams of this process read: two readers of one pipe would each get a part of the bytes.
struct ClaimedPipes {
    std::mutex mutex;
    std::set<FileIdentity> pipes;
};

ClaimedPipes& claimed_pipes() {
    static ClaimedPipes claimed;
    return claimed;
}

[[noreturn]] void fail(const std::string& name, int error) {
    throw Error(SPEEDQA_INPUT,
                fmt::format("{}: can't be read: {}", name, std::generic_category().message(error)));
}

std::optional<FileIdentity> claim(int pipe, const std::string& name) {
    struct stat status {};
    if (::fstat(pipe, &status) != 0) fail(name, errno);
    if (!S_ISFIFO(status.st_mode) && !S_ISSOCK(status.st_mode)) return std::nullopt;
    const FileIdentity identity{status.st_dev, status.st_ino};
    const std::scoped_lock lock(claimed_pipes().mutex);
    if (!claimed_pipes().pipes.insert(identity).second) {
        throw Error(SPEEDQA_INPUT,
                    fmt::format("{}: the other clip is already read from it; a pipe or standard input "
                                "carries one clip",
                                name));
    }
    return identity;
}

}  // namespace

PipeStream::PipeStream(FileDescriptor pipe, std::string name)
    : ByteStream(std::move(name)), pipe_(std::move(pipe)), wake_(::eventfd(0, EFD_CLOEXEC)) {
    if (!wake_.valid()) fail(this->name(), errno);
    claimed_ = claim(pipe_.number(), this->name());
    ::fcntl(pipe_.number(), F_SETPIPE_SZ, pipe_capacity);
}

PipeStream::~PipeStream() {
    if (!claimed_) return;
    const std::scoped_lock lock(claimed_pipes().mutex);
    claimed_pipes().pipes.erase(*claimed_);
}

void PipeStream::seek(std::int64_t) {
    throw Error(SPEEDQA_INTERNAL, fmt::format("{}: a pipe can't go back", name()));
}

void PipeStream::interrupt() noexcept {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(wake_.number(), &one, sizeof one);
}

void PipeStream::wait() const {
    pollfd waited[2] = {{pipe_.number(), POLLIN, 0}, {wake_.number(), POLLIN, 0}};
    while (::poll(waited, 2, -1) < 0) {
        if (errno != EINTR) fail(name(), errno);
    }
    if (waited[1].revents) throw Error(SPEEDQA_INPUT, fmt::format("{}: reading was interrupted", name()));
}

std::size_t PipeStream::read_pipe(std::span<std::byte> buffer) const {
    while (true) {
        wait();
        const ssize_t got = ::read(pipe_.number(), buffer.data(), buffer.size());
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno != EINTR && errno != EAGAIN) fail(name(), errno);
    }
}

std::span<const std::byte> PipeStream::peeked() const {
    return std::span<const std::byte>(peeked_).subspan(peeked_begin_);
}

std::span<const std::byte> PipeStream::peek(std::size_t count) {
    if (peeked().size() < count) {
        peeked_.erase(peeked_.begin(), peeked_.begin() + static_cast<std::ptrdiff_t>(peeked_begin_));
        peeked_begin_ = 0;
        std::size_t filled = peeked_.size();
        peeked_.resize(count);
        while (filled < count) {
            const std::size_t got = read_pipe(std::span(peeked_).subspan(filled));
            if (got == 0) break;
            filled += got;
        }
        peeked_.resize(filled);
    }
    return peeked().first(std::min(count, peeked().size()));
}

std::size_t PipeStream::read_some(std::span<std::byte> buffer) {
    std::size_t got = std::min(buffer.size(), peeked().size());
    if (got > 0) {
        std::memcpy(buffer.data(), peeked().data(), got);
        peeked_begin_ += got;
    } else if (!buffer.empty()) {
        got = read_pipe(buffer);
    }
    position_ += static_cast<std::int64_t>(got);
    return got;
}

Bytes PipeStream::take(std::size_t count, std::size_t) {
    if (count == 0) return {};
    if (!pool_ || pool_->buffer_size() < count) pool_ = std::make_unique<BufferPool>(count);
    std::shared_ptr<std::byte> buffer = pool_->take();
    std::size_t filled = 0;
    while (filled < count) {
        const std::size_t got = read_some({buffer.get() + filled, count - filled});
        if (got == 0) break;
        filled += got;
    }
    return {buffer.get(), filled, buffer};
}

std::int64_t PipeStream::skip(std::int64_t count) {
    std::byte unwanted[skip_chunk];
    std::int64_t skipped = 0;
    while (skipped < count) {
        const auto chunk = std::min<std::int64_t>(count - skipped, sizeof unwanted);
        const std::size_t got = read_some({unwanted, static_cast<std::size_t>(chunk)});
        if (got == 0) break;
        skipped += static_cast<std::int64_t>(got);
    }
    return skipped;
}

}  // namespace speedqa
