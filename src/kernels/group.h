// The group interface of the kernels: the threads of one work-group, and where the group lies in the launch.
#pragma once

#include "kernels/unroll.h"
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

// write(i, read(i)) for 0 <= i < count, dealt out to the group. Several reads are under way before the first
// write: a compiler that can't tell their memory apart would keep their order.
template <class Group, class Read, class Write>
SPEEDQA_HOST_DEVICE void copy_values(const Group& group, int count, const Read& read, const Write& write) {
    constexpr int read_ahead = 8;
    for (int base = group.rank(); base < count; base += read_ahead * group.size()) {
        float values[read_ahead];
        SPEEDQA_UNROLL
        for (int k = 0; k < read_ahead; ++k) {
            const int i = base + k * group.size();
            values[k] = i < count ? read(i) : 0.0f;
        }
        SPEEDQA_UNROLL
        for (int k = 0; k < read_ahead; ++k) {
            const int i = base + k * group.size();
            if (i < count) write(i, values[k]);
        }
    }
}

}  // namespace speedqa::kernels
