// The CPU engine: the steps of the active SIMD level, each for all images of a batch.
#include "backends/cpu/simd_engine.h"

#include <algorithm>

#include "backends/cpu/step_table.h"
#include "exact/native_binary64.h"
#include "speed/eigenvalues.h"
#include "speed/linear_solve.h"
#include "speed/score.h"

namespace speedqa {
namespace {

using Arithmetic = exact::NativeBinary64;

constexpr std::size_t matrix_size = elements * elements;

// The steps of all images of one feature in a batch. Images are counted pair by pair, in the order of
// PairResult::singular.
struct FeatureImages {
    ScaleTables scale;
    Buffer<float> decimated;
    Buffer<float> small_images;
    Buffer<float> means;
    Buffer<float> covariances;
    Buffer<float> eigenvalues;
    Buffer<float> q;
    Buffer<float> r;
    Buffer<float> variances;
    Buffer<float> entropies;
    Buffer<float> block_scores;
    std::vector<const float*> small_image_of;
    std::unique_ptr<bool[]> stopped;
    std::unique_ptr<bool[]> singular;
    std::size_t image_size = 0;  // floats from one small image to the next
    std::size_t block_count = 0;
    int images = 0;

    FeatureImages(const FeaturePlan& feature, int batch) {
        const ImageTables& tables = feature.tables;
        const auto most = static_cast<std::size_t>(batch * feature.image_count());
        image_size = static_cast<std::size_t>(tables.small_width * tables.small_height);
        block_count = static_cast<std::size_t>(tables.blocks());
        decimated.at_least(image_size);
        small_images.at_least(image_size * most);
        means.at_least(elements * most);
        covariances.at_least(matrix_size * most);
        eigenvalues.at_least(elements * most);
        q.at_least(matrix_size);
        r.at_least(matrix_size);
        variances.at_least(block_count * most);
        entropies.at_least(block_count * most);
        block_scores.at_least(block_count);
        small_image_of.resize(most);
        stopped = std::make_unique<bool[]>(most);
        singular = std::make_unique<bool[]>(most);
        for (std::size_t i = 0; i < most; ++i) small_image_of[i] = small_images.data() + i * image_size;
    }

    float* small_image(int image) {
        return small_images.data() + static_cast<std::size_t>(image) * image_size;
    }
    float* variances_of(int image) {
        return variances.data() + static_cast<std::size_t>(image) * block_count;
    }
    float* entropies_of(int image) {
        return entropies.data() + static_cast<std::size_t>(image) * block_count;
    }
    BlockArrays blocks_of(int image) { return {entropies_of(image), variances_of(image)}; }
};

ImageSource image_source(const FeaturePlan& feature, const FramePair& pair, int image) {
    const int plane = feature.planes[image / 2];
    const bool distorted = image % 2 == 1;
    const Frame& frame = distorted ? pair.distorted : pair.reference;
    if (feature.request.feature == Feature::speed_chroma) return {frame.view.planes[plane], {}};
    const Frame& before = distorted ? pair.previous_distorted : pair.previous_reference;
    const Frame& subtracted = distorted && feature.request.options.use_ref_diff ? pair.reference : frame;
    return {before.view.planes[plane], subtracted.view.planes[plane]};
}

bool has_score(const FeaturePlan& feature, const FramePair& pair) {
    return feature.request.feature == Feature::speed_chroma || static_cast<bool>(pair.previous_reference);
}

bool all_finite(const float* values, std::size_t count) {
    unsigned infinite = 0;
    for (std::size_t i = 0; i < count; ++i) infinite |= is_finite(values[i]) ? 0u : 1u;
    return infinite == 0;
}

class SimdEngine : public Engine {
  public:
    SimdEngine(std::shared_ptr<const Plan> plan, int batch)
        : plan_(std::move(plan)), steps_(active_steps()), batch_(batch) {
        for (const FeaturePlan& feature : plan_->features) {
            images_.emplace_back(feature, batch_);
            if (feature.tables.prescale.taps > 0) steps_.prepare_scale(feature.tables, images_.back().scale);
        }
    }

