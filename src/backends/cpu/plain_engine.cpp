// The plain CPU engine: the steps of src/speed one after the other, one image at a time.
#include "backends/cpu/plain_engine.h"

#include <cstdint>

#include "exact/native_binary64.h"
#include "speed/covariance.h"
#include "speed/eigenvalues.h"
#include "speed/entropy.h"
#include "speed/linear_solve.h"
#include "speed/samples.h"
#include "speed/score.h"
#include "speed/small_image.h"

namespace speedqa {
namespace {

using Arithmetic = exact::NativeBinary64;
using Matrix = float[elements * elements];

struct ImageResult {
    std::vector<float> variances;
    std::vector<float> entropies;
    bool singular = false;
    bool qr_limit = false;
};

template <class Source>
void make_small_image(const ImageTables& tables, const Source& source, ImageSteps& steps) {
    const ScaledSource<Arithmetic, Source> image{tables.prescale, source};
    const SerialGroup group;
    std::vector<float> decimated(static_cast<std::size_t>(tables.small_width * tables.small_height));
    float column_sums[decimate_columns];
    for (int row = 0; row < tables.small_height; ++row)
        decimate_row(group, tables, image, row, column_sums, decimated.data() + row * tables.small_width);
    steps.small_image.resize(decimated.size());
    subtract_local_mean(group, tables, decimated.data(), steps.small_image.data());
}

template <class Sample>
PlaneSource<Sample> plane_source(const ImageTables& tables, const PlaneView& plane) {
    return {plane.data, plane.stride, tables.sample_scale};
}

template <class Sample>
void small_image_of(const FeaturePlan& feature, const FramePair& pair, int image, ImageSteps& steps) {
    const ImageTables& tables = feature.tables;
    const int plane = feature.planes[image / 2];
    const bool distorted = image % 2 == 1;
    const Frame& frame = distorted ? pair.distorted : pair.reference;
    const auto current = plane_source<Sample>(tables, frame.view.planes[plane]);
    if (feature.request.feature == Feature::speed_chroma) {
        make_small_image(tables, current, steps);
        return;
    }
    const Frame& before = distorted ? pair.previous_distorted : pair.previous_reference;
    const Frame& subtracted = distorted && feature.request.options.use_ref_diff ? pair.reference : frame;
    make_small_image(tables,
                     DifferenceSource<Sample>{plane_source<Sample>(tables, before.view.planes[plane]),
                                              plane_source<Sample>(tables, subtracted.view.planes[plane])},
                     steps);
}

bool solve(const Matrix& covariance, float* q, float* r) {
    Matrix z, next_z, reflector, next_q;
    float vector[elements];
    decompose<Arithmetic>(SerialGroup(), covariance, SolveScratch{z, next_z, reflector, next_q, vector}, q,
                          r);
    return !any_pivot_small<Arithmetic>(r);
}

// Everything after the small image.
ImageResult image_statistics(const ImageTables& tables, ImageSteps& steps, unsigned& fallbacks) {
    const SerialGroup group;
    ImageResult result;
    const float* small_image = steps.small_image.data();
    steps.means.resize(elements);
    steps.covariance.resize(elements * elements);
    steps.eigenvalues.resize(elements);
    element_means<Arithmetic>(group, tables, small_image, steps.means.data());
    covariance_matrix<Arithmetic>(group, tables, small_image, steps.means.data(), steps.covariance.data(),
                                  fallbacks);

    Matrix covariance, matrix, q, r;
    std::copy(steps.covariance.begin(), steps.covariance.end(), covariance);
    std::copy(steps.covariance.begin(), steps.covariance.end(), matrix);
    float vector[elements], product[elements], subdiagonal[elements];
    tridiagonalise<Arithmetic>(group, matrix, vector, product, steps.eigenvalues.data(), subdiagonal);
    result.qr_limit = !tridiagonal_eigenvalues<Arithmetic>(steps.eigenvalues.data(), subdiagonal);

    result.singular = any_eigenvalue_small<Arithmetic>(steps.eigenvalues.data()) || !solve(covariance, q, r);
    for (int block = 0; block < tables.blocks(); ++block) {
        const float variance =
            result.singular ? 0.0f : block_variance<Arithmetic>(tables, small_image, block, q, r);
        result.variances.push_back(variance);
        result.entropies.push_back(
            block_entropy<Arithmetic>(steps.eigenvalues.data(), variance, tables.sigma, fallbacks));
    }
    steps.variances = result.variances;
    steps.entropies = result.entropies;
    steps.singular = result.singular;
    return result;
}

// The score of two images; not_finite where the reference would write nan or inf, or took log2 of what has
// none.
float score_images(const ImageTables& tables, const ImageResult& ref, const ImageResult& dis,
                   unsigned& fallbacks, bool& finite) {
    std::vector<float> blocks;
    bool entropies_finite = true;
    for (int block = 0; block < tables.blocks(); ++block) {
        const std::size_t i = static_cast<std::size_t>(block);
        entropies_finite = entropies_finite && is_finite(ref.entropies[i]) && is_finite(dis.entropies[i]);
        blocks.push_back(block_score<Arithmetic>(tables, {ref.entropies[i], ref.variances[i]},
                                                 {dis.entropies[i], dis.variances[i]}, fallbacks));
    }
    const float score = pair_score<Arithmetic>(tables, blocks.data(), ref.singular, dis.singular);
    finite = is_finite(score) && (entropies_finite || ref.singular != dis.singular);
    return score;
}

class PlainEngine : public Engine {
  public:
    PlainEngine(std::shared_ptr<const Plan> plan, int batch) : plan_(std::move(plan)), batch_(batch) {}

