// The probe on the CPU as it is always built: what is fixed by IEEE 754 is right, and all of ours is.
#include <bit>
#include <cmath>

#include "report.h"

namespace speedqa::probe {
namespace {

TEST(Probe, EveryRowComparesEveryOperand) {
    EXPECT_EQ(report().rows.size(), catalogue().size());
    for (const Row& each : report().rows) {
        EXPECT_EQ(each.operands, small.operands) << each.entry.text;
        EXPECT_GT(each.seconds, 0) << each.entry.text;
    }
}

TEST(Probe, OursAreExact) {
    for (const Row& each : report().rows) EXPECT_EQ(each.entry.ours ? each.differ : 0, 0u) << each.entry.text;
    EXPECT_TRUE(report().exact());
}

TEST(Probe, TheProcessorIsExactWhereIeee754SaysHow) {
    using enum Operation;
    for (const Operation operation :
         {nothing, multiply_add, fused_multiply_add, sum, subnormal_sum, subnormal_product, divide,
          divide_any, square_root, square_root_any, multiply_add_f64, add_f64, multiply_f64, divide_f64,
          square_root_f64, inverse_root_f64})
        EXPECT_EQ(row(operation).differ, 0u) << row(operation).entry.text;
    EXPECT_EQ(row(multiply_add).fused, 0u);
    EXPECT_GT(row(multiply_add).telling, row(multiply_add).operands / 10);
    EXPECT_GT(row(multiply_add_f64).telling, row(multiply_add_f64).operands / 10);
}

// Two roundings are not one.
TEST(Probe, ItSeesDifferencesOfOneUlp) {
    const Row& inverse_root = row(Operation::inverse_root);
    EXPECT_GT(inverse_root.differ, inverse_root.operands / 10);
    EXPECT_EQ(inverse_root.ulps, 1u);
    const float x = std::bit_cast<float>(static_cast<std::uint32_t>(inverse_root.worst.operands.a));
    EXPECT_EQ(inverse_root.worst.given, std::bit_cast<std::uint32_t>(1.0f / std::sqrt(x)));
    EXPECT_EQ(inverse_root.worst.right,
              std::bit_cast<std::uint32_t>(static_cast<float>(1 / std::sqrt(double{x}))));
}

// A device whose results have a wrong bit, now and then.
class Faulty : public Device {
  public:
    bool has_binary64() const override { return false; }
    void run(Operation operation, std::uint64_t first, std::span<std::uint64_t> results) override {
        cpu_->run(operation, first, results);
        if (operation == Operation::our_divide && first == 0) results[77] ^= 4;
        if (operation == Operation::our_add_f64 && first == 0) results[5] = binary64.nan() + 1;
    }
    void repeat(Operation operation, std::uint32_t count) override { cpu_->repeat(operation, count); }

  private:
    std::unique_ptr<Device> cpu_ = make_cpu_probe();
};

TEST(Probe, OneWrongBitIsFound) {
    Faulty device;
    const Report faulty = run(device, {.operands = 4096, .least_seconds = 1e-5});
    EXPECT_FALSE(faulty.exact());
    EXPECT_EQ(faulty.rows.size(), catalogue().size() - 7);  // without fp64
    for (const Row& each : faulty.rows) {
        if (!each.entry.ours) continue;
        const bool divide = each.entry.operation == Operation::our_divide;
        const bool add = each.entry.operation == Operation::our_add_f64;
        EXPECT_EQ(each.differ, divide || add ? 1u : 0u) << each.entry.text;
        EXPECT_EQ(each.ulps, divide ? 4u : add ? ~std::uint64_t{0} : 0u) << each.entry.text;
    }
}

}  // namespace
}  // namespace speedqa::probe
