// Kernels for the scores of frame pairs.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "speed/score.h"

namespace speedqa::kernels {

SPEEDQA_HOST_DEVICE BlockStatistics statistics_of(const FeatureBatch& batch, int image, int block) {
    const int at = image * batch.tables.blocks() + block;
    return {batch.entropies[at], batch.variances[at]};
}

// The score of each block of plane y (planes numbered pair by pair), one for each thread along x.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void block_scores(const Group& group, const FeatureBatch& batch, float*) {
    const int plane = group.y();
    const Row<Group> threads(group);
    const int count = batch.tables.blocks();
    unsigned fallbacks = 0;
    for (int block = threads.rank(); block < count; block += threads.size())
        batch.block_scores[plane * count + block] =
            block_score<Arithmetic>(batch.tables, statistics_of(batch, 2 * plane, block),
                                    statistics_of(batch, 2 * plane + 1, block), fallbacks);
    if (fallbacks != 0) group.add(batch.fallbacks + 2 * plane, fallbacks);
}

struct PlaneScore {
    float score;
    bool singular;  // exactly what the other plane's score depends on: either image is singular
    bool finite;
};

// Not finite: where the reference would write nan or inf, or took log2 of what has none.
template <class Arithmetic>
SPEEDQA_HOST_DEVICE PlaneScore plane_score(const FeatureBatch& batch, int plane) {
    const int count = batch.tables.blocks();
    const bool ref_singular = batch.is_singular(2 * plane);
    const bool dis_singular = batch.is_singular(2 * plane + 1);
    bool finite = true;
    for (int block = 0; block < count; ++block)
        finite = finite && is_finite(statistics_of(batch, 2 * plane, block).entropy) &&
                 is_finite(statistics_of(batch, 2 * plane + 1, block).entropy);
    const float score =
        pair_score<Arithmetic>(batch.tables, batch.block_scores + plane * count, ref_singular, dis_singular);
    return {score, ref_singular || dis_singular,
            is_finite(score) && (finite || ref_singular != dis_singular)};
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

template <class Arithmetic>
SPEEDQA_HOST_DEVICE PairRecord pair_record(const FeatureBatch& batch, int pair) {
    PairRecord record{};
    if (batch.has_score[pair] == 0) return record;
    add_image_flags(batch, pair, record);
    const float max_score = batch.tables.max_score;
    const int planes = batch.images_per_pair / 2;
    const PlaneScore u = plane_score<Arithmetic>(batch, pair * planes);
    set_score(record, 0, u.score, u.finite, max_score);
    if (planes == 1) return record;
    const PlaneScore v = plane_score<Arithmetic>(batch, pair * planes + 1);
    set_score(record, 1, v.score, v.finite, max_score);
    const bool finite = u.singular == v.singular ? u.finite && v.finite : u.singular ? v.finite : u.finite;
    set_score(record, 2, combined_score(u.score, v.score, u.singular, v.singular), finite, max_score);
    return record;
}

// The records of the pairs, one for each thread along x.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void pair_scores(const Group& group, const FeatureBatch& batch, float*) {
    const Row<Group> threads(group);
    for (int pair = threads.rank(); pair < batch.pairs; pair += threads.size())
        batch.records[pair] = pair_record<Arithmetic>(batch, pair);
}

}  // namespace speedqa::kernels
