// The result of a run as a table for people.
#include "cli/summary_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/sparkline.h"
#include "cli/terminal.h"
#include "report/number_text.h"
#include "report/pooling.h"

namespace speedqa::cli {
namespace {

constexpr std::size_t label_width = 11;
constexpr std::size_t narrowest_sparkline = 8;

std::string labelled(std::string_view label, std::string_view text) {
    return fmt::format("{:<{}}{}\n", label, label_width, printable_line(text));
}

std::string clip_lines(std::string_view label, const ReportClip& clip, const FrameFormat& format) {
    std::string details = fmt::format("{}, {}", clip.container, describe(format));
    if (clip.frames) details += fmt::format(", {} frames", *clip.frames);
    if (clip.skipped > 0) details += fmt::format(", the first {} left out", clip.skipped);
    return labelled(label, clip.path) + labelled("", details);
}

std::string frames_text(const Report& report) {
    std::string text = fmt::format("{} scored", report.scores.size());
    if (report.subsample > 1)
        text += fmt::format(" (0, {}, {}, ...)", report.subsample, 2 * std::int64_t{report.subsample});
    if (report.frames_per_second)
        text += fmt::format(", {:.1f} frames per second", *report.frames_per_second);
    return text;
}

std::string cell(std::optional<double> value) {
    return value ? fmt::format("{:.6f}", *value) : "-";
}

// A score is rounded as its decimal in the files would be.
std::string cell(std::optional<float> score) {
    return cell(score ? std::optional<double>(shortest_value(*score)) : std::nullopt);
}

struct Row {
    std::string name;
    std::array<std::string, 4> cells;
};

std::vector<Row> rows_of(const ScoreTable& scores) {
    std::vector<Row> rows = {{"score", {"min", "max", "mean", "harmonic"}}};
    for (std::size_t column = 0; column < scores.names().size(); ++column) {
        const PooledScore pooled = pool(scores, column);
        rows.push_back({scores.names()[column],
                        {cell(pooled.min), cell(pooled.max), cell(pooled.mean), cell(pooled.harmonic_mean)}});
    }
    return rows;
}

std::vector<std::optional<float>> scores_over_time(const ScoreTable& scores, std::size_t column) {
    std::vector<std::optional<float>> values;
    for (std::size_t row = 0; row < scores.size(); ++row) values.push_back(scores.score(row, column));
    return values;
}

// Names that leave no room for the rest of the row get a line of their own.
std::string score_rows(const ScoreTable& scores, TableStyle style) {
    const std::vector<Row> rows = rows_of(scores);
    std::size_t name_width = 0;
    std::size_t cell_width = 0;
    for (const Row& row : rows) {
        name_width = std::max(name_width, row.name.size());
        for (const std::string& text : row.cells) cell_width = std::max(cell_width, text.size() + 2);
    }
    const std::size_t width = static_cast<std::size_t>(style.width);
    const std::size_t cells_width = 4 * cell_width + 2;
    const bool own_line = name_width + cells_width + narrowest_sparkline > width;
    if (own_line) name_width = 0;
    const std::size_t used = name_width + cells_width;
    const std::size_t sparkline_width = used + narrowest_sparkline > width ? 0 : width - used;

    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (own_line && i > 0) text += rows[i].name + "\n";
        if (!own_line) text += fmt::format("{:<{}}", rows[i].name, name_width);
        for (const std::string& value : rows[i].cells) text += fmt::format("{:>{}}", value, cell_width);
        if (sparkline_width > 0) {
            text += "  ";
            text += i == 0 ? "over time"
                           : sparkline(scores_over_time(scores, i - 1), sparkline_width, style.unicode);
        }
        text += "\n";
    }
    return text;
}

// As --device takes them.
std::string device_text(const Report& report) {
    std::string indices = fmt::format("{}:{}", report.backend, report.device_index);
    for (const int index : report.more_devices) indices += fmt::format(",{}", index);
    return fmt::format("{}, {}", indices, report.device);
}

}  // namespace

std::string summary_table(const Report& report, TableStyle style) {
    return clip_lines("reference", report.reference, report.format) +
           clip_lines("distorted", report.distorted, report.format) +
           labelled("device", device_text(report)) + labelled("frames", frames_text(report)) + "\n" +
           score_rows(report.scores, style);
}

}  // namespace speedqa::cli
