// The engine of every GPU backend.
#include "backends/device/device_engine.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "api/error.h"
#include "backends/device/frame_uploads.h"
#include "backends/device/plane_sender.h"

namespace speedqa::device {
namespace {

// Memory of a queue, freed with it.
class Memory {
  public:
    Memory() = default;
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    ~Memory() { reset(); }

    void take_device(Queue& queue, std::size_t bytes) {
        reset();
        data_ = queue.allocate_device(bytes);
        queue_ = &queue;
        on_device_ = true;
    }
    void take_host(Queue& queue, std::size_t bytes) {
        reset();
        data_ = queue.allocate_host(bytes);
        queue_ = &queue;
        on_device_ = false;
    }
    unsigned char* data() const { return static_cast<unsigned char*>(data_); }

  private:
    void reset() {
        if (!queue_) return;
        on_device_ ? queue_->free_device(data_) : queue_->free_host(data_);
        queue_ = nullptr;
    }

    Queue* queue_ = nullptr;
    void* data_ = nullptr;
    bool on_device_ = false;
};

// A batch that uploads about this much keeps the link busy and the kernels of one batch hidden behind the
// next one's upload; the frames that wait in host memory are several times as many.
constexpr std::size_t usual_batch_bytes = std::size_t{1} << 28;
constexpr int smallest_usual_batch = 16;
constexpr int largest_usual_batch = 256;

// The kernels that take longest have one group for each image: fewer images leave compute units idle.
int usual_batch(const Plan& plan, int compute_units) {
    int images = 0;  // of a pair
    for (const FeaturePlan& feature : plan.features) images += feature.image_count();
    const int filling = (compute_units + images - 1) / images;
    const std::size_t pairs = usual_batch_bytes / (2 * frame_bytes(plan.format));
    return static_cast<int>(std::clamp<std::size_t>(std::max(pairs, static_cast<std::size_t>(filling)),
                                                    smallest_usual_batch, largest_usual_batch));
}

PairResult result_of(const kernels::PairRecord& record) {
    PairResult result;
    for (int i = 0; i < 3; ++i) result.score[i] = record.score[i];
    for (int i = 0; i < 4; ++i) result.singular[i] = record.singular >> i & 1;
    result.qr_limit = static_cast<std::uint8_t>(record.qr_limit);
    result.not_finite = static_cast<std::uint8_t>(record.not_finite);
    result.fallbacks = record.fallbacks;
    return result;
}

class DeviceEngine : public Engine {
  public:
    DeviceEngine(std::shared_ptr<const Plan> plan, const EngineSettings& settings,
                 std::unique_ptr<Queue> queue)
        : plan_(std::move(plan)),
          queue_(std::move(queue)),
          sender_(*queue_, staging_helpers(std::thread::hardware_concurrency())),
          graph_(settings.graph && !settings.profile) {
        if (settings.profile) profile_.emplace();
        wanted_batch_ = settings.batch > 0 ? settings.batch : fitting_batch();
        prepare(wanted_batch_);
    }

    ~DeviceEngine() override { wait_quietly(); }

    int batch() const override { return sizes_.pairs; }
    std::string note() const override { return note_; }
    bool replays_graph() const override { return recorded_; }

    std::vector<KernelTime> take_kernel_times() override {
        if (!profile_) return {};
        return std::exchange(*profile_, {});
    }

    std::size_t uploaded_bytes() const override { return uploaded_bytes_; }

    void score(std::span<const FramePair> pairs, std::span<PairResult> results) override {
        while (!pairs.empty()) {
            const std::size_t done = score_or_shrink(pairs, results);
            pairs = pairs.subspan(done);
            results = results.subspan(done * plan_->features.size());
        }
    }

