// What a backend gives the probe: a device that runs its operations.
#pragma once

#include <cstdint>
#include <span>

#include "probe/operation_list.h"

namespace speedqa::probe {

enum class Operation {
#define SPEEDQA_ENUMERATOR(name, type) name,
    SPEEDQA_PROBE_OPERATIONS(SPEEDQA_ENUMERATOR)
#undef SPEEDQA_ENUMERATOR
};

inline const char* name_of(Operation operation) {
    static constexpr const char* names[] = {
#define SPEEDQA_NAME(name, type) #name,
        SPEEDQA_PROBE_OPERATIONS(SPEEDQA_NAME)
#undef SPEEDQA_NAME
    };
    return names[static_cast<int>(operation)];
}

// Used by one thread. Functions throw Error (device, out_of_memory).
class Device {
  public:
    virtual ~Device() = default;

    // Whether it runs the operations of SPEEDQA_PROBE_F64_OPERATIONS.
    virtual bool has_binary64() const = 0;

    // results[i] = the operation's word for operand first + i of its set.
    virtual void run(Operation operation, std::uint64_t first, std::span<std::uint64_t> results) = 0;

    // Runs the operation on `count` timed operands, without keeping results, and returns when it is done.
    virtual void repeat(Operation operation, std::uint32_t count) = 0;
};

}  // namespace speedqa::probe
