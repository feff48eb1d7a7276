// A small report with everything that can be awkward: an absent score, odd paths, an early stop.
#pragma once

#include "report/report.h"

namespace speedqa {

inline Report example_report() {
    Report report;
    report.reference = {"a b, [c] 'd' \"\u00e9\u6f22\".y4m", "Y4M", 20, 0};
    report.distorted = {"<x>&\x01\xff.mkv", "Matroska, H.264", std::nullopt, 3};
    report.format = {640, 360, ChromaSubsampling::yuv420, 8};
    report.backend = "cpu";
    report.device = "Some CPU";
    report.subsample = 5;
    report.frames_per_second = 123.456;
    report.stopped = EarlyStop{7, "dis.mkv, frame 7: damaged"};
    report.statistics = {1, 2, 3, 1, 4};
    report.scores = ScoreTable({"speed_chroma_u", "speed_temporal"});
    const std::optional<float> first[] = {2.60019565f, 0.0f};
    const std::optional<float> second[] = {1e-7f, std::nullopt};
    report.scores.add(0, first);
    report.scores.add(5, second);
    return report;
}

}  // namespace speedqa
