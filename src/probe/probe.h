// Runs the operations of the probe on a device and compares them, word for word, with the right results.
#pragma once

#include <cstdint>
#include <vector>

#include "probe/catalogue.h"
#include "probe/device.h"

namespace speedqa::probe {

// One operand with a wrong result.
struct Example {
    Operands operands{};
    std::uint64_t right = 0;
    std::uint64_t given = 0;
};

struct Row {
    Entry entry;
    std::uint64_t operands = 0;  // compared
    std::uint64_t differ = 0;    // from the right result; every NaN is equal to every other in native rows
    std::uint64_t ulps = 0;  // of the worst one: how many numbers it is from the right one, 2^64-1 for NaN
    Example worst{};
    std::uint64_t telling = 0;  // a*b + c: operands for which fusing shows
    std::uint64_t fused = 0;    // a*b + c: of these, those with the result of one rounding
    double seconds = 0;         // for one operation, that of making its operands included
};

struct Report {
    std::vector<Row> rows;
    bool exact() const;  // no row of ours differs
};

struct Effort {
    std::uint64_t operands = std::uint64_t{1} << 24;  // of each operation, compared
    double least_seconds = 0.02;                      // of a time worth taking
};

// Throws what the device throws.
Report run(Device& device, const Effort& effort);

// The time of the operation beside which a row of ours stands; 0 if there is none.
double native_seconds(const Report& report, const Row& row);

}  // namespace speedqa::probe
