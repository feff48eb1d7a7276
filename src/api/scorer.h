// Scores the frame pairs of two clips: batches them, runs them on the engines of a backend, keeps results in
// order.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backends/backend.h"
#include "speed/options.h"

namespace speedqa {

struct ScorerSettings {
    std::string backend = "auto";   // "auto", "cpu", "sycl", "cuda", "hip"
    int device = -1;                // DeviceInfo::index; -1: the first usable device
    std::vector<int> more_devices;  // of the same backend, that score beside it; one may be named twice
    int threads = 0;                // CPU engines; 0: one for each core
    int batch = 0;                  // frame pairs scored together; 0: the backend chooses
    int subsample = 1;              // score every n-th frame
    bool graph = true;              // replay recorded command graphs where the device can
    bool profile = false;           // measure each kernel: one engine, see EngineSettings
};

struct FrameResult {
    std::int64_t frame = 0;
    std::vector<PairResult> features;  // in the order of the requests
};

class Scorer {
  public:
    // Throws Error: invalid_argument, unsupported, too_small for the format and requests; device,
    // unsupported, out_of_memory for the backend.
    Scorer(const FrameFormat& format, const std::vector<FeatureRequest>& requests,
           const ScorerSettings& settings);
    ~Scorer();
    Scorer(const Scorer&) = delete;
    Scorer& operator=(const Scorer&) = delete;

    const std::vector<FeatureRequest>& requests() const;
    const std::vector<std::string>& score_names() const;  // of all requests, in order
    const DeviceInfo& device() const;
    int batch() const;
    int engines() const;         // that score side by side
    bool replays_graph() const;  // see Engine

    // See Engine. To be called after flush().
    std::vector<KernelTime> take_kernel_times();
    std::size_t uploaded_bytes() const;  // by the engine that uploaded most

    // See Backend::link_seconds, of the first device.
    double link_seconds(std::size_t bytes) const;

    // A copy of a frame in memory that the first device reads at full speed. Throws Error (unsupported) where
    // the backend has none, Error (device, out_of_memory).
    Frame copy_to(FrameMemory memory, const Frame& frame) const;

    // What a user should know of the engines, one line each; mostly empty. To be called before the first push
    // or after flush(): a device may run out of memory on its way.
    std::vector<std::string> notes() const;

    // The next frame of both clips. Shares the samples until they are scored; waits while too many frames are
    // in flight. Throws the Error of a batch that failed before.
    void push(Frame reference, Frame distorted);

    // A mark for frames in the memory of the device that scores, see Backend::mark. Throws Error
    // (unsupported) where that is not possible: the backend reads host memory, or several devices score.
    std::shared_ptr<void> mark(void* stream) const;

    // Throws Error (invalid_argument) where a plane of a frame lies in memory that the scoring device can't
    // read, see Backend::unreadable_memory; `where` opens the message.
    void require_readable(const Frame& frame, const std::string& where) const;

    // Waits until all frames pushed are scored. Throws the Error of a batch that failed.
    void flush();

    // The next scored frame in order, if it is there: never waits. Frames before a failed batch stay
    // available.
    std::optional<FrameResult> next_result();

    // True if `frame` is one of those that are scored (subsample).
    bool is_scored(std::int64_t frame) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// The scores of one frame, in the order of score_names; an absent one is not finite.
std::vector<std::optional<float>> scores_of(const FrameResult& result,
                                            const std::vector<FeatureRequest>& requests);

// Every device of every backend, usable or not.
std::vector<DeviceInfo> list_devices();

}  // namespace speedqa
