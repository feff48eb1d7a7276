// When a pivot makes a matrix singular.
#include "speed/linear_solve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "exact/native_binary64.h"
#include "exact/pairs_only.h"

namespace speedqa {
namespace {

template <class Arithmetic>
class PivotTest : public ::testing::Test {
  protected:
    // The verdict on an upper triangle of pivots 1 but for one. What lies below the diagonal counts for
    // nothing.
    static bool singular(int index, float pivot) {
        std::vector<float> r(elements * elements, 0.0f);
        for (int i = 0; i < elements; ++i) r[static_cast<std::size_t>(i * (elements + 1))] = 1.0f;
        r[static_cast<std::size_t>(index * (elements + 1))] = pivot;
        return any_pivot_small<Arithmetic>(r.data());
    }
};

using Arithmetics = ::testing::Types<exact::NativeBinary64, exact::PairsOnly<>>;
TYPED_TEST_SUITE(PivotTest, Arithmetics);

// 1e-6 in fp64 lies between two fp32 numbers, 1e-6f the one below it.
TYPED_TEST(PivotTest, TheLimitLiesJustAboveOneMillionthInFp32) {
    const float next = std::nextafter(1e-6f, 1.0f);
    for (int i = 0; i < elements; ++i) {
        EXPECT_TRUE(this->singular(i, 1e-6f)) << i;
        EXPECT_FALSE(this->singular(i, next)) << i;
    }
}

TYPED_TEST(PivotTest, TheSizeCountsNotTheSign) {
    EXPECT_TRUE(this->singular(3, -1e-6f));
    EXPECT_TRUE(this->singular(24, -0.0f));
    EXPECT_FALSE(this->singular(0, -std::nextafter(1e-6f, 1.0f)));
    EXPECT_FALSE(this->singular(7, -1e3f));
}

TYPED_TEST(PivotTest, NotANumberIsNotSmall) {
    EXPECT_FALSE(this->singular(12, std::nanf("")));
}

}  // namespace
}  // namespace speedqa
