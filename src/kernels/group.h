// The group interface of the kernels: the threads of one work-group, and where the group lies in the launch.
#pragma once

#include "speed/group.h"

namespace speedqa::kernels {

// What a kernel needs of its group, beyond what a step needs (speed/group.h):
//   x(), y()                the group's place in the launch
//   columns()               groups along x
//   add(counter, amount)    adds to a counter in device memory that other groups add to as well
// Local memory is handed in as a pointer, aligned for double; the launch list says how many bytes.

// All groups along x of a launch as one group, for steps without a barrier that one group is too small for.
template <class Group>
class Row {
  public:
    SPEEDQA_HOST_DEVICE explicit Row(const Group& group) : group_(group) {}
    SPEEDQA_HOST_DEVICE int rank() const { return group_.x() * group_.size() + group_.rank(); }
    SPEEDQA_HOST_DEVICE int size() const { return group_.columns() * group_.size(); }
    SPEEDQA_HOST_DEVICE void barrier() const {}

  private:
    const Group& group_;
};

}  // namespace speedqa::kernels
