// Where a result goes.
#include "report/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <random>

#include "api/error.h"

namespace speedqa {
namespace {

constexpr std::size_t buffer_bytes = 1 << 16;

// The name of the file that a signal must remove; set before the file is made, so that no moment is left out.
std::atomic<const char*> unfinished{nullptr};
static_assert(std::atomic<const char*>::is_always_lock_free);

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
    throw Error(SPEEDQA_OUTPUT, fmt::format("--output {}: {}", path, reason));
}

std::optional<struct stat> status_of(const std::string& path) {
    struct stat status;
    if (::stat(path.c_str(), &status) == 0) return status;
    return std::nullopt;
}

bool names_standard_output(const std::string& path) {
    return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
}

void refuse_input(const std::string& path, const struct stat& output, std::span<const std::string> inputs) {
    for (const std::string& input : inputs) {
        const std::optional<struct stat> status = status_of(input);
        if (status && status->st_dev == output.st_dev && status->st_ino == output.st_ino) {
            refuse(path, "this is the input " + input);
        }
    }
}

std::string follow_links(const std::string& path) {
    std::error_code error;
    const std::filesystem::path target = std::filesystem::canonical(path, error);
    return error ? path : target.string();
}

std::string temporary_name(const std::string& target) {
    const std::filesystem::path path(target);
    std::random_device random;
    const std::string name = fmt::format(".speedqa-{:08x}{:08x}.tmp", random(), random());
    return (path.parent_path() / name).string();
}

// The access rights of the file that is replaced, or those that the umask leaves to a new one.
void keep_mode(int descriptor, const std::string& target) {
    if (const std::optional<struct stat> older = status_of(target))
        ::fchmod(descriptor, older->st_mode & 07777);
}

// For a pipe that whoever started us made non-blocking.
bool wait_until_writable(int descriptor) {
    pollfd request = {descriptor, POLLOUT, 0};
    return ::poll(&request, 1, -1) >= 0 || errno == EINTR;
}

}  // namespace

OutputFile::OutputFile(const std::string& path, std::span<const std::string> inputs) : path_(path) {
    standard_output_ = names_standard_output(path);
    if (standard_output_) {
        direct_ = true;
        descriptor_ = STDOUT_FILENO;
        return;
    }
    if (path.empty()) refuse("''", "must be a file name");
    const std::optional<struct stat> status = status_of(path);
    if (status) {
        if (S_ISDIR(status->st_mode)) refuse(path, "is a directory");
        if (!S_ISCHR(status->st_mode)) refuse_input(path, *status, inputs);
        if (::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) fail(errno);
    }
    direct_ =
        (status && !S_ISREG(status->st_mode)) || path.starts_with("/dev/") || path.starts_with("/proc/");
    if (direct_) {
        descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
        if (descriptor_ < 0) fail(errno);
        return;
    }
    target_ = follow_links(path);
    open_temporary();
    remove_temporary();
}

OutputFile::~OutputFile() {
    if (!temporary_.empty()) remove_temporary();
    if (direct_ && !standard_output_ && descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::open_temporary() {
    temporary_ = temporary_name(target_);
    unfinished = temporary_.c_str();
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) return;
    const int error_number = errno;
    unfinished = nullptr;
    temporary_.clear();
    fail(error_number);
}

void OutputFile::remove_temporary() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
    ::unlink(temporary_.c_str());
    unfinished = nullptr;
    temporary_.clear();
}

void OutputFile::write(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() >= buffer_bytes) write_buffer();
}

void OutputFile::write_buffer() {
    if (descriptor_ < 0) open_temporary();
    std::string_view rest = buffer_;
    while (!rest.empty()) {
        const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno == EAGAIN && wait_until_writable(descriptor_)) continue;
        if (written < 0) fail(errno);
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    buffer_.clear();
}

void OutputFile::finish() {
    write_buffer();
    if (direct_) return close();
    keep_mode(descriptor_, target_);
    if (::fsync(descriptor_) != 0) fail(errno);
    close();
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
    unfinished = nullptr;
    temporary_.clear();
}

void OutputFile::close() {
    if (standard_output_) return;
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (::close(descriptor) != 0) fail(errno);
}

void OutputFile::fail(int error_number) const {
    if (standard_output_)
        throw Error(SPEEDQA_OUTPUT,
                    fmt::format("standard output: can't be written: {}", std::strerror(error_number)));
    refuse(path_, fmt::format("can't be written: {}", std::strerror(error_number)));
}

void remove_unfinished_output() noexcept {
    if (const char* path = unfinished.load()) ::unlink(path);
}

}  // namespace speedqa
