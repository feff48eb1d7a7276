// What the tool does without a command: scores a pair of clips.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "api/error.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/device_choice.h"
#include "cli/exit_code.h"
#include "cli/pairing.h"
#include "cli/print.h"
#include "cli/requests.h"
#include "cli/scoring.h"
#include "cli/summary_table.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "io/read_ahead.h"
#include "report/output_file.h"

namespace speedqa::cli {
namespace {

struct Clips {
    std::unique_ptr<ClipReader> reference;
    std::unique_ptr<ClipReader> distorted;
};

// Enough to ride out a slow frame of a decoder, within a bounded amount of memory. The reader has one more in
// hand. What is mapped takes memory only when it is scored.
int frames_ahead(const FrameFormat& format) {
    constexpr std::size_t bytes_per_clip = std::size_t{24} << 20;
    return static_cast<int>(std::clamp<std::size_t>(bytes_per_clip / frame_bytes(format), 1, 16));
}

// Opened and found to agree.
Clips open_clips(const Arguments& arguments, Console& console) {
    const PlaneSelection planes = planes_read_by(arguments.requests);
    Clips clips;
    clips.reference = open_clip(arguments.reference, arguments.raw, planes);
    clips.distorted = open_clip(arguments.distorted, arguments.raw, planes);
    const ClipInfo& reference = clips.reference->info();
    const ClipInfo& distorted = clips.distorted->info();
    check_pair(reference, distorted);
    for (const ClipInfo* info : {&reference, &distorted}) {
        for (const std::string& note : info->notes) console.note(clip_name(*info) + ": " + note);
    }
    for (const std::string& warning : pair_warnings(reference, distorted)) console.warning(warning);
    return clips;
}

// Leaves out what is to be skipped, which may take a while in a pipe, and lets both clips read ahead.
void start_reading(Clips& clips, const Arguments& arguments) {
    if (arguments.skip_reference > 0) clips.reference->skip(arguments.skip_reference);
    if (arguments.skip_distorted > 0) clips.distorted->skip(arguments.skip_distorted);
    const int ahead = frames_ahead(clips.reference->info().format);
    clips.reference = read_ahead(std::move(clips.reference), ahead);
    clips.distorted = read_ahead(std::move(clips.distorted), ahead);
}

ReportClip report_clip(const ClipInfo& info, std::int64_t skipped) {
    return {info.path, info.container, info.frame_count, skipped};
}

Report start_report(const Arguments& arguments, const Clips& clips, const Scorer& scorer) {
    Report report;
    report.reference = report_clip(clips.reference->info(), arguments.skip_reference);
    report.distorted = report_clip(clips.distorted->info(), arguments.skip_distorted);
    report.format = clips.reference->info().format;
    report.backend = scorer.device().backend;
    report.device_index = scorer.device().index;
    report.more_devices = arguments.settings.more_devices;
    report.device = scorer.device().name;
    report.subsample = arguments.settings.subsample;
    report.scores = ScoreTable(scorer.score_names());
    return report;
}

// What happened again and again, said once. Warnings first, then what makes the result incomplete.
void say_what_happened(const Report& report, Console& console) {
    const ScoreStatistics& statistics = report.statistics;
    const std::string of_frames = fmt::format("of {} frames", report.scores.size());
    if (statistics.singular_frames > 0) {
        console.warning(fmt::format("singular covariance matrix (a flat or nearly flat image) in {} {}",
                                    statistics.singular_frames, of_frames));
    }
    if (statistics.qr_limit_images > 0) {
        console.warning(fmt::format("limit of QR steps reached; images: {}", statistics.qr_limit_images));
    }
    if (statistics.not_finite_frames > 0) {
        console.error(fmt::format("score not finite in {} {}, first in {}; it is left empty",
                                  statistics.not_finite_frames, of_frames,
                                  first_absent_score(report.scores)));
    }
    if (report.stopped) {
        const std::int64_t pairs = report.stopped->frame;
        const std::string covered =
            pairs == 1 ? "first frame pair" : fmt::format("first {} frame pairs", pairs);
        console.error(fmt::format("{}; the scores cover the {}", report.stopped->reason, covered));
    }
}

// Where the result goes: a file or standard output in a format of libvmaf's, or a table on standard output.
class Result {
  public:
    Result(const Arguments& arguments, Console& console) : console_(console) {
        if (!arguments.output && !arguments.format) return;
        format_ = arguments.format.value_or(report_formats().front());
        const std::string path = arguments.output.value_or("-");
        file_.emplace(path, std::vector<std::string>{arguments.reference, arguments.distorted});
        if (!arguments.format) warn_of_extension(path);
    }

    void write(const Report& report) {
        if (!file_) return print(summary_table(report, {terminal_width(STDOUT_FILENO), has_utf8_locale()}));
        format_.write(report, *file_);
        file_->finish();
        console_.print(summary_table(report, {terminal_width(STDERR_FILENO), has_utf8_locale()}));
    }

  private:
    void warn_of_extension(const std::string& path) {
        for (const ReportFormat& other : report_formats()) {
            if (other.write == format_.write || !path.ends_with(other.extension)) continue;
            console_.warning(fmt::format("--output {}: written as {}; --{} makes it {}", path, format_.name,
                                         other.option, other.name));
        }
    }

    Console& console_;
    ReportFormat format_ = report_formats().front();
    std::optional<OutputFile> file_;
};

int score(Arguments arguments) {
    check_arguments(arguments);
    arguments.requests = without_repeats(std::move(arguments.requests));
    if (!arguments.device.empty()) choose_device(arguments.device, list_devices(), arguments.settings);
    Console console(arguments.quiet);
    Result result(arguments, console);
    Clips clips = open_clips(arguments, console);
    const FrameFormat format = clips.reference->info().format;
    if (arguments.requests.empty()) arguments.requests = {default_request(format, console)};

    Scorer scorer(format, arguments.requests, arguments.settings);
    const std::vector<std::string> notes = scorer.notes();
    for (const std::string& note : notes) console.note(note);
    start_reading(clips, arguments);
    Report report = start_report(arguments, clips, scorer);
    score_frames({*clips.reference, arguments.skip_reference}, {*clips.distorted, arguments.skip_distorted},
                 arguments.frame_limit, scorer, console, report);
    result.write(report);
    for (const std::string& note : scorer.notes())
        if (std::find(notes.begin(), notes.end(), note) == notes.end()) console.note(note);
    say_what_happened(report, console);
    return report.stopped || report.statistics.not_finite_frames > 0 ? exit_incomplete : exit_done;
}

}  // namespace

Run declare_score(CLI::App& parser) {
    const auto arguments = std::make_shared<Arguments>();
    declare_arguments(parser, *arguments);
    return [arguments]() -> int {
        if (!arguments->version) return score(*arguments);
        print(version_text());
        return exit_done;
    };
}

}  // namespace speedqa::cli