    ImageSteps steps(int pair, int feature, int image) override {
        const kernels::FeatureBatch& batch = batches_.at(static_cast<std::size_t>(feature));
        ImageSteps steps;
        if (upload_.has_score[static_cast<std::size_t>(feature)][pair] == 0) return steps;
        const int at = pair * batch.images_per_pair + image;
        const auto read = [&](std::vector<float>& to, const float* from, int size) {
            to.resize(static_cast<std::size_t>(size));
            queue_->download(to.data(), from + static_cast<std::ptrdiff_t>(at) * size,
                             to.size() * sizeof(float));
        };
        read(steps.small_image, batch.small_image, batch.image_samples());
        read(steps.means, batch.means, elements);
        read(steps.covariance, batch.covariance, kernels::matrix_size);
        read(steps.eigenvalues, batch.eigenvalues, elements);
        read(steps.variances, batch.variances, batch.tables.blocks());
        read(steps.entropies, batch.entropies, batch.tables.blocks());
        std::uint32_t eigen_flags = 0, pivot_flags = 0;
        queue_->download(&eigen_flags, batch.eigen_flags + at, sizeof eigen_flags);
        queue_->download(&pivot_flags, batch.pivot_flags + at, sizeof pivot_flags);
        queue_->wait();
        steps.singular = (eigen_flags & kernels::small_eigenvalue_flag) != 0 || pivot_flags != 0;
        return steps;
    }

  private:
    // The usual batch, or less on a small device: engines that run side by side need room as well.
    int fitting_batch() {
        constexpr std::size_t share = 4;
        const std::size_t most = queue_->free_memory() / share;
        int pairs = usual_batch(*plan_, queue_->compute_units());
        while (pairs > 1 && device_bytes(pairs) > most) pairs /= 2;
        return pairs;
    }

    // Memory, and a graph, for batches of at most `pairs`.
    void prepare(int pairs) {
        for (;; pairs /= 2) {
            try {
                allocate(pairs);
                if (graph_) recorded_ = queue_->record(chains_of(sizes_.pairs, true));
                return;
            } catch (const Error& error) {
                if (error.status() != SPEEDQA_OUT_OF_MEMORY || pairs == 1) throw;
                note_smaller(pairs / 2, error);
            }
        }
    }

    void note_smaller(int pairs, const Error& error) {
        note_ = "batch of " + std::to_string(wanted_batch_) + " frame pairs made smaller, to " +
                std::to_string(pairs) + ": " + error.what();
    }

    std::size_t table_bytes() { return make_tables(*plan_, sizes_, nullptr, batches_).size(); }

    // Bytes of device memory for a batch.
    std::size_t device_bytes(int pairs) {
        sizes_ = batch_sizes(*plan_, pairs, queue_->has_binary64());
        Carver measure;
        measure.take<unsigned char>(table_bytes());
        carve_device(measure);
        return measure.used();
    }

    void allocate(int pairs) {
        const std::size_t bytes = device_bytes(pairs);
        check_free(bytes);
        device_memory_.take_device(*queue_, bytes);

        Carver host_measure;
        carve_upload(*plan_, sizes_, host_measure);
        carve_records(*plan_, sizes_, host_measure);
        host_memory_.take_host(*queue_, host_measure.used());

        Carver host(host_memory_.data());
        upload_ = carve_upload(*plan_, sizes_, host);
        records_ = carve_records(*plan_, sizes_, host);

        Carver device(device_memory_.data());
        const std::vector<unsigned char> tables =
            make_tables(*plan_, sizes_, device.take<unsigned char>(table_bytes()), batches_);
        carve_device(device);
        queue_->upload(device_memory_.data(), tables.data(), tables.size());
        queue_->wait();
    }

    // Drivers that lend the host's memory would rather be slow than refuse.
    void check_free(std::size_t bytes) {
        const std::size_t free = queue_->free_memory();
        if (bytes > free)
            throw Error(SPEEDQA_OUT_OF_MEMORY, "a batch of " + std::to_string(sizes_.pairs) +
                                                   " frame pairs needs " + std::to_string(bytes >> 20) +
                                                   " MiB of device memory, " + std::to_string(free >> 20) +
                                                   " MiB are free");
    }

    // Everything in device memory behind the tables.
    void carve_device(Carver& carver) {
        carve_work(*plan_, sizes_, carver, batches_);
        device_records_ = carve_records(*plan_, sizes_, carver);
        upload_begin_ = carver.take<unsigned char>(0);
        device_upload_ = carve_upload(*plan_, sizes_, carver);
        for (std::size_t i = 0; i < batches_.size(); ++i) {
            batches_[i].sources = device_upload_.sources[i];
            batches_[i].has_score = device_upload_.has_score[i];
            batches_[i].records = device_records_ + i * static_cast<std::size_t>(sizes_.pairs);
        }
    }

