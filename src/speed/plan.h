// Everything that depends on the frame format and the options alone, worked out once: sizes, weights,
// constants.
#pragma once

#include <vector>

#include "speed/format.h"
#include "speed/options.h"
#include "speed/tables.h"

namespace speedqa {

// The plan of one feature. `tables` points into the vectors beside it.
struct FeaturePlan {
    FeatureRequest request;
    int plane_count = 0;  // 2 (U, V) or 1 (luma)
    int planes[2] = {};   // indices into FrameView::planes
    ImageTables tables;

    std::vector<float> filter_weights;
    std::vector<float> mean_weights;
    std::vector<int> column_index;
    std::vector<float> column_weight;
    std::vector<int> row_index;
    std::vector<float> row_weight;

    FeaturePlan() = default;
    FeaturePlan(const FeaturePlan&) = delete;
    FeaturePlan& operator=(const FeaturePlan&) = delete;
    FeaturePlan(FeaturePlan&&) = default;
    FeaturePlan& operator=(FeaturePlan&&) = default;

    int image_count() const { return 2 * plane_count; }
};

struct Plan {
    FrameFormat format;
    std::vector<FeaturePlan> features;
};

// Throws Error where the format or a request is not acceptable (see check_format and check_request).
Plan make_plan(const FrameFormat& format, const std::vector<FeatureRequest>& requests);

}  // namespace speedqa
