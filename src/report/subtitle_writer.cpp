// Writes the scores of a report as MicroDVD subtitles, one a frame.
#include <fmt/format.h>

#include "report/number_text.h"
#include "report/writers.h"

namespace speedqa {

void write_subtitle(const Report& report, Sink& sink) {
    const ScoreTable& scores = report.scores;
    for (std::size_t row = 0; row < scores.size(); ++row) {
        const std::int64_t frame = scores.frame(row);
        std::string line = fmt::format("{{{}}}{{{}}}frame: {}|", frame, frame + 1, frame);
        for (std::size_t column = 0; column < scores.names().size(); ++column) {
            const std::optional<float> score = scores.score(row, column);
            if (score) line += fmt::format("{}: {}|", scores.names()[column], shortest(*score));
        }
        sink.write(line + "\n");
    }
}

}  // namespace speedqa
