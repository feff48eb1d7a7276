// An engine gives the golden scores and singular decisions of every clip, at every place of a batch.
#include "golden/engine_fixture.h"

namespace speedqa::golden {
namespace {

// The parameter is the name of a clip.
class Scores : public EngineTest, public testing::WithParamInterface<std::string> {
  protected:
    const ClipSpec& spec() const { return clip_spec(GetParam()); }
};

TEST_P(Scores, OfEachSetAlone) {
    const std::vector<ClipFrame> clip = clip_of(spec());
    for (const ScoreSet& set : score_sets_of(GetParam())) {
        const auto engine = make_engine(spec().format, {set.feature});
        score_frames(*engine, clip, 1, spec().frames,
                     [&set](int frame, int, std::span<const PairResult> results) {
                         expect_scores(set, frame, results[0]);
                     });
    }
}

// Enough pairs for a full batch and, mostly, a part of one, so that most frames take several places of a
// batch.
TEST_P(Scores, OfAllSetsInOnePlan) {
    const std::vector<ScoreSet> sets = score_sets_of(GetParam());
    std::vector<std::string> features;
    for (const ScoreSet& set : sets) features.push_back(set.feature);
    const auto engine = make_engine(spec().format, features);
    score_frames(*engine, clip_of(spec()), sets.size(), spec().frames + engine->batch() - 1,
                 [&sets](int frame, int place, std::span<const PairResult> results) {
                     SCOPED_TRACE("place " + std::to_string(place) + " of the batch");
                     for (std::size_t i = 0; i < sets.size(); ++i) expect_scores(sets[i], frame, results[i]);
                 });
}

INSTANTIATE_TEST_SUITE_P(Golden, Scores, testing::ValuesIn(clips_with_scores()),
                         [](const auto& instance) { return instance.param; });

using LumaOnly = EngineTest;

// 4:0:0 has no golden scores of its own: the same luma in 4:2:0 gives them.
TEST_F(LumaOnly, ScoresAsTheSameLumaWithChroma) {
    const ClipSpec& spec = clip_spec("luma_only");
    FrameFormat with_chroma = spec.format;
    with_chroma.chroma = ChromaSubsampling::yuv420;
    const std::vector<ClipFrame> clip = clip_of(spec);
    const auto want = make_engine(with_chroma, {"speed_temporal"});
    std::vector<std::string> scores(clip.size());
    score_frames(*want, clip, 1, spec.frames, [&scores](int frame, int, std::span<const PairResult> results) {
        scores[frame] = hex(results[0].score[0]);
    });
    EXPECT_NE(scores[1], "00000000");
    const auto got = make_engine(spec.format, {"speed_temporal"});
    score_frames(*got, clip, 1, spec.frames, [&scores](int frame, int, std::span<const PairResult> results) {
        EXPECT_EQ(hex(results[0].score[0]), scores[frame]) << "frame " << frame;
    });
}

}  // namespace
}  // namespace speedqa::golden
