// Which features are scored, and what they need of the clips.
#include "cli/requests.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/usage.h"

namespace speedqa::cli {

std::vector<FeatureRequest> without_repeats(std::vector<FeatureRequest> requests) {
    std::vector<FeatureRequest> unique;
    for (const FeatureRequest& request : requests) {
        const auto names = score_names(request);
        const auto same_name = std::find_if(unique.begin(), unique.end(), [&](const FeatureRequest& other) {
            return score_names(other) == names;
        });
        if (same_name == unique.end()) {
            unique.push_back(request);
        } else if (*same_name != request) {
            throw UsageError(fmt::format(
                "--feature: {} twice, with options that differ only after the sixth digit", names.front()));
        }
    }
    return unique;
}

FeatureRequest default_request(const FrameFormat& format, Console& console) {
    if (format.chroma != ChromaSubsampling::yuv400) return {Feature::speed_chroma, {}};
    console.note("the clips have no chroma: speed_temporal is scored instead of speed_chroma");
    return {Feature::speed_temporal, {}};
}

PlaneSelection planes_read_by(const std::vector<FeatureRequest>& requests) {
    const auto reads = [&](Feature feature) {
        return std::any_of(requests.begin(), requests.end(),
                           [&](const FeatureRequest& request) { return request.feature == feature; });
    };
    return {reads(Feature::speed_temporal), requests.empty() || reads(Feature::speed_chroma)};
}

std::string first_absent_score(const ScoreTable& scores) {
    for (std::size_t row = 0; row < scores.size(); ++row) {
        for (std::size_t column = 0; column < scores.names().size(); ++column) {
            if (scores.score(row, column)) continue;
            return fmt::format("frame {}, {}", scores.frame(row), scores.names()[column]);
        }
    }
    return "";
}

}  // namespace speedqa::cli
