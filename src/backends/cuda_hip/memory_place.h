// Where memory that a caller hands over lies, as CUDA or HIP knows it.
#pragma once

namespace speedqa::gpu {

enum class MemoryKind { ordinary, pinned, device, managed };

struct MemoryPlace {
    MemoryKind kind = MemoryKind::ordinary;  // what the runtime does not know is the host's, from malloc say
    int device = 0;                          // that it is on
    bool mapped = false;                     // pinned, and kernels can read it at its address
};

}  // namespace speedqa::gpu
