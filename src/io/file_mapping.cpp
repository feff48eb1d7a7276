// A part of a file in memory, which may be read even if the file becomes shorter meanwhile.
#include "io/file_mapping.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace speedqa {
namespace {

// The mappings that the handler looks after. It can't wait for a lock, so each is a row of atomics. A row is
// taken from the moment that `end` is not 0; it is set before the pages can be touched and cleared after.
struct Row {
    std::atomic<std::uintptr_t> end = 0;
    std::atomic<std::uintptr_t> begin = 0;
    std::atomic<std::atomic<bool>*> lost = nullptr;
};

constexpr int most_mappings = 512;
Row table[most_mappings];
static_assert(std::atomic<std::uintptr_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

struct sigaction action_before;

int take_row(std::byte* data, std::size_t length, std::atomic<bool>* lost) {
    const auto begin = reinterpret_cast<std::uintptr_t>(data);
    for (int slot = 0; slot < most_mappings; ++slot) {
        std::uintptr_t free = 0;
        if (!table[slot].end.compare_exchange_strong(free, begin + length)) continue;
        table[slot].lost = lost;
        table[slot].begin = begin;
        return slot;
    }
    return -1;
}

void leave_row(int slot) {
    table[slot].begin = 0;
    table[slot].end = 0;
}

// The page is in a mapping that a frame of this thread keeps, so its row does not change meanwhile.
const Row* row_of(std::uintptr_t address) {
    for (const Row& row : table) {
        const std::uintptr_t begin = row.begin;
        if (begin != 0 && address >= begin && address < row.end) return &row;
    }
    return nullptr;
}

// Zeros from the page of `address` to the end of the mapping: what lies behind a missing page is missing too.
bool put_zeros(const Row& row, std::uintptr_t address) {
    const std::uintptr_t page = address - address % static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    void* const start = reinterpret_cast<void*>(page);
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
    return ::mmap(start, row.end - page, PROT_READ, flags, -1, 0) == start;
}

// Whatever is not ours goes to the handler that was there before: returning repeats the access.
extern "C" void replace_missing_pages(int, siginfo_t* signal, void*) {
    const int error = errno;
    const auto address = reinterpret_cast<std::uintptr_t>(signal->si_addr);
    const Row* row = signal->si_code > 0 ? row_of(address) : nullptr;
    if (row) row->lost.load()->store(true);
    if (!row || !put_zeros(*row, address)) {
        ::sigaction(SIGBUS, &action_before, nullptr);
        if (signal->si_code <= 0) ::raise(SIGBUS);  // sent by a process, so it does not come again
    }
    errno = error;
}

bool install_handler() {
    struct sigaction action = {};
    action.sa_sigaction = replace_missing_pages;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    return ::sigaction(SIGBUS, &action, &action_before) == 0;
}

}  // namespace

FileMapping::FileMapping(std::int64_t begin, std::int64_t end, Lost lost)
    : begin_(begin), end_(end), lost_(std::move(lost)) {}

std::shared_ptr<const FileMapping> FileMapping::make(int file, std::int64_t begin, std::int64_t end,
                                                     Lost lost) {
    static const bool guarded = install_handler();
    if (!guarded) return nullptr;
    std::shared_ptr<FileMapping> mapping(new FileMapping(begin, end, std::move(lost)));
    void* address = ::mmap(nullptr, mapping->length(), PROT_READ, MAP_SHARED, file, begin);
    if (address == MAP_FAILED) return nullptr;
    mapping->data_ = static_cast<std::byte*>(address);
    mapping->slot_ = take_row(mapping->data_, mapping->length(), mapping->lost_.get());
    return mapping->slot_ < 0 ? nullptr : mapping;
}

void FileMapping::set_aside() const {
    ::madvise(data_, length(), MADV_DONTNEED);
}

FileMapping::~FileMapping() {
    if (slot_ >= 0) leave_row(slot_);
    if (data_) ::munmap(data_, length());
}

}  // namespace speedqa
