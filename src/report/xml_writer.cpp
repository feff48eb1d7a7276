// Writes a report as XML.
#include <fmt/format.h>

#include "api/version.h"
#include "report/number_text.h"
#include "report/pooling.h"
#include "report/utf8.h"
#include "report/writers.h"

namespace speedqa {
namespace {

// A character of an attribute value between double quotes. XML 1.0 has no way to write the other control
// characters, and line breaks and tabs would be read back as blanks.
std::string escaped(char32_t character) {
    switch (character) {
        case U'&':
            return "&amp;";
        case U'<':
            return "&lt;";
        case U'>':
            return "&gt;";
        case U'"':
            return "&quot;";
        case U'\t':
        case U'\n':
        case U'\r':
            return fmt::format("&#{};", static_cast<int>(character));
        default:
            const bool allowed = character >= 0x20 && character != 0xFFFE && character != 0xFFFF;
            return utf8_encode(allowed ? character : replacement_character);
    }
}

std::string attribute(std::string_view name, std::string_view value) {
    std::string text = fmt::format("{}=\"", name);
    for (const char32_t character : utf8_decode(value)) text += escaped(character);
    return text + "\" ";
}

template <typename Number>
std::string attribute(std::string_view name, std::optional<Number> value) {
    return value ? attribute(name, shortest(*value)) : "";
}

std::string attribute(std::string_view name, std::int64_t value) {
    return attribute(name, std::to_string(value));
}

void write_frame(const ScoreTable& scores, std::size_t row, Sink& sink) {
    std::string text = "    <frame " + attribute("frameNum", scores.frame(row));
    for (std::size_t column = 0; column < scores.names().size(); ++column) {
        text += attribute(scores.names()[column], scores.score(row, column));
    }
    sink.write(text + "/>\n");
}

void write_pooled(const ScoreTable& scores, std::size_t column, Sink& sink) {
    const PooledScore pooled = pool(scores, column);
    sink.write("    <metric " + attribute("name", scores.names()[column]) + attribute("min", pooled.min) +
               attribute("max", pooled.max) + attribute("mean", pooled.mean) +
               attribute("harmonic_mean", pooled.harmonic_mean) + "/>\n");
}

std::string clip_xml(std::string_view element, const ReportClip& clip) {
    std::string text = fmt::format("    <{} ", element) + attribute("path", clip.path) +
                       attribute("container", clip.container);
    if (clip.frames) text += attribute("frames", *clip.frames);
    return text + attribute("skipped", clip.skipped) + "/>\n";
}

std::string run_xml(const Report& report) {
    const ScoreStatistics& statistics = report.statistics;
    std::string text = "  <speedqa " + attribute("backend", report.backend) +
                       attribute("device_index", report.device_index) + attribute("device", report.device) +
                       attribute("pixel_format", chroma_name(report.format.chroma)) +
                       attribute("bitdepth", report.format.bit_depth) +
                       attribute("subsample", report.subsample) +
                       attribute("frames_scored", static_cast<std::int64_t>(report.scores.size())) + ">\n" +
                       clip_xml("reference", report.reference) + clip_xml("distorted", report.distorted) +
                       "    <statistics " + attribute("singular_frames", statistics.singular_frames) +
                       attribute("singular_images", statistics.singular_images) +
                       attribute("qr_limit_images", statistics.qr_limit_images) +
                       attribute("not_finite_frames", statistics.not_finite_frames) +
                       attribute("fallbacks", statistics.fallbacks) + "/>\n";
    if (report.stopped) {
        text += "    <stopped " + attribute("frame", report.stopped->frame) +
                attribute("reason", report.stopped->reason) + "/>\n";
    }
    return text + "  </speedqa>\n";
}

}  // namespace

void write_xml(const Report& report, Sink& sink) {
    sink.write("<VMAF version=\"" SPEEDQA_VERSION "\">\n  <params " +
               attribute("qualityWidth", report.format.width) +
               attribute("qualityHeight", report.format.height) + "/>\n  <fyi ");
    if (report.frames_per_second)
        sink.write(attribute("fps", fmt::format("{:.2f}", *report.frames_per_second)));
    sink.write("/>\n  <frames>\n");
    for (std::size_t row = 0; row < report.scores.size(); ++row) write_frame(report.scores, row, sink);
    sink.write("  </frames>\n  <pooled_metrics>\n");
    for (std::size_t column = 0; column < report.scores.names().size(); ++column) {
        write_pooled(report.scores, column, sink);
    }
    sink.write("  </pooled_metrics>\n  <aggregate_metrics />\n" + run_xml(report) + "</VMAF>\n");
}

}  // namespace speedqa
