// Pooled values are those that libvmaf works out from the same scores.
#include "report/pooling.h"

#include <gtest/gtest.h>

#include <limits>

namespace speedqa {
namespace {

ScoreTable table_of(std::initializer_list<std::optional<float>> scores) {
    ScoreTable table({"other", "score"});
    std::int64_t frame = 0;
    for (const std::optional<float> score : scores) {
        const std::optional<float> row[] = {99.0f, score};
        table.add(frame++, row);
    }
    return table;
}

TEST(Pooling, values_that_can_be_worked_out_by_hand) {
    const PooledScore pooled = pool(table_of({3.0f, 0.0f, 1.0f}), 1);
    EXPECT_EQ(pooled.min, 0.0f);
    EXPECT_EQ(pooled.max, 3.0f);
    EXPECT_EQ(pooled.mean, 4.0 / 3.0);
    EXPECT_EQ(pooled.harmonic_mean, 3.0 / (0.25 + 1.0 + 0.5) - 1.0);
}

// speed_temporal of the 640x360 example clips, as libvmaf pools it.
TEST(Pooling, harmonic_mean_with_a_zero_exists) {
    const PooledScore pooled = pool(table_of({0.0f, 6.28544855f}), 1);
    EXPECT_EQ(pooled.harmonic_mean, 2.0 / (1.0 + 1.0 / (6.28544855f + 1.0)) - 1.0);
}

TEST(Pooling, an_absent_score_leaves_no_pooled_value) {
    const PooledScore pooled = pool(table_of({3.0f, std::nullopt, 1.0f}), 1);
    EXPECT_FALSE(pooled.min || pooled.max || pooled.mean || pooled.harmonic_mean);
    EXPECT_EQ(pool(table_of({3.0f, std::nullopt}), 0).mean, 99.0);
}

TEST(Pooling, nothing_to_pool_leaves_no_pooled_value) {
    const PooledScore pooled = pool(table_of({}), 1);
    EXPECT_FALSE(pooled.min || pooled.max || pooled.mean || pooled.harmonic_mean);
}

TEST(Pooling, a_value_that_is_not_finite_is_absent) {
    // 1/(x + 1) is +inf and -inf: their sum is not a number.
    const PooledScore pooled = pool(table_of({-1.0f, std::numeric_limits<float>::max()}), 1);
    EXPECT_EQ(pooled.harmonic_mean, -1.0);
    EXPECT_FALSE(pool(table_of({1.0f, -3.0f}), 1).harmonic_mean);  // the sum of the inverses is 0
}

}  // namespace
}  // namespace speedqa
