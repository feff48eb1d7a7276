// The command "bench": how long scoring takes, with the frames in memory.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

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
    double best_ms = std::numeric_limits<double>::infinity();  // of a frame
    int frames = 0;                                            // in a round
    int batch = 0;
    DeviceInfo device;
    std::vector<std::string> scores;
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

// Seconds that it takes to push and score `count` frames, the loaded ones again and again.
double time_round(Scorer& scorer, const Clip& reference, const Clip& distorted, int count) {
    const std::size_t loaded = std::min(reference.frames.size(), distorted.frames.size());
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < count; ++i) {
        const std::size_t frame = static_cast<std::size_t>(i) % loaded;
        scorer.push(reference.frames[frame], distorted.frames[frame]);
    }
    scorer.flush();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    while (scorer.next_result()) {
    }
    return elapsed.count();
}

Timing measure(const Arguments& arguments) {
    const Clip reference = load(arguments.reference, arguments);
    const Clip distorted = load(arguments.distorted, arguments);
    if (reference.format != distorted.format)
        throw Error(SPEEDQA_INVALID_ARGUMENT,
                    fmt::format("{} is {}, {} is {}: they must agree", arguments.reference,
                                describe(reference.format), arguments.distorted, describe(distorted.format)));
    Scorer scorer(reference.format, arguments.requests, arguments.settings);
    Timing timing;
    timing.device = scorer.device();
    timing.batch = scorer.batch();
    timing.scores = scorer.score_names();
    const int loaded = static_cast<int>(std::min(reference.frames.size(), distorted.frames.size()));
    timing.frames = std::max({loaded, least_frames, 2 * timing.batch});
    time_round(scorer, reference, distorted, timing.frames);  // brings pages and tables in
    for (int round = 0; round < rounds; ++round) {
        const double seconds = time_round(scorer, reference, distorted, timing.frames);
        timing.best_ms = std::min(timing.best_ms, seconds * 1e3 / timing.frames);
    }
    return timing;
}

std::string as_json(const Timing& timing, const Arguments& arguments) {
    const nlohmann::ordered_json json = {{"ms_per_frame", timing.best_ms},
                                         {"frames", timing.frames},
                                         {"rounds", rounds},
                                         {"batch", timing.batch},
                                         {"threads", arguments.settings.threads},
                                         {"backend", timing.device.backend},
                                         {"device", timing.device.name},
                                         {"scores", timing.scores}};
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

int bench(Arguments arguments) {
    check_arguments(arguments);
    if (arguments.output) throw UsageError("--output: bench prints its result; redirect it");
    if (arguments.requests.empty()) arguments.requests = {parse_feature("speed_chroma")};
    arguments.requests = without_repeats(std::move(arguments.requests));
    if (!arguments.device.empty()) choose_device(arguments.device, list_devices(), arguments.settings);
    const Timing timing = measure(arguments);
    const bool json = arguments.format && arguments.format->option == std::string_view("json");
    print(json ? as_json(timing, arguments)
               : fmt::format("{:.4f} ms a frame, best of {} rounds of {} frames, batch {}; {}:{}, {}; {}\n",
                             timing.best_ms, rounds, timing.frames, timing.batch, timing.device.backend,
                             timing.device.index, timing.device.name, join(timing.scores, ", ")));
    return exit_done;
}

}  // namespace

Run declare_bench(CLI::App& parser) {
    const auto arguments = std::make_shared<Arguments>();
    declare_arguments(parser, *arguments);
    return [arguments] { return bench(*arguments); };
}

}  // namespace speedqa::cli
