// The command "bench": how long scoring takes, with the frames in memory.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "api/error.h"
#include "api/frame_memory.h"
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

constexpr std::size_t memory_limit = std::size_t{1} << 30;  // of frames that are loaded
constexpr std::size_t copies_limit = std::size_t{4} << 30;  // of their copies, in each kind of memory
constexpr int least_frames = 32;                            // scored in a round; fewer are pushed again
constexpr int rounds = 7;
constexpr int frames_alone = 101;

struct Clip {
    FrameFormat format;
    std::vector<Frame> frames;
};

struct Timing {
    double best_ms = 0.0;                // of a frame
    std::optional<double> pinned_ms;     // with the frames in host memory that the device reads at full speed
    std::optional<double> link_ms;       // of a plain copy of the bytes that a frame uploads
    std::optional<double> on_device_ms;  // with the frames in the device's memory
    std::optional<double> alone_ms;      // of one frame by itself, there
    std::optional<double>
        direct_ms;                 // without the graph, with the frames as near to the device as they can be
    std::size_t upload_bytes = 0;  // of a frame
    std::vector<KernelTime> kernels;  // of one round, each by itself; none on the CPU
    int frames = 0;                   // in a round
    int distinct_frames = 0;          // of each clip, in memory
    int batch = 0;
    int threads = 0;
    FrameFormat format;
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

// Milliseconds of a frame in the best round. Rounds are made long enough for the clock and for a steady flow.
double best_round(Scorer& scorer, const ClipPair& clips, int count) {
    constexpr double least_seconds = 0.1;
    constexpr double most_repeats = 64.0;
    time_round(scorer, clips, count);  // brings pages and tables in
    const double once = time_round(scorer, clips, count);
    count *= static_cast<int>(std::clamp(least_seconds / once, 1.0, most_repeats));
    double best = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds; ++round) best = std::min(best, time_round(scorer, clips, count));
    return best * 1e3 / count;
}

// Whole batches: only these replay a graph.
int frames_in_round(std::size_t loaded, int batch) {
    const int least = std::max({static_cast<int>(loaded), least_frames, 2 * batch});
    return (least + batch - 1) / batch * batch;
}

// At least `least` frames that lie apart, as far as memory goes: a frame that comes twice in a batch is
// uploaded once.
ClipPair spread(const ClipPair& clips, int least, std::size_t frame_size,
                const std::function<Frame(const Frame&)>& copy) {
    const std::size_t fitting = std::max<std::size_t>(1, copies_limit / 2 / frame_size);
    const std::size_t wanted = std::min(std::max(clips.frames(), static_cast<std::size_t>(least)), fitting);
    ClipPair result{{clips.reference.format, {}}, {clips.distorted.format, {}}};
    for (std::size_t i = 0; i < wanted; ++i) {
        result.reference.frames.push_back(copy(clips.reference.frames[i % clips.frames()]));
        result.distorted.frames.push_back(copy(clips.distorted.frames[i % clips.frames()]));
    }
    return result;
}

class Measurement {
  public:
    Measurement(const ClipPair& clips, const Arguments& arguments)
        : clips_(clips), arguments_(arguments), settings_(arguments.settings) {}

    Timing run() {
        make_scorer();
        timing_.device = scorer_->device();
        timing_.batch = settings_.batch = scorer_->batch();
        timing_.threads = scorer_->engines();
        timing_.format = clips_.reference.format;
        timing_.scores = scorer_->score_names();
        clips_ = copies([&](const Frame& frame) {
            return copy_frame_with(copy_to_ordinary_memory, clips_.reference.format,
                                   planes_used(arguments_.requests), frame);
        });
        timing_.distinct_frames = static_cast<int>(clips_.frames());
        timing_.frames = frames_in_round(clips_.frames(), timing_.batch);
        timing_.best_ms = best_round(*scorer_, clips_, timing_.frames);
        const bool replays_graph = scorer_->replays_graph();
        measure_nearer_memory();
        if (replays_graph) measure_direct_launches();
        if (timing_.device.backend != "cpu") measure_kernels();
        return timing_;
    }

  private:
    // Each scorer has the device's memory for itself.
    void make_scorer() {
        scorer_.reset();
        scorer_ = std::make_unique<Scorer>(clips_.reference.format, arguments_.requests, settings_);
    }

    ClipPair copies(const std::function<Frame(const Frame&)>& copy) const {
        return spread(clips_, timing_.batch, copied_bytes(), copy);
    }

    // Of a frame, about.
    std::size_t copied_bytes() const {
        const FrameFormat& format = clips_.reference.format;
        const PlaneUse use = planes_used(arguments_.requests);
        std::size_t samples = 0;
        for (int plane = 0; plane < plane_count(format); ++plane) {
            const PlaneSize size = scored_plane_size(format, plane);
            if (plane == 0 ? use.luma : use.chroma)
                samples += static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
        }
        return samples * static_cast<std::size_t>(bytes_per_sample(format));
    }

    // From here on, clips_ is where the device reads it best.
    void measure_nearer_memory() {
        const auto to = [this](FrameMemory memory) {
            return copies([&](const Frame& frame) { return scorer_->copy_to(memory, frame); });
        };
        ClipPair on_device;
        try {
            const ClipPair pinned = to(FrameMemory::host);
            timing_.pinned_ms = best_round(*scorer_, pinned, timing_.frames);
            const std::size_t bytes = scorer_->uploaded_bytes();
            timing_.upload_bytes = bytes / static_cast<std::size_t>(timing_.batch);
            timing_.link_ms = scorer_->link_seconds(bytes) * 1e3 / timing_.batch;
            on_device = to(FrameMemory::device);
        } catch (const Error& error) {
            if (error.status() != SPEEDQA_UNSUPPORTED) throw;
            return;
        }
        clips_ = std::move(on_device);
        timing_.on_device_ms = best_round(*scorer_, clips_, timing_.frames);
        const int batch = settings_.batch;
        settings_.batch = 1;
        make_scorer();
        timing_.alone_ms = time_frames_alone();
        settings_.batch = batch;
    }

