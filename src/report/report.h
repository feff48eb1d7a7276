// What a run found out about a pair of clips: the clips, the device, the scores of each frame, and where it
// stopped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "speed/format.h"

namespace speedqa {

struct ReportClip {
    std::string path;
    std::string container;
    std::optional<std::int64_t> frames;  // in the clip, where known
    std::int64_t skipped = 0;            // frames left out at its start
};

// The scores of the scored frames, in order. A score that is not a finite number is absent.
class ScoreTable {
  public:
    explicit ScoreTable(std::vector<std::string> names) : names_(std::move(names)) {}

    // `scores` has one entry for each name.
    void add(std::int64_t frame, std::span<const std::optional<float>> scores);

    const std::vector<std::string>& names() const { return names_; }
    std::size_t size() const { return frames_.size(); }
    std::int64_t frame(std::size_t row) const { return frames_[row]; }
    std::optional<float> score(std::size_t row, std::size_t column) const {
        return scores_[row * names_.size() + column];
    }

  private:
    std::vector<std::string> names_;
    std::vector<std::int64_t> frames_;
    std::vector<std::optional<float>> scores_;  // rows of names_.size()
};

// Sums over the scored frames.
struct ScoreStatistics {
    std::int64_t singular_frames = 0;    // with an image whose covariance matrix is singular
    std::int64_t singular_images = 0;    // of the two or four of each frame and feature
    std::int64_t qr_limit_images = 0;    // whose QR iteration stopped at its limit of steps
    std::int64_t not_finite_frames = 0;  // with a score that is absent
    std::int64_t fallbacks = 0;          // results that took an exact slow path
};

// The run ended before both clips did.
struct EarlyStop {
    std::int64_t frame = 0;  // the first that is not scored, counted as in the scores
    std::string reason;
};

struct Report {
    ReportClip reference;
    ReportClip distorted;
    FrameFormat format;
    std::string backend;
    int device_index = 0;
    std::vector<int> more_devices;  // that scored beside it
    std::string device;
    int subsample = 1;
    std::optional<double>
        frames_per_second;  // frame pairs read and scored in a second; absent if too quick to tell
    std::optional<EarlyStop> stopped;
    ScoreStatistics statistics;
    ScoreTable scores{{}};
};

}  // namespace speedqa
