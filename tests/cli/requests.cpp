// Which features are scored.
#include "cli/requests.h"

#include <gtest/gtest.h>

#include "cli/usage.h"

namespace speedqa::cli {
namespace {

TEST(Requests, the_same_twice_is_scored_once) {
    const auto unique = without_repeats(
        {parse_feature("speed_chroma"), parse_feature("speed_temporal"), parse_feature("speed_chroma=ks=1")});
    ASSERT_EQ(unique.size(), 2u);
    EXPECT_EQ(unique[1].feature, Feature::speed_temporal);
}

// The names of scores hold six digits of a value, so two columns would have one name.
TEST(Requests, different_options_with_the_same_names_are_refused) {
    EXPECT_THROW(without_repeats(
                     {parse_feature("speed_chroma=snn=0.1900001"), parse_feature("speed_chroma=snn=0.19")}),
                 UsageError);
}

TEST(Requests, only_the_planes_that_are_needed_are_read) {
    const auto selection = [](std::vector<FeatureRequest> requests) {
        const PlaneSelection planes = planes_read_by(requests);
        return std::pair(planes.luma, planes.chroma);
    };
    EXPECT_EQ(selection({}), std::pair(false, true));
    EXPECT_EQ(selection({parse_feature("speed_chroma")}), std::pair(false, true));
    EXPECT_EQ(selection({parse_feature("speed_temporal")}), std::pair(true, false));
    EXPECT_EQ(selection({parse_feature("speed_temporal"), parse_feature("speed_chroma")}),
              std::pair(true, true));
}

TEST(Requests, without_chroma_the_default_is_speed_temporal) {
    Console console(true);
    EXPECT_EQ(default_request({640, 360, ChromaSubsampling::yuv400, 8}, console).feature,
              Feature::speed_temporal);
    EXPECT_EQ(default_request({640, 360, ChromaSubsampling::yuv444, 8}, console).feature,
              Feature::speed_chroma);
}

TEST(Requests, the_first_absent_score_is_named) {
    ScoreTable scores({"u", "v"});
    const std::optional<float> whole[] = {1.0f, 2.0f};
    const std::optional<float> half[] = {1.0f, std::nullopt};
    scores.add(0, whole);
    EXPECT_EQ(first_absent_score(scores), "");
    scores.add(5, half);
    EXPECT_EQ(first_absent_score(scores), "frame 5, v");
}

}  // namespace
}  // namespace speedqa::cli
