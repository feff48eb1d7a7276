// Scores frame pairs: one thread for each engine takes batches from a bounded queue; results wait in order.
#include "api/scorer.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <thread>

#include "api/error.h"
#include "api/frame_memory.h"
#include "backends/registry.h"
#include "speed/plan.h"

namespace speedqa {
namespace {

struct Batch {
    std::int64_t number = 0;
    std::vector<FramePair> pairs;
};

constexpr std::int64_t no_failure = std::numeric_limits<std::int64_t>::max();

}  // namespace

struct Scorer::State {
    std::vector<FeatureRequest> requests;
    std::vector<std::string> names;
    std::shared_ptr<const Plan> plan;
    Backend* backend = nullptr;
    DeviceInfo device;
    bool one_device = true;
    int subsample = 1;
    bool keeps_previous = false;
    std::size_t batch_size = 1;

    // Used by the pushing thread alone.
    std::int64_t pushed = 0;
    Frame previous_reference;
    Frame previous_distorted;
    Batch filling;

    std::mutex mutex;
    std::condition_variable work;  // a batch waits, or it is time to stop
    std::condition_variable done;  // a batch was taken or finished
    std::deque<Batch> queue;       // guarded by mutex, like all below
    std::map<std::int64_t, std::vector<FrameResult>> finished;
    std::int64_t running = 0;
    std::int64_t next_batch = 0;  // whose results are read next
    std::size_t next_in_batch = 0;
    std::int64_t failed_batch = no_failure;
    std::exception_ptr failure;
    bool stopping = false;

    std::vector<std::unique_ptr<Engine>> engines;
    std::vector<std::string> notes;
    std::vector<std::jthread> workers;

    ~State() {
        {
            const std::lock_guard lock(mutex);
            stopping = true;
        }
        work.notify_all();
    }

    void make_engines(const ScorerSettings& settings) {
        const DeviceChoice choice = choose_device(settings.backend, settings.device);
        backend = choice.backend;
        device = choice.device;
        add_engines(settings, device.index);
        for (const int index : settings.more_devices)
            add_engines(settings, choose_device(backend->name(), index).device.index);
        one_device = settings.more_devices.empty();
        batch_size = static_cast<std::size_t>(engines.front()->batch());
        for (const auto& engine : engines)
            batch_size = std::min(batch_size, static_cast<std::size_t>(engine->batch()));
        for (const auto& engine : engines) workers.emplace_back([this, &engine] { run(*engine); });
    }

    void add_engines(const ScorerSettings& settings, int index) {
        const bool cpu = device.backend == "cpu";
        const int count = settings.profile              ? 1
                          : cpu && settings.threads > 0 ? settings.threads
                                                        : backend->engines_per_device(index);
        EngineSettings engine_settings;
        engine_settings.device = index;
        engine_settings.batch = settings.batch;
        engine_settings.engines = count;
        engine_settings.graph = settings.graph;
        engine_settings.profile = settings.profile;
        for (int i = 0; i < count; ++i)
            if (!add_engine(engine_settings, i == 0)) break;
    }

    // False where there is no memory for an engine that only speeds the others up.
    bool add_engine(const EngineSettings& settings, bool needed) {
        try {
            engines.push_back(backend->make_engine(plan, settings));
            return true;
        } catch (const Error& error) {
            if (needed || error.status() != SPEEDQA_OUT_OF_MEMORY) throw;
            notes.push_back(std::string("one batch at a time on the device: ") + error.what());
            return false;
        }
    }

    void run(Engine& engine) {
        for (;;) {
            Batch batch;
            {
                std::unique_lock lock(mutex);
                work.wait(lock, [this] { return stopping || !queue.empty(); });
                if (stopping) return;
                batch = std::move(queue.front());
                queue.pop_front();
                ++running;
            }
            done.notify_all();
            std::vector<FrameResult> results;
            std::exception_ptr error;
            try {
                results = score(engine, batch);
            } catch (...) {
                error = std::current_exception();
            }
            const std::int64_t number = batch.number;
            batch.pairs.clear();  // the samples are free before the results are seen
            finish(number, std::move(results), error);
        }
    }