    int batch() const override { return batch_; }

    void score(std::span<const FramePair> pairs, std::span<PairResult> results) override {
        steps_.clear();
        auto result = results.begin();
        for (const FramePair& pair : pairs)
            for (const FeaturePlan& feature : plan_->features) *result++ = score_feature(feature, pair);
    }

    ImageSteps steps(int pair, int feature, int image) override {
        std::size_t at = 0;
        for (int p = 0; p <= pair; ++p)
            for (int f = 0; f < static_cast<int>(plan_->features.size()); ++f) {
                if (p == pair && f == feature) return steps_.at(at + static_cast<std::size_t>(image));
                at += static_cast<std::size_t>(plan_->features[static_cast<std::size_t>(f)].image_count());
            }
        return steps_.at(at);
    }

  private:
    PairResult score_feature(const FeaturePlan& feature, const FramePair& pair) {
        PairResult result;
        const bool temporal = feature.request.feature == Feature::speed_temporal;
        if (temporal && !pair.previous_reference) {  // the first frame scores 0
            steps_.resize(steps_.size() + 2);
            return result;
        }
        unsigned fallbacks = 0;
        std::vector<ImageResult> images;
        for (int image = 0; image < feature.image_count(); ++image) {
            ImageSteps& steps = steps_.emplace_back();
            if (feature.tables.wide_samples)
                small_image_of<std::uint16_t>(feature, pair, image, steps);
            else
                small_image_of<std::uint8_t>(feature, pair, image, steps);
            images.push_back(image_statistics(feature.tables, steps, fallbacks));
            result.singular[image] = images.back().singular;
            if (images.back().qr_limit)
                result.qr_limit = static_cast<std::uint8_t>(result.qr_limit | 1 << image);
        }
        bool finite[3] = {true, true, true};
        float scores[3] = {};
        for (int plane = 0; plane < feature.plane_count; ++plane)
            scores[plane] =
                score_images(feature.tables, images[static_cast<std::size_t>(2 * plane)],
                             images[static_cast<std::size_t>(2 * plane + 1)], fallbacks, finite[plane]);
        if (!temporal) {
            const bool u_singular = result.singular[0] || result.singular[1];
            const bool v_singular = result.singular[2] || result.singular[3];
            scores[2] = combined_score(scores[0], scores[1], u_singular, v_singular);
            finite[2] = u_singular == v_singular ? finite[0] && finite[1] : finite[u_singular ? 1 : 0];
        }
        for (int i = 0; i < score_count(feature.request.feature); ++i) {
            result.score[i] = capped(scores[i], feature.tables.max_score);
            if (!finite[i]) result.not_finite = static_cast<std::uint8_t>(result.not_finite | 1 << i);
        }
        result.fallbacks = fallbacks;
        return result;
    }

    std::shared_ptr<const Plan> plan_;
    int batch_;
    std::vector<ImageSteps> steps_;
};

}  // namespace

std::unique_ptr<Engine> make_plain_engine(std::shared_ptr<const Plan> plan, int batch) {
    return std::make_unique<PlainEngine>(std::move(plan), batch);
}

}  // namespace speedqa
