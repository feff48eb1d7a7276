// The operations of the probe, in the order of its tables.
#pragma once

// Each list expands X(name, type) for its operations; the types are those of operations.h.

// What a device offers in fp32.
#define SPEEDQA_PROBE_F32_OPERATIONS(X)                \
    X(nothing, native::Nothing)                        \
    X(multiply_add, native::MultiplyAdd)               \
    X(fused_multiply_add, native::FusedMultiplyAdd)    \
    X(sum, native::Sum)                                \
    X(subnormal_sum, native::SubnormalSum)             \
    X(subnormal_product, native::SubnormalProduct)     \
    X(divide, native::Divide<UsualPairs>)              \
    X(divide_any, native::Divide<AnyPairs>)            \
    X(square_root, native::SquareRoot<UsualNumbers>)   \
    X(square_root_any, native::SquareRoot<AnyNumbers>) \
    X(inverse_root, native::InverseRoot)               \
    X(log2, native::Log2)

// What src/exact computes instead.
#define SPEEDQA_PROBE_OUR_OPERATIONS(X)                      \
    X(our_sum, ours::SumInOrder)                             \
    X(our_divide, ours::Divide)                              \
    X(our_square_root, ours::SquareRoot)                     \
    X(our_inverse_root, ours::InverseRoot)                   \
    X(our_below_millionth, ours::BelowMillionth)             \
    X(our_less_than_millionth_of, ours::LessThanMillionthOf) \
    X(our_minus_half_product, ours::MinusHalfProduct)        \
    X(our_add_f64, ours::AddF64)                             \
    X(our_subtract_f64, ours::SubtractF64)                   \
    X(our_multiply_f64, ours::MultiplyF64)                   \
    X(our_divide_f64, ours::DivideF64)                       \
    X(our_square_root_f64, ours::SquareRootF64)              \
    X(our_compare_f64, ours::CompareF64)                     \
    X(our_widen, ours::Widen)                                \
    X(our_narrow, ours::Narrow)                              \
    X(our_from_integer, ours::FromInteger)                   \
    X(our_to_integer, ours::ToInteger)                       \
    X(our_log2_f32, ours::Log2F32)                           \
    X(our_log2_f64, ours::Log2F64)                           \
    X(our_add_entropy, ours::AddEntropy)                     \
    X(our_weighted_entropy, ours::WeightedEntropy)           \
    X(our_weighted_entropy_mixed, ours::WeightedEntropyMixed)

// What a device offers in fp64; only for those whose kernels may use it.
#define SPEEDQA_PROBE_F64_OPERATIONS(X)         \
    X(multiply_add_f64, native::MultiplyAddF64) \
    X(add_f64, native::AddF64)                  \
    X(multiply_f64, native::MultiplyF64)        \
    X(divide_f64, native::DivideF64)            \
    X(square_root_f64, native::SquareRootF64)   \
    X(inverse_root_f64, native::InverseRootF64) \
    X(log2_f64, native::Log2F64)

#define SPEEDQA_PROBE_OPERATIONS(X) \
    SPEEDQA_PROBE_F32_OPERATIONS(X) SPEEDQA_PROBE_F64_OPERATIONS(X) SPEEDQA_PROBE_OUR_OPERATIONS(X)
