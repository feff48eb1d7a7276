// The table of output formats.
#include "report/writers.h"

namespace speedqa {

std::span<const ReportFormat> report_formats() {
    static constexpr ReportFormat formats[] = {{"xml", ".xml", "XML", write_xml},
                                               {"json", ".json", "JSON", write_json},
                                               {"csv", ".csv", "CSV", write_csv},
                                               {"sub", ".sub", "subtitle", write_subtitle}};
    return formats;
}

}  // namespace speedqa