    std::vector<FrameResult> score(Engine& engine, const Batch& batch) const {
        const std::size_t features = requests.size();
        std::vector<PairResult> results(batch.pairs.size() * features);
        engine.score(batch.pairs, results);
        std::vector<FrameResult> frames;
        frames.reserve(batch.pairs.size());
        for (std::size_t i = 0; i < batch.pairs.size(); ++i) {
            const auto first = results.begin() + static_cast<std::ptrdiff_t>(i * features);
            frames.push_back({batch.pairs[i].index, {first, first + static_cast<std::ptrdiff_t>(features)}});
        }
        return frames;
    }

    void finish(std::int64_t number, std::vector<FrameResult> results, std::exception_ptr error) {
        {
            const std::lock_guard lock(mutex);
            --running;
            if (!error) {
                finished.emplace(number, std::move(results));
            } else if (number < failed_batch) {
                failed_batch = number;
                failure = error;
            }
        }
        done.notify_all();
    }

    // Waits for room: as many batches wait as there are engines.
    void enqueue_filling() {
        if (filling.pairs.empty()) return;
        {
            std::unique_lock lock(mutex);
            done.wait(lock, [this] { return queue.size() < engines.size() || failure; });
            if (failure) std::rethrow_exception(failure);
            const std::int64_t next = filling.number + 1;
            queue.push_back(std::move(filling));
            filling = Batch{next, {}};
        }
        work.notify_one();
    }
};

Scorer::Scorer(const FrameFormat& format, const std::vector<FeatureRequest>& requests,
               const ScorerSettings& settings)
    : state_(std::make_unique<State>()) {
    if (settings.subsample < 1)
        throw Error(SPEEDQA_INVALID_ARGUMENT,
                    "subsample " + std::to_string(settings.subsample) + ": must be 1 or more");
    if (settings.threads < 0 || settings.threads > 1024)
        throw Error(SPEEDQA_INVALID_ARGUMENT, "threads " + std::to_string(settings.threads) +
                                                  ": must be 0 (one for each core) to 1024");
    if (settings.batch < 0 || settings.batch > 4096)
        throw Error(SPEEDQA_INVALID_ARGUMENT,
                    "batch " + std::to_string(settings.batch) + ": must be 0 (the backend chooses) to 4096");
    state_->requests = requests;
    state_->subsample = settings.subsample;
    state_->plan = std::make_shared<const Plan>(make_plan(format, requests));
    for (const FeatureRequest& request : requests) {
        for (std::string& name : speedqa::score_names(request)) state_->names.push_back(std::move(name));
        if (request.feature == Feature::speed_temporal) state_->keeps_previous = true;
    }
    state_->make_engines(settings);
}

Scorer::~Scorer() = default;

const std::vector<FeatureRequest>& Scorer::requests() const {
    return state_->requests;
}
const std::vector<std::string>& Scorer::score_names() const {
    return state_->names;
}
const DeviceInfo& Scorer::device() const {
    return state_->device;
}
int Scorer::batch() const {
    return static_cast<int>(state_->batch_size);
}
int Scorer::engines() const {
    return static_cast<int>(state_->engines.size());
}
bool Scorer::replays_graph() const {
    return state_->engines.front()->replays_graph();
}
std::vector<KernelTime> Scorer::take_kernel_times() {
    return state_->engines.front()->take_kernel_times();
}
std::size_t Scorer::uploaded_bytes() const {
    std::size_t most = 0;
    for (const auto& engine : state_->engines) most = std::max(most, engine->uploaded_bytes());
    return most;
}
double Scorer::link_seconds(std::size_t bytes) const {
    return state_->backend->link_seconds(state_->device.index, bytes);
}

Frame Scorer::copy_to(FrameMemory memory, const Frame& frame) const {
    const FrameFormat& format = state_->plan->format;
    const auto copy = [&](const void* from, std::size_t bytes) {
        return state_->backend->copy_to(memory, state_->device.index, from, bytes);
    };
    Frame result = copy_frame_with(copy, format, planes_used(state_->requests), frame);
    if (memory == FrameMemory::device) {
        auto placement = std::make_shared<DevicePlacement>();
        for (int& step : placement->step) step = bytes_per_sample(format);
        result.device = std::move(placement);
    }
    return result;
}

std::vector<std::string> Scorer::notes() const {
    std::vector<std::string> notes = state_->notes;
    for (const auto& engine : state_->engines) notes.push_back(engine->note());
    std::sort(notes.begin(), notes.end());
    notes.erase(std::unique(notes.begin(), notes.end()), notes.end());
    if (!notes.empty() && notes.front().empty()) notes.erase(notes.begin());
    return notes;
}
bool Scorer::is_scored(std::int64_t frame) const {
    return frame % state_->subsample == 0;
}

void Scorer::push(Frame reference, Frame distorted) {
    State& state = *state_;
    const std::int64_t index = state.pushed++;
    if (is_scored(index)) {
        state.filling.pairs.push_back(
            {index, reference, distorted, state.previous_reference, state.previous_distorted});
    }
    if (state.keeps_previous) {
        state.previous_reference = std::move(reference);
        state.previous_distorted = std::move(distorted);
    }
    if (state.filling.pairs.size() == state.batch_size) state.enqueue_filling();
}

std::shared_ptr<void> Scorer::mark(void* stream) const {
    if (!state_->one_device)
        throw Error(SPEEDQA_UNSUPPORTED, "frames in device memory can be scored on one device only");
    return state_->backend->mark(state_->device.index, stream);
}

void Scorer::require_readable(const Frame& frame, const std::string& where) const {
    const DeviceInfo& device = state_->device;
    for (int plane = 0; plane < 3; ++plane) {
        const void* data = frame.view.planes[plane].data;
        if (!data) continue;
        const std::string owner = state_->backend->unreadable_memory(device.index, data);
        if (owner.empty()) continue;
        throw Error(SPEEDQA_INVALID_ARGUMENT,
                    where + ", plane " + "YUV"[plane] + " lies in the memory of " + owner + ", not of " +
                        device.backend + " device " + std::to_string(device.index) +
                        ": put the frame there, or use speedqa_push for frames in the host's memory");
    }
}

void Scorer::flush() {
    State& state = *state_;
    state.enqueue_filling();
    std::unique_lock lock(state.mutex);
    state.done.wait(lock, [&state] { return state.queue.empty() && state.running == 0; });
    if (state.failure) std::rethrow_exception(state.failure);
}

std::optional<FrameResult> Scorer::next_result() {
    State& state = *state_;
    const std::lock_guard lock(state.mutex);
    const auto found = state.finished.find(state.next_batch);
    if (found == state.finished.end() || state.next_batch >= state.failed_batch) return std::nullopt;
    FrameResult result = std::move(found->second[state.next_in_batch]);
    if (++state.next_in_batch == found->second.size()) {
        state.finished.erase(found);
        ++state.next_batch;
        state.next_in_batch = 0;
    }
    return result;
}

std::vector<std::optional<float>> scores_of(const FrameResult& result,
                                            const std::vector<FeatureRequest>& requests) {
    std::vector<std::optional<float>> scores;
    for (std::size_t feature = 0; feature < requests.size(); ++feature) {
        const PairResult& pair = result.features[feature];
        for (int i = 0; i < score_count(requests[feature].feature); ++i) {
            if (pair.not_finite >> i & 1)
                scores.emplace_back();
            else
                scores.emplace_back(pair.score[i]);
        }
    }
    return scores;
}

std::vector<DeviceInfo> list_devices() {
    return all_devices();
}

}  // namespace speedqa
