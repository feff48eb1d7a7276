// Places the planes of a batch in the upload area.
#include "backends/device/frame_uploads.h"

#include <cstdint>

namespace speedqa::device {
namespace {

float sample_scale(int bit_depth) {
    return 1.0f / static_cast<float>(1 << (bit_depth - 8));
}

constexpr std::uintptr_t fast_alignment = 16;  // of what the filters read 16 samples at a time

// True if one feature alone reads planes of this kind, each sample once: reading over the link then costs
// what an upload costs, without its copies.
bool reads_samples_once(const Plan& plan, int shape) {
    int features = 0;
    bool once = true;
    for (const FeaturePlan& feature : plan.features) {
        if ((feature.planes[0] > 0) != (shape > 0)) continue;
        ++features;
        once = once && feature.request.feature != Feature::speed_temporal && has_fast_filter(feature.tables);
    }
    return features == 1 && once;
}

}  // namespace

FrameUploads::FrameUploads(const Plan& plan, const BatchSizes& sizes, Queue* queue)
    : plan_(plan), sizes_(sizes), queue_(queue) {
    for (int shape = 0; shape < 2; ++shape) in_place_[shape] = queue && reads_samples_once(plan, shape);
}

void FrameUploads::start(const UploadArea& area, const unsigned char* device_planes) {
    area_ = area;
    device_planes_ = device_planes;
    planes_.clear();
    marks_.clear();
    aligned_ = true;
    used_ = in_place_bytes_ = 0;
    pairs_ = 0;
}

bool FrameUploads::add(const FramePair& pair) {
    if (pairs_ == sizes_.pairs) return false;
    const std::size_t planes_before = planes_.size();
    const std::size_t used_before = used_;
    for (std::size_t i = 0; i < plan_.features.size(); ++i) add_images(plan_.features[i], i, pair);
    if (used_ > sizes_.plane_bytes) {
        planes_.resize(planes_before);
        used_ = used_before;
        return false;
    }
    ++pairs_;
    return true;
}

void FrameUploads::add_images(const FeaturePlan& feature, std::size_t feature_index, const FramePair& pair) {
    const bool temporal = feature.request.feature == Feature::speed_temporal;
    const bool has_score = !temporal || pair.previous_reference;
    area_.has_score[feature_index][pairs_] = has_score ? 1 : 0;
    kernels::ImageSource* source = area_.sources[feature_index] + pairs_ * feature.image_count();
    for (int image = 0; image < feature.image_count(); ++image) {
        const int plane = feature.planes[image / 2];
        const bool distorted = image % 2 == 1;
        const Frame& frame = distorted ? pair.distorted : pair.reference;
        kernels::ImageSource& to = source[image];
        to = {};
        if (!temporal) {
            to.current = place(frame, plane);
            continue;
        }
        const Frame& subtracted = distorted && feature.request.options.use_ref_diff ? pair.reference : frame;
        const Frame& previous = distorted ? pair.previous_distorted : pair.previous_reference;
        to.current = place(subtracted, plane);
        to.previous = has_score ? place(previous, plane) : to.current;
    }
}

kernels::SourcePlane FrameUploads::place(const Frame& frame, int plane) {
    if (frame.device) return place_on_device(frame, plane);
    const PlaneView& view = frame.view.planes[plane];
    if (!is_read_in_place(view, plane)) return place_upload(view, plane);
    in_place_bytes_ += plane_slot_bytes(sizes_.shapes[plane > 0 ? 1 : 0]);
    return {static_cast<const unsigned char*>(view.data), view.stride, bytes_per_sample(plan_.format), 0,
            sample_scale(plan_.format.bit_depth)};
}

bool FrameUploads::is_read_in_place(const PlaneView& view, int plane) const {
    const auto low_bits =
        reinterpret_cast<std::uintptr_t>(view.data) | static_cast<std::uintptr_t>(view.stride);
    return in_place_[plane > 0 ? 1 : 0] && low_bits % fast_alignment == 0 &&
           queue_->reads_in_place(view.data);
}

kernels::SourcePlane FrameUploads::place_on_device(const Frame& frame, int plane) {
    const PlaneView& view = frame.view.planes[plane];
    const int step = frame.device->step[plane];
    const std::shared_ptr<void>& mark = frame.device->mark;
    if (mark && (marks_.empty() || marks_.back() != mark)) marks_.push_back(mark);
    const auto low_bits =
        reinterpret_cast<std::uintptr_t>(view.data) | static_cast<std::uintptr_t>(view.stride);
    aligned_ = aligned_ && low_bits % fast_alignment == 0 && step == bytes_per_sample(plan_.format);
    const int depth = frame.device->high_bits ? 16 : plan_.format.bit_depth;
    return {static_cast<const unsigned char*>(view.data), view.stride, step, 0, sample_scale(depth)};
}

// A plane of the batch is found again by its memory, newest first: mostly it is one of the pair before.
kernels::SourcePlane FrameUploads::place_upload(const PlaneView& view, int plane) {
    const int shape = plane > 0 ? 1 : 0;
    const PlaneShape& rows = sizes_.shapes[shape];
    const PlaneUpload* found = nullptr;
    for (std::size_t i = planes_.size(); i-- > 0 && !found;)
        if (planes_[i].from.data == view.data && planes_[i].from.stride == view.stride &&
            planes_[i].shape == shape)
            found = &planes_[i];
    if (!found) {
        planes_.push_back({view, shape, used_});
        used_ += plane_slot_bytes(rows);
        found = &planes_.back();
    }
    return {device_planes_ + found->offset, static_cast<std::int64_t>(rows.stride),
            bytes_per_sample(plan_.format), 1, sample_scale(plan_.format.bit_depth)};
}

}  // namespace speedqa::device
