// Numbers as text give back the same bits and look the same in every locale.
#include "report/number_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace speedqa {
namespace {

float read_back(const std::string& text) {
    float value = 0.0f;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

TEST(Shortest, known_values) {
    EXPECT_EQ(shortest(0.0f), "0");
    EXPECT_EQ(shortest(5.10031271f), "5.1003127");
    EXPECT_EQ(shortest(0.1f), "0.1");
    EXPECT_EQ(shortest(0.1), "0.1");
    EXPECT_EQ(shortest(1000.0f), "1000");
    EXPECT_EQ(shortest(1e-7f), "1e-07");
    EXPECT_EQ(shortest(8.1668832098), "8.1668832098");
    EXPECT_EQ(shortest(static_cast<double>(0.1f)), "0.10000000149011612");
}

TEST(Shortest, gives_back_the_bits_of_any_finite_fp32) {
    constexpr std::uint32_t seed = 20240601;
    std::mt19937 random(seed);
    for (int i = 0; i < 200000; ++i) {
        const float value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        if (!std::isfinite(value)) continue;
        ASSERT_EQ(std::bit_cast<std::uint32_t>(read_back(shortest(value))),
                  std::bit_cast<std::uint32_t>(value))
            << shortest(value) << ", seed " << seed;
    }
    const float smallest = std::numeric_limits<float>::denorm_min();
    EXPECT_EQ(read_back(shortest(smallest)), smallest);
    EXPECT_EQ(read_back(shortest(std::numeric_limits<float>::max())), std::numeric_limits<float>::max());
}

TEST(Shortest, value_that_the_text_stands_for) {
    EXPECT_EQ(shortest_value(42.4934387f), 42.49344);
    EXPECT_NE(static_cast<double>(42.4934387f), 42.49344);
}

}  // namespace
}  // namespace speedqa
