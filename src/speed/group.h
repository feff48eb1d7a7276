// The group interface: the threads that work on one image together. Steps are written against it once; the
// plain CPU version is a group of one, a GPU's is a warp or a work-group.
#pragma once

#include "exact/host_device.h"

namespace speedqa {

// A group of one. Steps need of any group: rank() < size(), and barrier(), after which all members see what
// any of them wrote before. Work is dealt out as `for (int i = group.rank(); i < count; i += group.size())`;
// each result is computed by one member in the reference's order, so the bits do not depend on the size.
struct SerialGroup {
    SPEEDQA_HOST_DEVICE int rank() const { return 0; }
    SPEEDQA_HOST_DEVICE int size() const { return 1; }
    SPEEDQA_HOST_DEVICE void barrier() const {}
};

}  // namespace speedqa
