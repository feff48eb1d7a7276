// Opens the bytes of a clip and says in plain words why that fails.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "api/error.h"
#include "io/byte_stream.h"
#include "io/file_descriptor.h"
#include "io/file_stream.h"
#include "io/pipe_stream.h"

namespace speedqa {
namespace {

// "FRAME\n": a pipe whose writer waits is not asked for more than the line that must be there.
constexpr std::size_t shortest_line = 6;

[[noreturn]] void fail(const std::string& name, const std::string& reason) {
    throw Error(SPEEDQA_INPUT, fmt::format("{}: {}", name, reason));
}

std::string reason_of(int error) {
    switch (error) {
        case ENOENT:
            return "no such file";
        case EACCES:
            return "no permission to read it";
        case EBADF:
            return "is closed";
        default:
            return "can't be opened: " + std::generic_category().message(error);
    }
}

// Standard input is read through a descriptor of our own, so that closing the stream leaves 0 open.
FileDescriptor open_descriptor(const std::string& path, const std::string& name) {
    FileDescriptor file(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                                    : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    if (!file.valid()) fail(name, reason_of(errno));
    return file;
}

}  // namespace

std::unique_ptr<ByteStream> open_stream(const std::string& path) {
    const std::string name = path == "-" ? "standard input" : path;
    FileDescriptor file = open_descriptor(path, name);
    struct stat status {};
    if (::fstat(file.number(), &status) != 0) fail(name, reason_of(errno));
    if (S_ISDIR(status.st_mode)) fail(name, "is a directory, not a clip");
    if (::isatty(file.number())) fail(name, "is a terminal; give a file, or pipe a clip into it");
    // Files without a length may still have content, as those of /proc do.
    const bool has_length = S_ISREG(status.st_mode) && status.st_size > 0;
    if (has_length && ::lseek(file.number(), 0, SEEK_CUR) == 0) {
        return std::make_unique<FileStream>(std::move(file), name, status.st_size);
    }
    return std::make_unique<PipeStream>(std::move(file), name);
}

std::optional<std::string> read_line(ByteStream& stream, std::size_t limit, const std::string& what) {
    std::size_t searched = 0;
    for (std::size_t count = shortest_line; true; count = std::min(2 * count, limit)) {
        const std::span<const std::byte> bytes = stream.peek(count);
        const auto end =
            std::find(bytes.begin() + static_cast<std::ptrdiff_t>(searched), bytes.end(), std::byte{'\n'});
        if (end != bytes.end()) {
            std::string line(reinterpret_cast<const char*>(bytes.data()),
                             static_cast<std::size_t>(end - bytes.begin()));
            stream.skip(static_cast<std::int64_t>(line.size()) + 1);
            if (line.ends_with('\r')) line.pop_back();
            return line;
        }
        if (bytes.empty()) return std::nullopt;
        if (bytes.size() < count) fail(stream.name(), fmt::format("{} is cut off", what));
        if (count == limit) fail(stream.name(), fmt::format("{} is longer than {} bytes", what, limit));
        searched = bytes.size();
    }
}

}  // namespace speedqa
