// A small run of the probe on the operations that the program was linked with.
#pragma once

#include <gtest/gtest.h>

#include "backends/cpu/cpu_probe.h"
#include "probe/probe.h"

namespace speedqa::probe {

inline constexpr Effort small = {.operands = std::uint64_t{1} << 17, .least_seconds = 1e-4};

inline const Report& report() {
    static const Report made = run(*make_cpu_probe(), small);
    return made;
}

inline const Row& row(Operation operation) {
    for (const Row& each : report().rows)
        if (each.entry.operation == operation) return each;
    throw std::logic_error("no such row");
}

// Operations that were compiled for fma can't run where there is none.
inline bool has_fma() {
#ifdef __x86_64__
    return __builtin_cpu_supports("fma");
#else
    return true;
#endif
}

}  // namespace speedqa::probe
