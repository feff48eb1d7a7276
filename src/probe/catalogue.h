// What the probe says of its operations, and their right results.
#pragma once

#include <cstdint>
#include <vector>

#include "probe/device.h"
#include "probe/operands.h"
#include "probe/rational.h"

namespace speedqa::probe {

struct Entry {
    Operation operation;
    const char* name;      // that of the operation, for JSON
    const char* text;      // for people
    const char* operands;  // which ones
    bool ours;             // a function of src/exact
    bool binary64;         // for devices with fp64 only
    const Format* format;  // of the result; null: an integer
    Operation beside;      // the device's operation in whose place this one stands, for the time
    Operands (*at)(std::uint64_t n);
    std::uint64_t (*expected)(const Operands& operands);
};

// In the order of the table.
const std::vector<Entry>& catalogue();

// RN32(a*b + c), rounded once: beside the result of two roundings, it tells what a device did.
std::uint64_t fused_f32(const Operands& operands);
std::uint64_t fused_f64(const Operands& operands);

}  // namespace speedqa::probe
