// The kernel for the scores of frame pairs.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "speed/score.h"

namespace speedqa::kernels {

inline constexpr int scores_part = 512;  // blocks between two barriers

struct ScoresLocal {
    float blocks[scores_part];
    unsigned not_finite[scores_part];
    unsigned fallbacks[scores_part];  // of each thread
};

inline constexpr int scores_local_bytes = static_cast<int>(sizeof(ScoresLocal));

// The score of two images.
struct PlaneScore {
    float score;
    bool singular;  // either image
    bool finite;    // false where the reference would write nan or inf, or took log2 of what has none
};

SPEEDQA_HOST_DEVICE BlockStatistics statistics_of(const FeatureBatch& batch, int image, int block) {
    const int at = image * batch.tables.blocks() + block;
    return {batch.entropies[at], batch.variances[at]};
}

// As pair_score (speed/score.h) of the images 2*plane and 2*plane + 1: all threads compute block scores, the
// first one adds them in order. The result is that thread's.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE PlaneScore plane_score(const Group& group, const FeatureBatch& batch, int plane,
                                           ScoresLocal& local, unsigned& fallbacks) {
    const bool ref_singular = batch.is_singular(2 * plane);
    const bool dis_singular = batch.is_singular(2 * plane + 1);
    const int count = batch.tables.blocks();
    float sum = 0.0f;
    unsigned not_finite = 0;
    for (int first = 0; first < count; first += scores_part) {
        const int part = count - first < scores_part ? count - first : scores_part;
        for (int i = group.rank(); i < part; i += group.size()) {
            const BlockStatistics ref = statistics_of(batch, 2 * plane, first + i);
            const BlockStatistics dis = statistics_of(batch, 2 * plane + 1, first + i);
            local.blocks[i] = block_score<Arithmetic>(batch.tables, ref, dis, fallbacks);
            local.not_finite[i] = is_finite(ref.entropy) && is_finite(dis.entropy) ? 0 : 1;
        }
        group.barrier();
        if (group.rank() == 0)
            for (int i = 0; i < part; ++i) {
                sum += local.blocks[i];
                not_finite |= local.not_finite[i];
            }
        group.barrier();
    }
    const bool differ = ref_singular != dis_singular;
    const float score = differ ? 0.0f : Arithmetic::divide(sum, static_cast<float>(count));
    return {score, ref_singular || dis_singular, is_finite(score) && (not_finite == 0 || differ)};
}

SPEEDQA_HOST_DEVICE void add_image_flags(const FeatureBatch& batch, int pair, PairRecord& record) {
    for (int i = 0; i < batch.images_per_pair; ++i) {
        const int image = pair * batch.images_per_pair + i;
        if (batch.is_singular(image)) record.singular |= 1u << i;
        if ((batch.eigen_flags[image] & qr_limit_flag) != 0) record.qr_limit |= 1u << i;
        record.fallbacks += batch.fallbacks[image];
    }
}

SPEEDQA_HOST_DEVICE void set_score(PairRecord& record, int i, float score, bool finite, float max_score) {
    record.score[i] = capped(score, max_score);
    if (!finite) record.not_finite |= 1u << i;
}

SPEEDQA_HOST_DEVICE PairRecord pair_record(const FeatureBatch& batch, int pair, const PlaneScore* planes) {
    PairRecord record{};
    add_image_flags(batch, pair, record);
    const float max_score = batch.tables.max_score;
    const PlaneScore& u = planes[0];
    set_score(record, 0, u.score, u.finite, max_score);
    if (batch.images_per_pair == 2) return record;
    const PlaneScore& v = planes[1];
    set_score(record, 1, v.score, v.finite, max_score);
    const bool other_finite = u.singular ? v.finite : u.finite;
    const bool finite = u.singular == v.singular ? u.finite && v.finite : other_finite;
    set_score(record, 2, combined_score(u.score, v.score, u.singular, v.singular), finite, max_score);
    return record;
}

// The record of pair x.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void scores(const Group& group, const FeatureBatch& batch, float* memory) {
    auto& local = *reinterpret_cast<ScoresLocal*>(memory);
    const int pair = group.x();
    if (batch.has_score[pair] == 0) {
        if (group.rank() == 0) batch.records[pair] = PairRecord{};
        return;
    }
    const int plane_count = batch.images_per_pair / 2;
    PlaneScore planes[2] = {};
    unsigned fallbacks = 0;
    for (int plane = 0; plane < plane_count; ++plane)
        planes[plane] = plane_score<Arithmetic>(group, batch, pair * plane_count + plane, local, fallbacks);
    local.fallbacks[group.rank()] = fallbacks;
    group.barrier();
    if (group.rank() != 0) return;
    PairRecord record = pair_record(batch, pair, planes);
    for (int i = 0; i < group.size(); ++i) record.fallbacks += local.fallbacks[i];
    batch.records[pair] = record;
}

}  // namespace speedqa::kernels
