// Bars that stand for shares of the values.
#include "cli/sparkline.h"

#include <gtest/gtest.h>

namespace speedqa::cli {
namespace {

TEST(Sparkline, heights_follow_the_values) {
    EXPECT_EQ(sparkline({0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f}, 20, true), "▁▂▃▄▅▆▇█");
    EXPECT_EQ(sparkline({0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f}, 20, false), "_.:-=+*#");
    EXPECT_EQ(sparkline({1000.0f, 0.0f}, 20, true), "█▁");
}

TEST(Sparkline, more_values_than_bars_are_averaged) {
    EXPECT_EQ(sparkline({0.0f, 2.0f, 8.0f, 8.0f}, 2, true), "▁█");
    EXPECT_EQ(sparkline({0.0f, 6.0f, 2.0f, 2.0f, 1.0f, 1.0f}, 3, true), "█▅▁");
}

TEST(Sparkline, equal_and_absent_values) {
    EXPECT_EQ(sparkline({3.0f, 3.0f, 3.0f}, 20, true), "▁▁▁");
    EXPECT_EQ(sparkline({0.0f, std::nullopt, 1.0f}, 20, true), "▁ █");
    EXPECT_EQ(sparkline({std::nullopt}, 20, true), " ");
    EXPECT_EQ(sparkline({}, 20, true), "");
}

}  // namespace
}  // namespace speedqa::cli