    int batch() const override { return batch_; }

    void score(std::span<const FramePair> pairs, std::span<PairResult> results) override {
        const std::size_t features = plan_->features.size();
        first_images_.assign(pairs.size() * features, -1);
        for (std::size_t f = 0; f < features; ++f) {
            const FeaturePlan& feature = plan_->features[f];
            FeatureImages& images = images_[f];
            make_small_images(feature, pairs, f, images);
            image_statistics(feature, images);
            for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
                const std::size_t at = pair * features + f;
                results[at] =
                    first_images_[at] < 0 ? PairResult() : pair_result(feature, images, first_images_[at]);
            }
        }
    }

    ImageSteps steps(int pair, int feature, int image) override {
        const auto f = static_cast<std::size_t>(feature);
        FeatureImages& images = images_[f];
        const int first = first_images_.at(static_cast<std::size_t>(pair) * plan_->features.size() + f);
        if (first < 0) return {};
        const int i = first + image;
        ImageSteps steps;
        const auto copy = [i](const Buffer<float>& from, std::size_t size) {
            const float* begin = from.data() + static_cast<std::size_t>(i) * size;
            return std::vector<float>(begin, begin + size);
        };
        steps.small_image = copy(images.small_images, images.image_size);
        steps.means = copy(images.means, elements);
        steps.covariance = copy(images.covariances, matrix_size);
        steps.eigenvalues = copy(images.eigenvalues, elements);
        steps.variances = copy(images.variances, images.block_count);
        steps.entropies = copy(images.entropies, images.block_count);
        steps.singular = images.singular[static_cast<std::size_t>(i)];
        return steps;
    }

  private:
    void make_small_images(const FeaturePlan& feature, std::span<const FramePair> pairs, std::size_t f,
                           FeatureImages& images) {
        images.images = 0;
        for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
            if (!has_score(feature, pairs[pair])) continue;
            first_images_[pair * plan_->features.size() + f] = images.images;
            for (int image = 0; image < feature.image_count(); ++image) {
                decimate(feature, images, image_source(feature, pairs[pair], image));
                steps_.subtract_local_mean(feature.tables, images.decimated.data(), scratch_,
                                           images.small_image(images.images++));
            }
        }
    }

    void decimate(const FeaturePlan& feature, FeatureImages& images, const ImageSource& source) {
        const ImageTables& tables = feature.tables;
        if (tables.prescale.taps == 0)
            steps_.decimate(tables, source, scratch_, images.decimated.data());
        else
            steps_.scale_and_decimate(tables, images.scale, source, scratch_, images.decimated.data());
    }

    void image_statistics(const FeaturePlan& feature, FeatureImages& images) {
        const ImageTables& tables = feature.tables;
        fallbacks_.assign(static_cast<std::size_t>(images.images), 0);
        steps_.element_means(tables, images.small_image_of.data(), images.images, scratch_,
                             images.means.data());
        for (int i = 0; i < images.images; ++i)
            fallbacks_[static_cast<std::size_t>(i)] +=
                steps_.covariance_matrix(tables, images.small_image(i), images.means.data() + i * elements,
                                         scratch_, covariance_of(images, i));
        steps_.eigenvalues(images.covariances.data(), images.images, scratch_, images.eigenvalues.data(),
                           images.stopped.get());
        for (int i = 0; i < images.images; ++i) block_statistics(tables, images, i);
    }

