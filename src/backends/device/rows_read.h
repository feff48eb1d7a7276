// Which rows of a plane the features read: only these are uploaded.
#pragma once

#include <cstddef>
#include <vector>

#include "backends/device/queue.h"
#include "speed/plan.h"

namespace speedqa::device {

// One kind of plane: luma, or chroma. Rows read are packed in ascending order.
struct PlaneShape {
    int width = 0;  // samples; 0 where no feature reads the plane
    int height = 0;
    std::size_t row_bytes = 0;
    std::size_t stride = 0;     // of the packed rows
    std::vector<int> rows;      // that are read, ascending
    std::vector<int> slots;     // of each row: its place among the packed ones, 0 for rows not read
    std::vector<RowRuns> runs;  // the same rows

    std::size_t packed_bytes() const { return stride * rows.size(); }
};

// The shape of luma (plane 0) or chroma (plane 1) for all features of a plan.
PlaneShape plane_shape(const Plan& plan, int plane);

}  // namespace speedqa::device
