// What a backend gives the device engine: memory of one device, and one queue of copies and launches in
// order.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "backends/device/launch_list.h"

namespace speedqa::device {

// Runs of rows in a plane: `count` runs of `length` rows, `spacing` rows from the first row of one to that of
// the next.
struct RowRuns {
    int first;
    int length;
    int spacing;
    int count;
};

// Used by one thread at a time. Functions throw Error (device, out_of_memory) that names the device. Copies
// and launches return before they are done, in order; wait() ends when all are.
class Queue {
  public:
    virtual ~Queue() = default;

    // True if the kernels are run in arithmetic with fp64.
    virtual bool has_binary64() const = 0;

    // Groups that run side by side on the device; 0 if that is not to decide on the size of batches.
    virtual int compute_units() const { return 0; }

    // Bytes that can be allocated on the device, as far as it tells.
    virtual std::size_t free_memory() = 0;
    virtual void* allocate_device(std::size_t bytes) = 0;
    virtual void free_device(void* memory) noexcept = 0;

    // Memory of the host that the device reads at full speed.
    virtual void* allocate_host(std::size_t bytes) = 0;
    virtual void free_host(void* memory) noexcept = 0;

    // True if upload_runs may read this memory of the caller.
    virtual bool reads_directly(const void* memory) = 0;

    // True if kernels may read this memory of the caller where it lies, at the speed of the link.
    virtual bool reads_in_place(const void*) { return false; }

    virtual void upload(void* to, const void* from, std::size_t bytes) = 0;

    // Rows of `width` bytes, `from_stride` bytes apart, to rows `to_stride` bytes apart without gaps between
    // runs; `from` is row 0.
    virtual void upload_runs(void* to, std::size_t to_stride, const void* from, std::ptrdiff_t from_stride,
                             std::size_t width, const RowRuns& runs) = 0;
    virtual void download(void* to, const void* from, std::size_t bytes) = 0;

    // What follows begins when the work before a mark of Backend::mark is done.
    virtual void wait_for(const std::shared_ptr<void>& mark) = 0;

    virtual void launch(std::span<const Chain> chains) = 0;

    // Records the launches, to be repeated by replay(). False where the device has no such graphs.
    virtual bool record(std::span<const Chain> chains) = 0;
    virtual void replay() = 0;

    virtual void wait() = 0;

    // Runs a chain of one launch and waits for it: the milliseconds that it took. Here the host's clock
    // tells, with what launching and waiting cost; a queue that can ask its device tells better.
    virtual double timed_launch(const Chain& chain);
};

}  // namespace speedqa::device