    void block_statistics(const ImageTables& tables, FeatureImages& images, int i) {
        const float* eigenvalues = images.eigenvalues.data() + i * elements;
        bool& singular = images.singular[static_cast<std::size_t>(i)];
        float* variances = images.variances_of(i);
        float* entropies = images.entropies_of(i);
        unsigned& fallbacks = fallbacks_[static_cast<std::size_t>(i)];
        singular = any_eigenvalue_small<Arithmetic>(eigenvalues);
        if (!singular) {
            steps_.decompose(covariance_of(images, i), scratch_, images.q.data(), images.r.data());
            singular = any_pivot_small<Arithmetic>(images.r.data());
        }
        if (singular) {  // all variances are 0, so all entropies are the same
            std::fill_n(variances, images.block_count, 0.0f);
            fallbacks += steps_.block_entropies(eigenvalues, tables.sigma, variances, 1, entropies);
            std::fill_n(entropies, images.block_count, entropies[0]);
            return;
        }
        steps_.block_variances(tables, images.small_image(i), images.q.data(), images.r.data(), scratch_,
                               variances);
        fallbacks += steps_.block_entropies(eigenvalues, tables.sigma, variances, tables.blocks(), entropies);
    }

    PairResult pair_result(const FeaturePlan& feature, FeatureImages& images, int first) {
        PairResult result;
        for (int i = 0; i < feature.image_count(); ++i) {
            const auto at = static_cast<std::size_t>(first + i);
            result.singular[i] = images.singular[at];
            result.fallbacks += fallbacks_[at];
            if (images.stopped[at]) result.qr_limit = static_cast<std::uint8_t>(result.qr_limit | 1 << i);
        }
        bool finite[3] = {true, true, true};
        float scores[3] = {};
        for (int plane = 0; plane < feature.plane_count; ++plane)
            scores[plane] =
                plane_score(feature.tables, images, first + 2 * plane, result.fallbacks, finite[plane]);
        if (feature.request.feature == Feature::speed_chroma) {
            const bool u_singular = result.singular[0] || result.singular[1];
            const bool v_singular = result.singular[2] || result.singular[3];
            scores[2] = combined_score(scores[0], scores[1], u_singular, v_singular);
            finite[2] = u_singular == v_singular ? finite[0] && finite[1] : finite[u_singular ? 1 : 0];
        }
        for (int i = 0; i < score_count(feature.request.feature); ++i) {
            result.score[i] = capped(scores[i], feature.tables.max_score);
            if (!finite[i]) result.not_finite = static_cast<std::uint8_t>(result.not_finite | 1 << i);
        }
        return result;
    }

    // The score of images `ref` and `ref` + 1; not finite where the reference would write nan or inf, or took
    // log2 of what has none.
    float plane_score(const ImageTables& tables, FeatureImages& images, int ref, std::uint32_t& fallbacks,
                      bool& finite) {
        const bool ref_singular = images.singular[static_cast<std::size_t>(ref)];
        const bool dis_singular = images.singular[static_cast<std::size_t>(ref + 1)];
        float* blocks = images.block_scores.data();
        fallbacks += steps_.block_scores(tables, images.blocks_of(ref), images.blocks_of(ref + 1), blocks);
        const float score = pair_score<Arithmetic>(tables, blocks, ref_singular, dis_singular);
        finite = is_finite(score) && (ref_singular != dis_singular ||
                                      all_finite(images.entropies_of(ref), 2 * images.block_count));
        return score;
    }

    static float* covariance_of(FeatureImages& images, int i) {
        return images.covariances.data() + static_cast<std::size_t>(i) * matrix_size;
    }

    std::shared_ptr<const Plan> plan_;
    StepTable steps_;
    int batch_;
    Scratch scratch_;
    std::vector<FeatureImages> images_;
    std::vector<int> first_images_;    // of each pair and feature; -1 where the pair has no score
    std::vector<unsigned> fallbacks_;  // of each image
};

}  // namespace

std::unique_ptr<Engine> make_simd_engine(std::shared_ptr<const Plan> plan, int batch) {
    return std::make_unique<SimdEngine>(std::move(plan), batch);
}

}  // namespace speedqa
