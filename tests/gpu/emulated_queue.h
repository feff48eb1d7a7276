// A device made of host threads: runs the kernels' text and launch lists without a GPU.
#pragma once

#include <memory>

#include "backends/device/queue.h"

namespace speedqa::device {

enum class EmulatedArithmetic { native, pairs };

// Groups have `group_size` threads, whatever the launch list says: each result must be the same. Memory is
// filled with a pattern when it is allocated, local memory before every group.
std::unique_ptr<Queue> make_emulated_queue(int group_size, EmulatedArithmetic arithmetic);

}  // namespace speedqa::device
