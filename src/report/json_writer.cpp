// Writes a report as JSON.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "api/version.h"
#include "report/number_text.h"
#include "report/pooling.h"
#include "report/writers.h"

namespace speedqa {
namespace {

using nlohmann::ordered_json;

std::string dump(const ordered_json& value, int indent = -1) {
    return value.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

std::string quoted(const std::string& text) {
    return dump(text);
}

template <typename Number>
std::string number_or_null(std::optional<Number> value) {
    return value ? shortest(*value) : "null";
}

void write_frame(const ScoreTable& scores, std::size_t row, Sink& sink) {
    std::string text = fmt::format("{}\n    {{\n      \"frameNum\": {},\n      \"metrics\": {{",
                                   row ? "," : "", scores.frame(row));
    for (std::size_t column = 0; column < scores.names().size(); ++column) {
        text += fmt::format("{}\n        {}: {}", column ? "," : "", quoted(scores.names()[column]),
                            number_or_null(scores.score(row, column)));
    }
    text += "\n      }\n    }";
    sink.write(text);
}

void write_pooled(const ScoreTable& scores, std::size_t column, Sink& sink) {
    const PooledScore pooled = pool(scores, column);
    sink.write(fmt::format(
        "{}\n    {}: {{\n      \"min\": {},\n      \"max\": {},\n      \"mean\": {},\n"
        "      \"harmonic_mean\": {}\n    }}",
        column ? "," : "", quoted(scores.names()[column]), number_or_null(pooled.min),
        number_or_null(pooled.max), number_or_null(pooled.mean), number_or_null(pooled.harmonic_mean)));
}

ordered_json clip_json(const ReportClip& clip) {
    ordered_json json = {{"path", clip.path}, {"container", clip.container}, {"frames", nullptr}};
    if (clip.frames) json["frames"] = *clip.frames;
    json["skipped"] = clip.skipped;
    return json;
}

ordered_json format_json(const FrameFormat& format) {
    return {{"width", format.width},
            {"height", format.height},
            {"pixel_format", chroma_name(format.chroma)},
            {"bitdepth", format.bit_depth}};
}

ordered_json statistics_json(const ScoreStatistics& statistics) {
    return {{"singular_frames", statistics.singular_frames},
            {"singular_images", statistics.singular_images},
            {"qr_limit_images", statistics.qr_limit_images},
            {"not_finite_frames", statistics.not_finite_frames},
            {"fallbacks", statistics.fallbacks}};
}

ordered_json run_json(const Report& report) {
    ordered_json json = {{"backend", report.backend},
                         {"device_index", report.device_index},
                         {"device", report.device},
                         {"reference", clip_json(report.reference)},
                         {"distorted", clip_json(report.distorted)},
                         {"format", format_json(report.format)},
                         {"subsample", report.subsample},
                         {"frames_scored", report.scores.size()},
                         {"statistics", statistics_json(report.statistics)},
                         {"stopped", nullptr}};
    if (!report.more_devices.empty()) json["more_device_indices"] = report.more_devices;
    if (report.stopped)
        json["stopped"] = {{"frame", report.stopped->frame}, {"reason", report.stopped->reason}};
    return json;
}

// `json` over several lines, as a member of an object that is itself indented once.
std::string as_member(const ordered_json& json) {
    std::string text;
    for (const char c : dump(json, 2)) {
        text += c;
        if (c == '\n') text += "  ";
    }
    return text;
}

}  // namespace

void write_json(const Report& report, Sink& sink) {
    sink.write(
        fmt::format("{{\n  \"version\": {},\n  \"fps\": {},\n  \"frames\": [", quoted(SPEEDQA_VERSION),
                    report.frames_per_second ? fmt::format("{:.2f}", *report.frames_per_second) : "null"));
    for (std::size_t row = 0; row < report.scores.size(); ++row) write_frame(report.scores, row, sink);
    sink.write("\n  ],\n  \"pooled_metrics\": {");
    for (std::size_t column = 0; column < report.scores.names().size(); ++column) {
        write_pooled(report.scores, column, sink);
    }
    sink.write(fmt::format("\n  }},\n  \"aggregate_metrics\": {{\n  }},\n  \"speedqa\": {}\n}}\n",
                           as_member(run_json(report))));
}

}  // namespace speedqa
