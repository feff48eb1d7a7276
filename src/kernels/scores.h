// The kernel for the scores of frame pairs.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "kernels/ordered_sum.h"
#include "speed/score.h"

namespace speedqa::kernels {

inline constexpr int scores_part = 512;  // blocks between two barriers

// What a thread saw.
struct ScoresSeen {
    unsigned fallbacks;
    unsigned not_finite;  // bit i: an entropy of plane i is not finite
};

struct ScoresLocal {
    float blocks[scores_part + 2 * read_ahead];
    ScoresSeen seen[scores_part];  // of each thread
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

// The sum of the block scores of plane `plane` of a pair, as in pair_score (speed/score.h): all threads
// compute block scores, the first one adds them in order. The result is that thread's.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE float block_score_sum(const Group& group, const FeatureBatch& batch, int pair, int plane,
                                          ScoresLocal& local, ScoresSeen& seen) {
    const int image = pair * batch.images_per_pair + 2 * plane;
    const int count = batch.tables.blocks();
    float sum = 0.0f;
    for (int first = 0; first < count; first += scores_part) {
        const int part = count - first < scores_part ? count - first : scores_part;
        for (int i = group.rank(); i < part; i += group.size()) {
            const BlockStatistics ref = statistics_of(batch, image, first + i);
            const BlockStatistics dis = statistics_of(batch, image + 1, first + i);
            local.blocks[i] = block_score<Arithmetic>(batch.tables, ref, dis, seen.fallbacks);
            if (!is_finite(ref.entropy) || !is_finite(dis.entropy)) seen.not_finite |= 1u << plane;
        }
        group.barrier();
        if (group.rank() == 0) sum = add_in_order(sum, local.blocks, part);
        group.barrier();
    }
    return sum;
}

template <class Arithmetic>
SPEEDQA_HOST_DEVICE PlaneScore plane_score(const FeatureBatch& batch, int pair, int plane, float sum,
                                           unsigned not_finite) {
    const int image = pair * batch.images_per_pair + 2 * plane;
    const bool ref_singular = batch.is_singular(image);
    const bool dis_singular = batch.is_singular(image + 1);
    const bool differ = ref_singular != dis_singular;
    const float score = differ ? 0.0f : Arithmetic::divide(sum, static_cast<float>(batch.tables.blocks()));
    const bool finite = (not_finite >> plane & 1) == 0 || differ;
    return {score, ref_singular || dis_singular, is_finite(score) && finite};
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
    ScoresSeen seen{0, 0};
    float sums[2] = {};
    for (int plane = 0; plane < plane_count; ++plane)
        sums[plane] = block_score_sum<Arithmetic>(group, batch, pair, plane, local, seen);
    local.seen[group.rank()] = seen;
    group.barrier();
    if (group.rank() != 0) return;
    for (int i = 1; i < group.size(); ++i) {
        seen.fallbacks += local.seen[i].fallbacks;
        seen.not_finite |= local.seen[i].not_finite;
    }
    PlaneScore planes[2] = {};
    for (int plane = 0; plane < plane_count; ++plane)
        planes[plane] = plane_score<Arithmetic>(batch, pair, plane, sums[plane], seen.not_finite);
    PairRecord record = pair_record(batch, pair, planes);
    record.fallbacks += seen.fallbacks;
    batch.records[pair] = record;
}

}  // namespace speedqa::kernels
