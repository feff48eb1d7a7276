// Writes a report in the formats of libvmaf's tool: the same structure and keys, with what is ours beside
// them.
#pragma once

#include <span>
#include <string_view>

#include "report/report.h"
#include "report/sink.h"

namespace speedqa {

// In all of them a score that is absent is never a number: null in JSON, an attribute left out in XML, an
// empty field in CSV, an entry left out in a subtitle. Text that is not UTF-8 or that the format can't hold
// becomes U+FFFD.
void write_xml(const Report& report, Sink& sink);
void write_json(const Report& report, Sink& sink);
void write_csv(const Report& report, Sink& sink);
void write_subtitle(const Report& report, Sink& sink);

struct ReportFormat {
    std::string_view option;     // of the command line, without dashes
    std::string_view extension;  // that a file of this kind usually has
    std::string_view name;       // for people
    void (*write)(const Report& report, Sink& sink);
};

// The first is the default.
std::span<const ReportFormat> report_formats();

}  // namespace speedqa
