// Sends planes of host memory to the device: directly where it can read them, else through staging memory,
// which several threads fill while the link is busy with what they filled before.
#pragma once

#include <condition_variable>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "backends/device/frame_uploads.h"
#include "backends/device/queue.h"

namespace speedqa::device {

// Where the planes of a batch lie: at the same offsets in both.
struct PlaneMemory {
    const PlaneShape* shapes = nullptr;  // luma, chroma
    unsigned char* staging = nullptr;    // in host memory of the queue
    unsigned char* device = nullptr;
};

// Threads that help an engine to fill staging memory: one core can't keep the link busy, and two engines
// share the cores of the machine.
int staging_helpers(unsigned cores);

// Used by one thread at a time.
class PlaneSender {
  public:
    PlaneSender(Queue& queue, int helpers);
    PlaneSender(const PlaneSender&) = delete;
    PlaneSender& operator=(const PlaneSender&) = delete;

    // Returns when the samples are read, but for those that the device reads itself. The staging memory may
    // be in use until Queue::wait. Throws Error of the queue.
    void send(std::span<const PlaneUpload> planes, const PlaneMemory& memory);

  private:
    using Lock = std::unique_lock<std::mutex>;

    void send_directly(const PlaneUpload& plane);
    void help(const std::stop_token& stop);
    bool pack_next(Lock& lock);
    void send_packed(Lock& lock);
    void send_staged();
    void abandon();

    Queue& queue_;
    PlaneMemory memory_;

    std::mutex mutex_;
    std::condition_variable_any work_;        // there are planes to pack
    std::condition_variable_any packed_one_;  // one is packed
    std::vector<const PlaneUpload*> staged_;  // guarded by mutex, like all below
    std::vector<bool> packed_;                // of each staged plane
    std::size_t next_ = 0;                    // to be packed
    std::size_t sent_ = 0;                    // planes that are on their way
    std::size_t packing_ = 0;                 // threads at work

    std::vector<std::jthread> helpers_;  // they use all of the above, so they go first
};

}  // namespace speedqa::device
