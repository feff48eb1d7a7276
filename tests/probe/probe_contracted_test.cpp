// The probe on operations that were compiled with -mfma -ffp-contract=fast must say that a*b + c is fused.
#include "report.h"

namespace speedqa::probe {
namespace {

TEST(ProbeContracted, MultiplyAddIsFused) {
    if (!has_fma()) GTEST_SKIP() << "this processor has no fma";
    for (const Operation operation : {Operation::multiply_add, Operation::multiply_add_f64}) {
        const Row& fused = row(operation);
        EXPECT_EQ(fused.fused, fused.telling) << fused.entry.text;
        EXPECT_EQ(fused.differ, fused.telling) << fused.entry.text;
        EXPECT_GT(fused.fused, fused.operands / 10) << fused.entry.text;
    }
}

TEST(ProbeContracted, TheRestIsAsEver) {
    if (!has_fma()) GTEST_SKIP() << "this processor has no fma";
    for (const Operation operation : {Operation::fused_multiply_add, Operation::divide_any,
                                      Operation::square_root_any, Operation::subnormal_sum})
        EXPECT_EQ(row(operation).differ, 0u) << row(operation).entry.text;
}

}  // namespace
}  // namespace speedqa::probe
