// Writes the scores of a report as CSV; like libvmaf's, header and rows end in a comma.
#include "report/number_text.h"
#include "report/writers.h"

namespace speedqa {

void write_csv(const Report& report, Sink& sink) {
    const ScoreTable& scores = report.scores;
    std::string line = "Frame,";
    for (const std::string& name : scores.names()) line += name + ",";
    sink.write(line + "\n");
    for (std::size_t row = 0; row < scores.size(); ++row) {
        line = std::to_string(scores.frame(row)) + ",";
        for (std::size_t column = 0; column < scores.names().size(); ++column) {
            const std::optional<float> score = scores.score(row, column);
            line += (score ? shortest(*score) : "") + ",";
        }
        sink.write(line + "\n");
    }
}

}  // namespace speedqa
