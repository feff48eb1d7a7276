// Times every step on images as a 4K clip has them.
#include <chrono>
#include <cstdio>
#include <functional>

#include "steps/step_check.h"

namespace speedqa::steps {
namespace {

// The best of many runs, in microseconds.
double best_time(const std::function<void()>& run) {
    using Clock = std::chrono::steady_clock;
    double best = 1e9;
    const auto begin = Clock::now();
    for (int i = 0; i < 3 || (i < 400 && Clock::now() - begin < std::chrono::milliseconds(150)); ++i) {
        const auto start = Clock::now();
        run();
        const double time = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
        if (time < best) best = time;
    }
    return best;
}

// One frame's images and what the steps make of them.
class Workload {
  public:
    Workload(Random& random, int width, int height, const std::string& feature, int images)
        : count_(images),
          plan_(make_workload_plan(width, height, feature)),
          tables_(plan_.features[0].tables) {
        const auto size = static_cast<std::size_t>(tables_.small_width * tables_.small_height);
        plane_ = std::make_unique<Plane>(tables_.source_width, tables_.source_height, 1, 0, false);
        for (int y = 0; y < plane_->height(); ++y)
            for (int x = 0; x < plane_->width(); ++x)
                plane_->set(x, y, 100 + random.below(20) + (x / 37 + y / 23) % 2 * 50);
        for (int i = 0; i < images; ++i) {
            images_.emplace_back(size);
            fill_image(random, 0, images_.back());
        }
        for (const Floats& image : images_) pointers_.push_back(image.data());
    }

    // Runs each step of `steps` in turn and hands its time to `report`.
    void run(const StepTable& steps, const std::function<void(const char*, double)>& report) {
        Scratch scratch;
        ScaleTables prepared;
        const ImageSource source{plane_->view(), {}};
        Floats decimated(images_[0].size()), means(25 * images_.size()), covariances(625 * images_.size());
        Floats eigenvalues(25 * images_.size()), q(625), r(625);
        const auto blocks = static_cast<std::size_t>(tables_.blocks());
        Floats variances(blocks), entropies(blocks), scores(blocks);
        bool stopped[64];
        if (tables_.prescale.taps > 0) {
            steps.prepare_scale(tables_, prepared);
            report("scale_and_decimate", count_ * best_time([&] {
                                             steps.scale_and_decimate(tables_, prepared, source, scratch,
                                                                      decimated.data());
                                         }));
            return;
        }
        const auto each = [&](const std::function<void()>& step) { return count_ * best_time(step); };
        report("decimate", each([&] { steps.decimate(tables_, source, scratch, decimated.data()); }));
        report("subtract_local_mean", each([&] {
                   steps.subtract_local_mean(tables_, decimated.data(), scratch, images_[0].data());
               }));
        report("element_means", best_time([&] {
                   steps.element_means(tables_, pointers_.data(), count_, scratch, means.data());
               }));
        report("covariance_matrix", each([&] {
                   steps.covariance_matrix(tables_, pointers_[0], means.data(), scratch, covariances.data());
               }));
        for (int i = 1; i < count_; ++i) std::copy_n(covariances.data(), 625, covariances.data() + 625 * i);
        report("eigenvalues", best_time([&] {
                   steps.eigenvalues(covariances.data(), count_, scratch, eigenvalues.data(), stopped);
               }));
        report("decompose", each([&] { steps.decompose(covariances.data(), scratch, q.data(), r.data()); }));
        report("block_variances", each([&] {
                   steps.block_variances(tables_, pointers_[0], q.data(), r.data(), scratch,
                                         variances.data());
               }));
        report("block_entropies", each([&] {
                   steps.block_entropies(eigenvalues.data(), tables_.sigma, variances.data(),
                                         tables_.blocks(), entropies.data());
               }));
        const BlockArrays side{entropies.data(), variances.data()};
        report("block_scores",
               count_ / 2 * best_time([&] { steps.block_scores(tables_, side, side, scores.data()); }));
    }

  private:
    static Plan make_workload_plan(int width, int height, const std::string& feature) {
        FrameFormat format;
        format.width = width;
        format.height = height;
        return make_plan(format, {parse_feature(feature)});
    }

    int count_;
    Plan plan_;
    const ImageTables& tables_;
    std::unique_ptr<Plane> plane_;
    std::vector<Floats> images_;
    std::vector<const float*> pointers_;
};

}  // namespace

void bench_steps(const Level& level, std::uint64_t seed) {
    const struct {
        int width, height;
        const char* feature;
        int images;
    } workloads[] = {{3840, 2160, "speed_chroma", 4},
                     {3840, 2160, "speed_chroma=speed_prescale=0.5:speed_prescale_method=bilinear", 4},
                     {3840, 2160, "speed_temporal", 2},
                     {576, 324, "speed_chroma", 4},
                     {576, 324, "speed_chroma", 16}};
    for (const auto& load : workloads) {
        Random random(seed);
        Workload workload(random, load.width, load.height, load.feature, load.images);
        std::vector<double> plain;
        workload.run(plain_steps(), [&](const char*, double time) { plain.push_back(time); });
        std::size_t step = 0;
        double sum = 0.0;
        std::printf("%s, %dx%d %s, microseconds for %d images\n", level.name.c_str(), load.width, load.height,
                    load.feature, load.images);
        workload.run(level.steps, [&](const char* name, double time) {
            std::printf("  %-20s %10.2f  %6.1f times as fast as plain\n", name, time, plain[step++] / time);
            sum += time;
        });
        std::printf("  %-20s %10.2f\n", "all", sum);
    }
}

}  // namespace speedqa::steps
