// Which rows of a plane the features read.
#include "backends/device/rows_read.h"

#include "speed/small_image.h"

namespace speedqa::device {
namespace {

void mark_source_rows(const PrescaleTables& prescale, int scaled_row, std::vector<bool>& read) {
    if (prescale.taps == 0) {
        read[static_cast<std::size_t>(scaled_row)] = true;
        return;
    }
    for (int tap = 0; tap < prescale.taps; ++tap)
        read[static_cast<std::size_t>(prescale.row_index[scaled_row * prescale.taps + tap])] = true;
}

void mark_rows(const ImageTables& tables, std::vector<bool>& read) {
    const int last = tables.scaled_height - 1;
    for (int row = 0; row < tables.small_height; ++row)
        for (int tap = 0; tap < tables.filter_taps; ++tap)
            mark_source_rows(tables.prescale,
                             mirror_index(decimation * row - tables.filter_taps / 2 + tap, last), read);
}

// Equal runs at equal distances become one entry.
std::vector<RowRuns> runs_of(const std::vector<int>& rows) {
    std::vector<RowRuns> runs;
    for (std::size_t i = 0; i < rows.size();) {
        std::size_t end = i + 1;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1) ++end;
        const int first = rows[i];
        const int length = static_cast<int>(end - i);
        i = end;
        if (!runs.empty() && runs.back().length == length) {
            RowRuns& last = runs.back();
            const int distance = first - (last.first + (last.count - 1) * last.spacing);
            if (last.count == 1) last.spacing = distance;
            if (last.spacing == distance) {
                ++last.count;
                continue;
            }
        }
        runs.push_back({first, length, 0, 1});
    }
    return runs;
}

}  // namespace

PlaneShape plane_shape(const Plan& plan, int plane) {
    PlaneShape shape;
    std::vector<bool> read;
    for (const FeaturePlan& feature : plan.features) {
        if ((feature.planes[0] > 0) != (plane > 0)) continue;
        shape.width = feature.tables.source_width;
        shape.height = feature.tables.source_height;
        read.resize(static_cast<std::size_t>(shape.height));
        mark_rows(feature.tables, read);
    }
    if (shape.width == 0) return shape;
    constexpr std::size_t alignment = 16;
    shape.row_bytes =
        static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(bytes_per_sample(plan.format));
    shape.stride = (shape.row_bytes + alignment - 1) / alignment * alignment;
    shape.slots.resize(read.size());
    for (std::size_t row = 0; row < read.size(); ++row) {
        if (!read[row]) continue;
        shape.slots[row] = static_cast<int>(shape.rows.size());
        shape.rows.push_back(static_cast<int>(row));
    }
    shape.runs = runs_of(shape.rows);
    return shape;
}

}  // namespace speedqa::device
