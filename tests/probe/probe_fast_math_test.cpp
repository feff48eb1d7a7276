// The probe on operations that were compiled with -ffast-math must find divisions and roots wrong,
// subnormals lost, and that ours can't be exact there.
#include <iostream>

#include "report.h"

namespace speedqa::probe {
namespace {

TEST(ProbeFastMath, WrongOperationsAreFound) {
    if (!has_fma()) GTEST_SKIP() << "this processor has no fma";
    using enum Operation;
    for (const Operation operation :
         {multiply_add, divide, divide_any, square_root, square_root_any, subnormal_sum, subnormal_product}) {
        const Row& wrong = row(operation);
        std::cout << wrong.entry.text << ", " << wrong.entry.operands << ": "
                  << 100 * wrong.differ / wrong.operands << " % differ, by " << wrong.ulps
                  << " ulp at most\n";
        EXPECT_GT(wrong.differ, wrong.operands / 100) << wrong.entry.text;
        EXPECT_GT(wrong.ulps, 0u) << wrong.entry.text;
        EXPECT_NE(wrong.worst.given, wrong.worst.right) << wrong.entry.text;
    }
    EXPECT_GT(row(multiply_add).fused, 0u);
}

TEST(ProbeFastMath, OursAreNotExact) {
    if (!has_fma()) GTEST_SKIP() << "this processor has no fma";
    EXPECT_FALSE(report().exact());
}

}  // namespace
}  // namespace speedqa::probe
