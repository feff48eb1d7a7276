// Each step between samples and scores gives the golden values: a wrong score can be traced to its step.
#include <algorithm>
#include <cctype>

#include "golden/engine_fixture.h"

namespace speedqa::golden {
namespace {

// The parameter is an index into step_sets().
class Steps : public EngineTest, public testing::WithParamInterface<std::size_t> {};

void expect_step(const char* step, const std::vector<float>& got, const std::vector<std::uint32_t>& want) {
    ASSERT_EQ(got.size(), want.size()) << step;
    for (std::size_t i = 0; i < want.size(); ++i)
        ASSERT_EQ(hex(got[i]), hex(want[i])) << step << ", first difference at " << i;
}

// The reference multiplies a singular image's samples by 0 and adds: the zero's sign is that of the samples.
// No score depends on it, so it may be lost.
void expect_zeros(const std::vector<float>& got, const std::vector<std::uint32_t>& want) {
    ASSERT_EQ(got.size(), want.size()) << "variances";
    for (std::size_t i = 0; i < want.size(); ++i) {
        ASSERT_EQ(hex(want[i] & 0x7fffffff), "00000000") << "variance " << i;
        ASSERT_EQ(got[i], 0.0f) << "variance " << i;
    }
}

void expect_steps(const ImageSteps& got, const ImageBits& want) {
    expect_step("small image", got.small_image, want.small_image);
    expect_step("means", got.means, want.means);
    expect_step("covariance", got.covariance, want.covariance);
    expect_step("eigenvalues", got.eigenvalues, want.eigenvalues);
    EXPECT_EQ(got.singular, want.singular);
    if (want.singular)
        expect_zeros(got.variances, want.variances);
    else
        expect_step("variances", got.variances, want.variances);
    expect_step("entropies", got.entropies, want.entropies);
}

TEST_P(Steps, OfEachImage) {
    const StepSet& set = step_sets().at(GetParam());
    const ClipSpec& spec = clip_spec(set.clip);
    const std::vector<ClipFrame> clip = clip_of(spec);
    const auto engine = make_engine(spec.format, {set.feature});
    const bool temporal = set.feature.starts_with("speed_temporal");
    // Another frame at every other place, so that the steps of the wrong pair show.
    const int place = engine->batch() - 1;
    std::vector<FramePair> pairs(engine->batch(), frame_pair(clip, temporal ? 0 : 1));
    pairs[place] = frame_pair(clip, temporal ? 1 : 0);
    std::vector<PairResult> results(pairs.size());
    engine->score(pairs, results);
    for (std::size_t image = 0; image < set.images.size(); ++image) {
        SCOPED_TRACE(set.clip + " " + set.feature + " image " + std::to_string(image));
        expect_steps(engine->steps(place, 0, static_cast<int>(image)), set.images[image]);
    }
}

std::string name_of(const testing::TestParamInfo<std::size_t>& instance) {
    const StepSet& set = step_sets().at(instance.param);
    std::string name = set.clip + "_" + set.feature;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Golden, Steps, testing::Range(std::size_t{0}, step_sets().size()), name_of);

}  // namespace
}  // namespace speedqa::golden
