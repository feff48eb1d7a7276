// The command "bench": how long scoring takes, with the frames in memory.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "api/error.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/device_choice.h"
#include "cli/exit_code.h"
#include "cli/pairing.h"
#include "cli/print.h"
#include "cli/requests.h"
#include "cli/usage.h"
#include "speed/text.h"

namespace speedqa::cli {
namespace {

constexpr std::size_t memory_limit = std::size_t{1} << 30;  // of frames
constexpr int least_frames = 32;                            // scored in a round; fewer are pushed again
constexpr int rounds = 7;

struct Clip {
    FrameFormat format;
    std::vector<Frame> frames;
};

struct Timing {
    double best_ms = 0.0;             // of a frame
    std::optional<double> direct_ms;  // the same without the graph that best_ms replays
    std::vector<KernelTime> kernels;  // of one round, each by itself; none on the CPU
    int frames = 0;                   // in a round
    int batch = 0;
    DeviceInfo device;
    std::vector<std::string> scores;

    double ms_of(const KernelTime& kernel) const { return kernel.milliseconds / frames; }
    double launches_of(const KernelTime& kernel) const {
        return static_cast<double>(kernel.launches) * batch / frames;  // of a batch
    }
    double launches() const {
        double sum = 0.0;
        for (const KernelTime& kernel : kernels) sum += launches_of(kernel);
        return sum;
    }
};

struct ClipPair {
    Clip reference;
    Clip distorted;

    std::size_t frames() const { return std::min(reference.frames.size(), distorted.frames.size()); }
};

Clip load(const std::string& path, const Arguments& arguments) {
    const auto reader = open_clip(path, arguments.raw, planes_read_by(arguments.requests));
    Clip clip{reader->info().format, {}};
    const std::size_t fitting = std::max<std::size_t>(1, memory_limit / 2 / frame_bytes(clip.format));
    const std::size_t wanted =
        static_cast<std::size_t>(arguments.frame_limit.value_or(std::numeric_limits<std::int64_t>::max()));
    while (clip.frames.size() < std::min(fitting, wanted)) {
        Frame frame = reader->read();
        if (!frame) break;
        clip.frames.push_back(std::move(frame));
    }
    if (clip.frames.empty()) throw Error(SPEEDQA_INPUT, path + ": it has no frames");
    return clip;
}

ClipPair load_pair(const Arguments& arguments) {
    ClipPair clips{load(arguments.reference, arguments), load(arguments.distorted, arguments)};
    if (clips.reference.format != clips.distorted.format)
        throw Error(SPEEDQA_INVALID_ARGUMENT,
                    fmt::format("{} is {}, {} is {}: they must agree", arguments.reference,
                                describe(clips.reference.format), arguments.distorted,
                                describe(clips.distorted.format)));
    return clips;
}

// Seconds that it takes to push and score `count` frames, the loaded ones again and again.
double time_round(Scorer& scorer, const ClipPair& clips, int count) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < count; ++i) {
        const std::size_t frame = static_cast<std::size_t>(i) % clips.frames();
        scorer.push(clips.reference.frames[frame], clips.distorted.frames[frame]);
    }
    scorer.flush();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    while (scorer.next_result()) {
    }
    return elapsed.count();
}

// Milliseconds of a frame in the best round.
double best_round(Scorer& scorer, const ClipPair& clips, int count) {
    time_round(scorer, clips, count);  // brings pages and tables in
    double best = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds; ++round) best = std::min(best, time_round(scorer, clips, count));
    return best * 1e3 / count;
}

// Whole batches: only these replay a graph.
int frames_in_round(std::size_t loaded, int batch) {
    const int least = std::max({static_cast<int>(loaded), least_frames, 2 * batch});
    return (least + batch - 1) / batch * batch;
}

