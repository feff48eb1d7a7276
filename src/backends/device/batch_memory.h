// Where everything of a batch lies: in device memory, and in the host memory that mirrors what is copied.
#pragma once

#include <vector>

#include "backends/device/carver.h"
#include "backends/device/rows_read.h"
#include "kernels/feature_batch.h"

namespace speedqa::device {

// What is copied to the device for each batch, in one piece: where each image comes from, then the planes.
struct UploadArea {
    std::vector<kernels::ImageSource*> sources;  // of each feature: one entry for each image
    std::vector<std::uint32_t*> has_score;       // of each feature: one entry for each pair
    unsigned char* planes = nullptr;             // packed planes, in any order
};

struct BatchSizes {
    int pairs = 0;
    bool binary64 = false;        // the kernels use fp64
    PlaneShape shapes[2];         // luma, chroma
    std::size_t plane_bytes = 0;  // room for the planes of a batch of consecutive pairs
};

BatchSizes batch_sizes(const Plan& plan, int pairs, bool binary64);

// Bytes of one packed plane as it is placed among others.
std::size_t plane_slot_bytes(const PlaneShape& shape);

UploadArea carve_upload(const Plan& plan, const BatchSizes& sizes, Carver& carver);

// The records of all features, [feature][pair].
kernels::PairRecord* carve_records(const Plan& plan, const BatchSizes& sizes, Carver& carver);

// The tables that depend on the plan alone, in one piece of host memory; `batches` get their addresses on the
// device, where the piece will lie at `device_base`.
std::vector<unsigned char> make_tables(const Plan& plan, const BatchSizes& sizes, void* device_base,
                                       std::vector<kernels::FeatureBatch>& batches);

// The arrays that the kernels fill.
void carve_work(const Plan& plan, const BatchSizes& sizes, Carver& carver,
                std::vector<kernels::FeatureBatch>& batches);

}  // namespace speedqa::device
