// Each step on the SYCL device gives the bits of the plain CPU engine: for every golden clip and option set,
// every frame and image.
#include <gtest/gtest.h>

#include "backends/cpu/plain_engine.h"
#include "backends/registry.h"
#include "golden/clip_generator.h"
#include "golden/facts.h"

namespace speedqa::golden {
namespace {

FramePair pair_of(const std::vector<ClipFrame>& clip, int index) {
    FramePair pair{index, clip.at(index).reference, clip.at(index).distorted, {}, {}};
    if (index > 0) {
        pair.previous_reference = clip.at(index - 1).reference;
        pair.previous_distorted = clip.at(index - 1).distorted;
    }
    return pair;
}

void expect_step(const char* step, const std::vector<float>& got, const std::vector<float>& want) {
    ASSERT_EQ(got.size(), want.size()) << step;
    for (std::size_t i = 0; i < want.size(); ++i)
        ASSERT_EQ(hex(got[i]), hex(want[i])) << step << ", first difference at " << i;
}

void expect_steps(const ImageSteps& got, const ImageSteps& want) {
    expect_step("small image", got.small_image, want.small_image);
    expect_step("means", got.means, want.means);
    expect_step("covariance", got.covariance, want.covariance);
    expect_step("eigenvalues", got.eigenvalues, want.eigenvalues);
    EXPECT_EQ(got.singular, want.singular);
    expect_step("variances", got.variances, want.variances);
    expect_step("entropies", got.entropies, want.entropies);
}

class SyclSteps : public testing::TestWithParam<std::string> {};

TEST_P(SyclSteps, EqualThePlainOnes) {
    const ClipSpec& spec = clip_spec(GetParam());
    const std::vector<ClipFrame> clip = make_clip(spec);
    std::vector<FeatureRequest> requests;
    for (const ScoreSet& set : score_sets_of(GetParam())) requests.push_back(parse_feature(set.feature));
    const auto plan = std::make_shared<const Plan>(make_plan(spec.format, requests));
    const int frames = static_cast<int>(clip.size());
    const auto got = find_backend("sycl").make_engine(plan, {0, frames, true});
    const auto want = make_plain_engine(plan, frames);
    std::vector<FramePair> pairs;
    for (int i = 0; i < frames; ++i) pairs.push_back(pair_of(clip, i));
    std::vector<PairResult> results(pairs.size() * requests.size());
    got->score(pairs, results);
    want->score(pairs, results);
    for (int pair = 0; pair < frames; ++pair)
        for (std::size_t feature = 0; feature < requests.size(); ++feature)
            for (int image = 0; image < plan->features[feature].image_count(); ++image) {
                SCOPED_TRACE("frame " + std::to_string(pair) + ", feature " + std::to_string(feature) +
                             ", image " + std::to_string(image));
                const int index = static_cast<int>(feature);
                expect_steps(got->steps(pair, index, image), want->steps(pair, index, image));
            }
}

INSTANTIATE_TEST_SUITE_P(Golden, SyclSteps, testing::ValuesIn(clips_with_scores()),
                         [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace speedqa::golden