Timing measure(const ClipPair& clips, const Arguments& arguments) {
    ScorerSettings settings = arguments.settings;
    const auto make_scorer = [&] {
        return std::make_unique<Scorer>(clips.reference.format, arguments.requests, settings);
    };
    Timing timing;
    auto scorer = make_scorer();
    timing.device = scorer->device();
    timing.batch = scorer->batch();
    timing.scores = scorer->score_names();
    timing.frames = frames_in_round(clips.frames(), timing.batch);
    timing.best_ms = best_round(*scorer, clips, timing.frames);
    const bool replays_graph = scorer->replays_graph();
    scorer.reset();  // each has the device's memory for itself
    settings.batch = timing.batch;
    if (replays_graph) {
        settings.graph = false;
        scorer = make_scorer();
        timing.direct_ms = best_round(*scorer, clips, timing.frames);
        scorer.reset();
    }
    if (timing.device.backend == "cpu") return timing;
    settings.profile = true;
    scorer = make_scorer();
    time_round(*scorer, clips, timing.frames);
    scorer->take_kernel_times();
    time_round(*scorer, clips, timing.frames);
    timing.kernels = scorer->take_kernel_times();
    return timing;
}

std::string as_json(const Timing& timing, const Arguments& arguments) {
    nlohmann::ordered_json json = {{"ms_per_frame", timing.best_ms},
                                   {"frames", timing.frames},
                                   {"rounds", rounds},
                                   {"batch", timing.batch},
                                   {"threads", arguments.settings.threads},
                                   {"backend", timing.device.backend},
                                   {"device", timing.device.name},
                                   {"scores", timing.scores}};
    if (timing.direct_ms) json["direct_ms_per_frame"] = *timing.direct_ms;
    if (!timing.kernels.empty()) json["launches_per_batch"] = timing.launches();
    for (const KernelTime& kernel : timing.kernels)
        json["kernels"].push_back({{"name", kernel.kernel},
                                   {"launches_per_batch", timing.launches_of(kernel)},
                                   {"ms_per_frame", timing.ms_of(kernel)}});
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string as_text(const Timing& timing) {
    std::string text =
        fmt::format("{:.4f} ms a frame, best of {} rounds of {} frames, batch {}; {}:{}, {}; {}\n",
                    timing.best_ms, rounds, timing.frames, timing.batch, timing.device.backend,
                    timing.device.index, timing.device.name, join(timing.scores, ", "));
    if (timing.direct_ms)
        text += fmt::format("{:.4f} ms a frame without the graph that was replayed\n", *timing.direct_ms);
    if (timing.kernels.empty()) return text;
    double all_ms = 0.0;
    for (const KernelTime& kernel : timing.kernels) all_ms += timing.ms_of(kernel);
    const auto row = [&text](const auto& name, const auto& launches, const auto& ms) {
        text += fmt::format("{:<22} {:>16} {:>11}\n", name, launches, ms);
    };
    row("kernel, by itself", "launches a batch", "ms a frame");
    for (const KernelTime& kernel : timing.kernels)
        row(kernel.kernel, fmt::format("{:g}", timing.launches_of(kernel)),
            fmt::format("{:.4f}", timing.ms_of(kernel)));
    row("all", fmt::format("{:g}", timing.launches()), fmt::format("{:.4f}", all_ms));
    return text;
}

int bench(Arguments arguments) {
    check_arguments(arguments);
    if (arguments.output) throw UsageError("--output: bench prints its result; redirect it");
    if (arguments.requests.empty()) arguments.requests = {parse_feature("speed_chroma")};
    arguments.requests = without_repeats(std::move(arguments.requests));
    if (!arguments.device.empty()) choose_device(arguments.device, list_devices(), arguments.settings);
    const Timing timing = measure(load_pair(arguments), arguments);
    const bool json = arguments.format && arguments.format->option == std::string_view("json");
    print(json ? as_json(timing, arguments) : as_text(timing));
    return exit_done;
}

}  // namespace

Run declare_bench(CLI::App& parser) {
    const auto arguments = std::make_shared<Arguments>();
    declare_arguments(parser, *arguments);
    return [arguments] { return bench(*arguments); };
}

}  // namespace speedqa::cli
