// Sends planes of host memory to the device.
#include "backends/device/plane_sender.h"

#include <algorithm>
#include <cstring>

namespace speedqa::device {
namespace {

// What is packed is sent in pieces of about this size.
constexpr std::size_t upload_piece = std::size_t{4} << 20;

// A plane's two copies cost about what one core needs to pack so much.
constexpr std::size_t least_direct_bytes = std::size_t{64} << 10;

std::size_t row_offset(const PlaneShape& shape, int row) {
    return shape.stride * static_cast<std::size_t>(shape.slots[static_cast<std::size_t>(row)]);
}

// Rows that lie as close in the plane as they are to lie are copied together, run by run.
void pack_rows(const PlaneShape& shape, const PlaneView& from, unsigned char* to) {
    const auto* data = static_cast<const unsigned char*>(from.data);
    if (from.stride != static_cast<std::ptrdiff_t>(shape.row_bytes) || shape.stride != shape.row_bytes) {
        for (const int row : shape.rows) {
            std::memcpy(to, data + row * from.stride, shape.row_bytes);
            to += shape.stride;
        }
        return;
    }
    for (const RowRuns& runs : shape.runs)
        for (int run = 0; run < runs.count; ++run) {
            const std::size_t bytes = shape.stride * static_cast<std::size_t>(runs.length);
            std::memcpy(to, data + (runs.first + run * runs.spacing) * from.stride, bytes);
            to += bytes;
        }
}

}  // namespace

int staging_helpers(unsigned cores) {
    constexpr unsigned most = 7;
    return static_cast<int>(std::min(cores / 4, most));
}

PlaneSender::PlaneSender(Queue& queue, int helpers) : queue_(queue) {
    for (int i = 0; i < helpers; ++i)
        helpers_.emplace_back([this](const std::stop_token& stop) { help(stop); });
}

void PlaneSender::send(std::span<const PlaneUpload> planes, const PlaneMemory& memory) {
    std::vector<const PlaneUpload*> staged;
    memory_ = memory;  // helpers read it behind the lock below
    for (const PlaneUpload& plane : planes) {
        const bool large = memory.shapes[plane.shape].packed_bytes() >= least_direct_bytes;
        if (large && queue_.reads_directly(plane.from.data))
            send_directly(plane);
        else
            staged.push_back(&plane);
    }
    {
        const Lock lock(mutex_);
        staged_ = std::move(staged);
        packed_.assign(staged_.size(), false);
        next_ = sent_ = 0;
    }
    work_.notify_all();
    try {
        send_staged();
    } catch (...) {
        abandon();
        throw;
    }
}

void PlaneSender::send_directly(const PlaneUpload& plane) {
    const PlaneShape& shape = memory_.shapes[plane.shape];
    for (const RowRuns& runs : shape.runs)
        queue_.upload_runs(memory_.device + plane.offset + row_offset(shape, runs.first), shape.stride,
                           plane.from.data, plane.from.stride, shape.row_bytes, runs);
}

void PlaneSender::send_staged() {
    Lock lock(mutex_);
    while (sent_ < staged_.size()) {
        if (!pack_next(lock)) packed_one_.wait(lock, [this] { return packed_[sent_]; });
        send_packed(lock);
    }
}

void PlaneSender::help(const std::stop_token& stop) {
    Lock lock(mutex_);
    while (work_.wait(lock, stop, [this] { return next_ < staged_.size(); })) pack_next(lock);
}

// False if there is none.
bool PlaneSender::pack_next(Lock& lock) {
    if (next_ == staged_.size()) return false;
    const std::size_t place = next_++;
    const PlaneUpload& plane = *staged_[place];
    ++packing_;
    lock.unlock();
    pack_rows(memory_.shapes[plane.shape], plane.from, memory_.staging + plane.offset);
    lock.lock();
    --packing_;
    packed_[place] = true;
    packed_one_.notify_all();
    return true;
}

// The packed planes that lie one after the other, once they make a piece or nothing follows them.
void PlaneSender::send_packed(Lock& lock) {
    while (sent_ < staged_.size() && packed_[sent_]) {
        const std::size_t begin = staged_[sent_]->offset;
        std::size_t end = begin;
        std::size_t count = sent_;
        while (count < staged_.size() && packed_[count] && staged_[count]->offset == end)
            end += plane_slot_bytes(memory_.shapes[staged_[count++]->shape]);
        const bool grows = next_ < staged_.size() && staged_[count]->offset == end;
        if (grows && end - begin < upload_piece) return;
        sent_ = count;
        lock.unlock();
        queue_.upload(memory_.device + begin, memory_.staging + begin, end - begin);
        lock.lock();
    }
}

// Nobody reads the planes any more.
void PlaneSender::abandon() {
    Lock lock(mutex_);
    next_ = staged_.size();
    packed_one_.wait(lock, [this] { return packing_ == 0; });
}

}  // namespace speedqa::device
