// What golden facts say apart from scores: keys in outputs, and what is refused.
#include "golden/facts.h"

#include <gtest/gtest.h>

#include "api/error.h"
#include "golden/clip_spec.h"
#include "speed/options.h"
#include "speed/plan.h"

namespace speedqa::golden {
namespace {

TEST(Facts, AreComplete) {
    EXPECT_EQ(score_sets().size(), 349u);
    for (const ScoreSet& set : score_sets())
        EXPECT_EQ(set.frames.size(), static_cast<std::size_t>(clip_spec(set.clip).frames))
            << set.clip << " " << set.feature;
}

TEST(Facts, KeysAreThoseOfTheReference) {
    for (const ScoreSet& set : score_sets())
        EXPECT_EQ(score_names(parse_feature(set.feature)), set.names) << set.feature;
}

speedqa_status status_of_plan(const char* clip, const char* feature) {
    try {
        make_plan(clip_spec(clip).format, {parse_feature(feature)});
        return SPEEDQA_OK;
    } catch (const Error& error) {
        return error.status();
    }
}

TEST(Facts, ChromaOfATooSmallPictureIsRefused) {
    EXPECT_EQ(status_of_plan("too_small", "speed_chroma"), SPEEDQA_TOO_SMALL);
    EXPECT_EQ(status_of_plan("too_small", "speed_temporal"), SPEEDQA_OK);
}

TEST(Facts, ChromaOfALumaOnlyClipIsRefused) {
    EXPECT_EQ(status_of_plan("luma_only", "speed_chroma"), SPEEDQA_UNSUPPORTED);
    EXPECT_EQ(status_of_plan("luma_only", "speed_temporal"), SPEEDQA_OK);
}

}  // namespace
}  // namespace speedqa::golden
