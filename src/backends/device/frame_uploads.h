// Places the planes of a batch in the upload area, each distinct plane once.
#pragma once

#include <span>
#include <vector>

#include "backends/backend.h"
#include "backends/device/batch_memory.h"
#include "backends/device/queue.h"

namespace speedqa::device {

// A plane in host memory, and the place of its rows among the planes of the upload area.
struct PlaneUpload {
    PlaneView from;
    int shape = 0;  // 0 luma, 1 chroma
    std::size_t offset = 0;
};

// The planes of one batch.
class FrameUploads {
  public:
    // With a queue, planes that its kernels had better read where they lie are not uploaded.
    FrameUploads(const Plan& plan, const BatchSizes& sizes, Queue* queue = nullptr);

    // Starts a batch that is written to `area`, mirrored on the device with its planes at `device_planes`.
    void start(const UploadArea& area, const unsigned char* device_planes);

    // Adds a pair and fills in its sources; false if its planes do not fit any more.
    bool add(const FramePair& pair);

    std::span<const PlaneUpload> planes() const { return planes_; }

    // Marks of the frames that are in the device's memory already.
    std::span<const std::shared_ptr<void>> marks() const { return marks_; }

    // True if all planes can be read 16 samples at a time.
    bool aligned() const { return aligned_; }

    std::size_t plane_bytes() const { return used_; }

    // The same and what is read in place: bytes that the link carries.
    std::size_t link_bytes() const { return used_ + in_place_bytes_; }
    int pairs() const { return pairs_; }

  private:
    void add_images(const FeaturePlan& feature, std::size_t feature_index, const FramePair& pair);
    kernels::SourcePlane place(const Frame& frame, int plane);
    kernels::SourcePlane place_on_device(const Frame& frame, int plane);
    bool is_read_in_place(const PlaneView& view, int plane) const;
    kernels::SourcePlane place_upload(const PlaneView& view, int plane);

    const Plan& plan_;
    const BatchSizes& sizes_;
    Queue* queue_;
    bool in_place_[2] = {};  // luma, chroma: may be read in place
    UploadArea area_;
    const unsigned char* device_planes_ = nullptr;
    std::vector<PlaneUpload> planes_;
    std::vector<std::shared_ptr<void>> marks_;
    bool aligned_ = true;
    std::size_t used_ = 0;
    std::size_t in_place_bytes_ = 0;
    int pairs_ = 0;
};

}  // namespace speedqa::device