    std::vector<Chain> chains_of(int pairs, bool aligned) const {
        std::vector<Chain> chains;
        for (kernels::FeatureBatch batch : batches_) {
            batch.pairs = pairs;
            chains.push_back({batch, launch_list(batch, {sizes_.binary64, aligned})});
        }
        return chains;
    }

    // 0 where the device had no memory for the batch, which then becomes smaller. Some drivers find out only
    // when they run.
    std::size_t score_or_shrink(std::span<const FramePair> pairs, std::span<PairResult> results) {
        try {
            return score_some(pairs, results);
        } catch (const Error& error) {
            if (error.status() != SPEEDQA_OUT_OF_MEMORY || sizes_.pairs == 1) throw;
            wait_quietly();
            note_smaller(sizes_.pairs / 2, error);
            prepare(sizes_.pairs / 2);
            return 0;
        }
    }

    // Scores as many pairs as fit and returns how many.
    std::size_t score_some(std::span<const FramePair> pairs, std::span<PairResult> results) {
        FrameUploads uploads(*plan_, sizes_, queue_.get());
        uploads.start(upload_, device_upload_.planes);
        std::size_t count = 0;
        while (count < pairs.size() && uploads.add(pairs[count])) ++count;
        upload(uploads);
        for (const std::shared_ptr<void>& mark : uploads.marks()) queue_->wait_for(mark);
        if (recorded_ && uploads.pairs() == sizes_.pairs && uploads.aligned())
            queue_->replay();
        else
            launch(chains_of(uploads.pairs(), uploads.aligned()));
        const std::size_t features = batches_.size();
        const std::size_t capacity = static_cast<std::size_t>(sizes_.pairs);
        queue_->download(records_, device_records_, features * capacity * sizeof *records_);
        queue_->wait();
        for (std::size_t pair = 0; pair < count; ++pair)
            for (std::size_t feature = 0; feature < features; ++feature)
                results[pair * features + feature] = result_of(records_[feature * capacity + pair]);
        return count;
    }

    void launch(const std::vector<Chain>& chains) {
        if (!profile_) return queue_->launch(chains);
        for (const Chain& chain : chains)
            for (const Launch& launch : chain.launches)
                add_time(kernel_name(launch.kernel), queue_->timed_launch({chain.batch, {launch}}));
    }

    void add_time(const char* kernel, double milliseconds) {
        auto row = std::find_if(profile_->begin(), profile_->end(),
                                [kernel](const KernelTime& known) { return known.kernel == kernel; });
        if (row == profile_->end()) row = profile_->insert(row, KernelTime{kernel});
        ++row->launches;
        row->milliseconds += milliseconds;
    }

    void upload(const FrameUploads& uploads) {
        const std::size_t control = static_cast<std::size_t>(upload_.planes - host_memory_.data());
        queue_->upload(upload_begin_, host_memory_.data(), control);
        uploaded_bytes_ = control + uploads.link_bytes();
        sender_.send(uploads.planes(), {sizes_.shapes, upload_.planes, device_upload_.planes});
    }

    void wait_quietly() noexcept {
        try {
            queue_->wait();
        } catch (const Error&) {
        }
    }

    std::shared_ptr<const Plan> plan_;
    std::unique_ptr<Queue> queue_;
    PlaneSender sender_;
    Memory device_memory_;
    Memory host_memory_;
    BatchSizes sizes_;
    std::vector<kernels::FeatureBatch> batches_;  // of a full batch
    UploadArea upload_;                           // in host memory
    UploadArea device_upload_;
    unsigned char* upload_begin_ = nullptr;
    kernels::PairRecord* records_ = nullptr;  // in host memory
    kernels::PairRecord* device_records_ = nullptr;
    int wanted_batch_ = 0;
    const bool graph_;  // record one where the device can
    bool recorded_ = false;
    std::optional<std::vector<KernelTime>> profile_;
    std::size_t uploaded_bytes_ = 0;
    std::string note_;
};

}  // namespace

std::unique_ptr<Engine> make_device_engine(std::shared_ptr<const Plan> plan, const EngineSettings& settings,
                                           std::unique_ptr<Queue> queue) {
    return std::make_unique<DeviceEngine>(std::move(plan), settings, std::move(queue));
}

}  // namespace speedqa::device
