// The result of a run as a table for people.
#pragma once

#include <string>

#include "report/report.h"

namespace speedqa::cli {

struct TableStyle {
    int width = 80;       // columns
    bool unicode = true;  // else ASCII
};

// The clips, their format, the device, and a row for each score: min, max, mean, harmonic mean, the scores
// over time.
std::string summary_table(const Report& report, TableStyle style);

}  // namespace speedqa::cli