    // The median: a frame that waits for another one is not the latency.
    double time_frames_alone() {
        std::vector<double> times;
        for (int i = 0; i < frames_alone; ++i) {
            const std::size_t frame = static_cast<std::size_t>(i) % clips_.frames();
            const auto start = std::chrono::steady_clock::now();
            scorer_->push(clips_.reference.frames[frame], clips_.distorted.frames[frame]);
            scorer_->flush();
            const std::chrono::duration<double, std::milli> elapsed =
                std::chrono::steady_clock::now() - start;
            times.push_back(elapsed.count());
            scorer_->next_result();
        }
        std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
        return times[times.size() / 2];
    }

    void measure_direct_launches() {
        settings_.graph = false;
        make_scorer();
        timing_.direct_ms = best_round(*scorer_, clips_, timing_.frames);
    }

    void measure_kernels() {
        settings_.profile = true;
        make_scorer();
        time_round(*scorer_, clips_, timing_.frames);
        scorer_->take_kernel_times();
        time_round(*scorer_, clips_, timing_.frames);
        timing_.kernels = scorer_->take_kernel_times();
    }

    ClipPair clips_;
    const Arguments& arguments_;
    ScorerSettings settings_;
    std::unique_ptr<Scorer> scorer_;
    Timing timing_;
};

std::string as_json(const Timing& timing) {
    nlohmann::ordered_json json = {{"ms_per_frame", timing.best_ms},
                                   {"frames", timing.frames},
                                   {"distinct_frames", timing.distinct_frames},
                                   {"rounds", rounds},
                                   {"batch", timing.batch},
                                   {"threads", timing.threads},
                                   {"backend", timing.device.backend},
                                   {"device", timing.device.name},
                                   {"width", timing.format.width},
                                   {"height", timing.format.height},
                                   {"scores", timing.scores}};
    const auto add = [&json](const char* name, const std::optional<double>& value) {
        if (value) json[name] = *value;
    };
    add("pinned_ms_per_frame", timing.pinned_ms);
    add("link_ms_per_frame", timing.link_ms);
    if (timing.upload_bytes > 0) json["uploaded_bytes_per_frame"] = timing.upload_bytes;
    add("on_device_ms_per_frame", timing.on_device_ms);
    add("alone_ms", timing.alone_ms);
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
        fmt::format("{:.4f} ms a frame, best of {} rounds of {} frames or more, batch {}; {}:{}, {}; {}\n",
                    timing.best_ms, rounds, timing.frames, timing.batch, timing.device.backend,
                    timing.device.index, timing.device.name, join(timing.scores, ", "));
    if (timing.pinned_ms && timing.link_ms)
        text += fmt::format(
            "{:.4f} ms a frame with the frames in pinned memory, {:.2f} times a plain copy of their {} bytes "
            "({:.4f} ms)\n",
            *timing.pinned_ms, *timing.pinned_ms / *timing.link_ms, timing.upload_bytes, *timing.link_ms);
    if (timing.on_device_ms)
        text += fmt::format("{:.5f} ms a frame with the frames on the device\n", *timing.on_device_ms);
    if (timing.alone_ms)
        text += fmt::format("{:.4f} ms for one frame alone, on the device\n", *timing.alone_ms);
    if (timing.direct_ms)
        text += fmt::format("{:.5f} ms a frame without the graph that was replayed\n", *timing.direct_ms);
    if (timing.kernels.empty()) return text;
    double all_ms = 0.0;
    for (const KernelTime& kernel : timing.kernels) all_ms += timing.ms_of(kernel);
    const auto row = [&text](const auto& name, const auto& launches, const auto& ms) {
        text += fmt::format("{:<22} {:>16} {:>11}\n", name, launches, ms);
    };
    row("kernel, by itself", "launches a batch", "ms a frame");
    for (const KernelTime& kernel : timing.kernels)
        row(kernel.kernel, fmt::format("{:g}", timing.launches_of(kernel)),
            fmt::format("{:.5f}", timing.ms_of(kernel)));
    row("all", fmt::format("{:g}", timing.launches()), fmt::format("{:.5f}", all_ms));
    return text;
}

int bench(Arguments arguments) {
    check_arguments(arguments);
    if (arguments.output) throw UsageError("--output: bench prints its result; redirect it");
    if (arguments.requests.empty()) arguments.requests = {parse_feature("speed_chroma")};
    arguments.requests = without_repeats(std::move(arguments.requests));
    if (!arguments.device.empty()) choose_device(arguments.device, list_devices(), arguments.settings);
    const Timing timing = Measurement(load_pair(arguments), arguments).run();
    const bool json = arguments.format && arguments.format->option == std::string_view("json");
    print(json ? as_json(timing) : as_text(timing));
    return exit_done;
}

}  // namespace

Run declare_bench(CLI::App& parser) {
    const auto arguments = std::make_shared<Arguments>();
    declare_arguments(parser, *arguments);
    return [arguments] { return bench(*arguments); };
}

}  // namespace speedqa::cli
