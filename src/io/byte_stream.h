// The bytes of a clip in order, from a regular file, a pipe or standard input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace speedqa {

// Bytes in memory and what keeps them there.
struct Bytes {
    const std::byte* data = nullptr;
    std::size_t size = 0;
    std::shared_ptr<const void> owner;
};

// All functions that read throw Error (input) when the system reports one. Used by one thread at a time.
class ByteStream {
  public:
    explicit ByteStream(std::string name) : name_(std::move(name)) {}
    virtual ~ByteStream() = default;
    ByteStream(const ByteStream&) = delete;
    ByteStream& operator=(const ByteStream&) = delete;

    // How messages name the clip: its path, or "standard input".
    const std::string& name() const { return name_; }

    // Bytes from the start of the clip to the next one.
    std::int64_t position() const { return position_; }

    // The length in bytes, of a regular file. Only such a stream can seek.
    virtual std::optional<std::int64_t> size() const = 0;
    virtual void seek(std::int64_t position) = 0;

    // The next `count` bytes, which stay next; fewer only at the end. Valid until the next call.
    virtual std::span<const std::byte> peek(std::size_t count) = 0;

    // The next `count` bytes, fewer only at the end; the address is a multiple of `alignment`, which is at
    // most 64.
    virtual Bytes take(std::size_t count, std::size_t alignment) = 0;

    // Bytes taken before were looked at and wait for their turn: until they are touched again they need not
    // be in memory.
    virtual void set_aside(const Bytes&) {}

    // Copies the next bytes, as many as are there at once, at most buffer.size(); none only at the end.
    virtual std::size_t read_some(std::span<std::byte> buffer) = 0;

    // Leaves out the next `count` bytes; the result is smaller than `count` only at the end.
    virtual std::int64_t skip(std::int64_t count) = 0;

    // Throws Error (input) if bytes taken before may have changed since: a file became shorter, a disk
    // failed. May be called from any thread.
    virtual void check_given() const {}

    // Makes a call that waits for data, and later ones, throw. May be called from any thread.
    virtual void interrupt() noexcept {}

  protected:
    std::int64_t position_ = 0;

  private:
    std::string name_;
};

// Opens a path, taken literally, or standard input for "-". Throws Error (input): no such file, no
// permission, a directory, a terminal, a pipe that another stream reads.
std::unique_ptr<ByteStream> open_stream(const std::string& path);

// The next line without its end (LF or CR LF), or nothing at the end of the stream. `what` names the line in
// the Error (input) thrown if it is longer than `limit` bytes or cut off.
std::optional<std::string> read_line(ByteStream& stream, std::size_t limit, const std::string& what);

}  // namespace speedqa
