// Scores the frames of two clips in order.
#include "cli/scoring.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>

#include "api/error.h"
#include "cli/pairing.h"

namespace speedqa::cli {
namespace {

void count(const FrameResult& result, ScoreStatistics& statistics) {
    bool frame_is_singular = false;
    for (const PairResult& pair : result.features) {
        const auto images = std::count(std::begin(pair.singular), std::end(pair.singular), 1);
        statistics.singular_images += images;
        frame_is_singular = frame_is_singular || images > 0;
        statistics.qr_limit_images += std::popcount(pair.qr_limit);
        statistics.fallbacks += pair.fallbacks;
    }
    statistics.singular_frames += frame_is_singular;
}

// "dis.y4m has 15 frames after the first 5".
std::string describe_frames(const OpenClip& clip, std::int64_t frames) {
    return fmt::format("{} has {} {}{}", clip_name(clip.reader.info()), frames,
                       frames == 1 ? "frame" : "frames",
                       clip.skipped > 0 ? fmt::format(" after the first {}", clip.skipped) : "");
}

class Run {
  public:
    Run(OpenClip reference, OpenClip distorted, std::optional<std::int64_t> limit, Scorer& scorer,
        Console& console, Report& report)
        : reference_(reference),
          distorted_(distorted),
          limit_(limit),
          scorer_(scorer),
          console_(console),
          report_(report) {}

    void score() {
        const auto start = std::chrono::steady_clock::now();
        const std::optional<std::int64_t> total = expected_pairs();
        console_.progress(0, total);
        while ((!limit_ || pairs_ < *limit_) && score_next()) console_.progress(pairs_, total);
        finish();
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        if (seconds.count() > 0.0) report_.frames_per_second = static_cast<double>(pairs_) / seconds.count();
        console_.end_progress();
    }

  private:
    std::optional<std::int64_t> expected_pairs() const {
        std::optional<std::int64_t> pairs = limit_;
        for (const auto& left : {reference_.frames_left(), distorted_.frames_left()}) {
            if (left) pairs = std::min(pairs.value_or(*left), *left);
        }
        return pairs;
    }

    // False at the end of either clip, or if something stopped the run.
    bool score_next() {
        Frame reference;
        Frame distorted;
        try {
            reference = reference_.reader.read();
            distorted = distorted_.reader.read();
        } catch (const Error& error) {
            stop(pairs_, error);
            return false;
        }
        if (!reference || !distorted) {
            note_end(static_cast<bool>(reference), static_cast<bool>(distorted));
            return false;
        }
        try {
            scorer_.push(std::move(reference), std::move(distorted));
        } catch (const Error& error) {
            failure_ = error;
            return false;
        }
        ++pairs_;
        return take_results();
    }

    // False if samples may have changed before they were scored: then this and later results don't count.
    bool take_results() {
        while (const std::optional<FrameResult> result = scorer_.next_result()) {
            try {
                reference_.reader.check_given();
                distorted_.reader.check_given();
            } catch (const Error& error) {
                failure_ = error;
                return false;
            }
            const auto scores = scores_of(*result, scorer_.requests());
            report_.scores.add(result->frame, scores);
            count(*result, report_.statistics);
            report_.statistics.not_finite_frames +=
                std::count(scores.begin(), scores.end(), std::nullopt) > 0;
        }
        return true;
    }

    void finish() {
        try {
            scorer_.flush();
        } catch (const Error& error) {
            failure_ = error;
        }
        take_results();
        if (failure_) stop(frames_done(), *failure_);
    }

    std::int64_t frames_done() const {
        const ScoreTable& scores = report_.scores;
        return scores.size() ? scores.frame(scores.size() - 1) + 1 : 0;
    }

    // With nothing scored there is no result to stop at.
    void stop(std::int64_t frame, const Error& error) {
        if (frame == 0) throw error;
        report_.stopped = EarlyStop{frame, error.what()};
    }

    void note_end(bool reference_has_more, bool distorted_has_more) {
        if (!reference_has_more) report_.reference.frames = reference_.skipped + pairs_;
        if (!distorted_has_more) report_.distorted.frames = distorted_.skipped + pairs_;
        if (reference_has_more == distorted_has_more) return;
        const OpenClip& shorter = reference_has_more ? distorted_ : reference_;
        const OpenClip& longer = reference_has_more ? reference_ : distorted_;
        const std::int64_t more = longer.frames_left().value_or(0);
        report_.stopped =
            EarlyStop{pairs_, fmt::format("{}, {}", describe_frames(shorter, pairs_),
                                          more > pairs_ ? describe_frames(longer, more)
                                                        : clip_name(longer.reader.info()) + " has more")};
    }

    OpenClip reference_;
    OpenClip distorted_;
    std::optional<std::int64_t> limit_;
    Scorer& scorer_;
    Console& console_;
    Report& report_;
    std::int64_t pairs_ = 0;
    std::optional<Error> failure_;
};

}  // namespace

std::optional<std::int64_t> OpenClip::frames_left() const {
    const std::optional<std::int64_t> frames = reader.info().frame_count;
    return frames ? std::optional<std::int64_t>(*frames - skipped) : std::nullopt;
}

void score_frames(OpenClip reference, OpenClip distorted, std::optional<std::int64_t> limit, Scorer& scorer,
                  Console& console, Report& report) {
    Run(reference, distorted, limit, scorer, console, report).score();
    if (report.scores.size() > 0) return;
    const bool reference_ended = distorted.frames_left().value_or(0) > 0;
    const OpenClip& empty = reference_ended ? reference : distorted;
    throw Error(SPEEDQA_INPUT, fmt::format("nothing to score: {}", describe_frames(empty, 0)));
}

}  // namespace speedqa::cli
