// The table on the terminal.
#include "cli/summary_table.h"

#include <gtest/gtest.h>

#include <sstream>

#include "report/utf8.h"

namespace speedqa::cli {
namespace {

Report report_with(std::vector<std::string> names) {
    Report report;
    report.reference = {"ref.y4m", "Y4M", 20, 3};
    report.distorted = {"dis\033.mkv", "Matroska, H.264", std::nullopt, 0};
    report.format = {640, 360, ChromaSubsampling::yuv420, 8};
    report.backend = "cpu";
    report.device = "Some CPU";
    report.subsample = 5;
    report.frames_per_second = 123.456;
    report.scores = ScoreTable(std::move(names));
    const std::optional<float> first[] = {2.6f, 1.0f};
    const std::optional<float> second[] = {1000.0f, std::nullopt};
    report.scores.add(0, first);
    report.scores.add(5, second);
    return report;
}

TEST(SummaryTable, clips_device_and_a_row_for_each_score) {
    EXPECT_EQ(summary_table(report_with({"speed_chroma_u", "speed_temporal"}), {80, true}),
              "reference  ref.y4m\n"
              "           Y4M, 640x360 4:2:0 8-bit, 20 frames, the first 3 left out\n"
              "distorted  dis?.mkv\n"
              "           Matroska, H.264, 640x360 4:2:0 8-bit\n"
              "device     cpu:0, Some CPU\n"
              "frames     2 scored (0, 5, 10, ...), 123.5 frames per second\n"
              "\n"
              "score                   min          max         mean     harmonic  over time\n"
              "speed_chroma_u     2.600000  1000.000000   501.300000     6.174198  ▁█\n"
              "speed_temporal            -            -            -            -  ▁ \n");
}

TEST(SummaryTable, fits_into_80_columns_whatever_the_names) {
    for (const std::size_t length : {5, 14, 20, 21, 22, 23, 24, 40, 70}) {
        const std::string text = summary_table(report_with({std::string(length, 'n'), "other"}), {80, true});
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) EXPECT_LE(utf8_decode(line).size(), 80u) << line;
    }
}

}  // namespace
}  // namespace speedqa::cli
