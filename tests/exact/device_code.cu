// A kernel that calls every device function of src/exact; compiled for CUDA and HIP, its code is searched for
// fp64.
#ifdef __HIPCC__
#include <hip/hip_runtime.h>
#endif

#include "exact/pairs_only.h"

namespace speedqa::exact {

template <class Arithmetic>
__device__ float steps(float a, float b) {
    const float quotient = Arithmetic::divide(a, b);
    const float root = Arithmetic::square_root(quotient);
    const float inverse_root = Arithmetic::inverse_root(root);
    const bool small = Arithmetic::below_millionth_of(a, b) || Arithmetic::millionth_exceeds(a, quotient) ||
                       Arithmetic::below_millionth(inverse_root);
    return small ? Arithmetic::minus_half_product(inverse_root, b) : inverse_root;
}

template <class Arithmetic>
__device__ float statistics(const float* samples, unsigned& fallbacks) {
    const float covariance =
        Arithmetic::covariance(samples, samples + 1, 8, 4, 4, samples[0], samples[1], fallbacks);
    const float entropy = Arithmetic::add_entropy(samples[2], covariance, fallbacks);
    const float weighted = Arithmetic::weighted_entropy(entropy, samples[3], fallbacks);
    return Arithmetic::weighted_entropy_mixed(weighted, samples[4], samples[5], WeightMix{}, fallbacks);
}

template <class Arithmetic>
__device__ float long_steps(const float* x, unsigned& fallbacks) {
    const float covariance = Arithmetic::covariance(x, x + 1, 10, 8, 8, x[2], x[3], fallbacks);
    const float entropy = Arithmetic::add_entropy(covariance, x[4], fallbacks);
    const float weighted = Arithmetic::weighted_entropy(entropy, x[5], fallbacks);
    return Arithmetic::weighted_entropy_mixed(weighted, x[6], x[7], WeightMix::half, fallbacks);
}

__device__ Binary64 binary64(Binary64 x, Binary64 y) {
    const Binary64 sum = add_f64(x, subtract_f64(y, multiply_f64(x, y)));
    const Binary64 root = square_root_f64(divide_f64(sum, y));
    if (less_equal_f64(root, x)) return add_f64(f64_from_i64(i64_from_f64(x)), f64_from_u64(u64_from_f64(y)));
    return add_f64(f64_from_i32(i32_from_f64(x)), f64_from_u32(u32_from_f64(y)));
}

__device__ FloatTriple triples(float a, float b) {
    const FloatPair pair = pair_multiply(pair_add(two_prod(a, b), two_prod_without_fma(b, a)), two_sum(a, b));
    const FloatPair other = pair_multiply_float(pair_add_float(pair, a), b);
    const FloatTriple triple = triple_add(renormalise(pair.high, pair.low, a), {other.high, other.low, 0.0f});
    return triple_multiply(triple_add_float(triple, a), triple_multiply_float(triple, b));
}

__global__ void every_function(float* floats, Binary64* doubles, FloatTriple* sums, unsigned* fallbacks) {
    floats[0] = steps<PairsOnly<>>(floats[1], floats[2]);
    floats[3] = steps<PairsOnly<NativeEstimate, true>>(floats[1], floats[2]);
    floats[8] = statistics<PairsOnly<>>(floats, *fallbacks);
    floats[9] = statistics<PairsOnly<NativeEstimate, true>>(floats, *fallbacks);
    floats[8] = long_steps<PairsOnly<>>(floats + 10, fallbacks[0]);
    floats[9] = long_steps<PairsOnly<NativeEstimate, true>>(floats + 10, fallbacks[0]);
    doubles[0] = binary64(f64_from_f32(floats[4]), doubles[1]);
    floats[5] = f32_from_f64(doubles[2]);
    sums[0] = triples(floats[6], floats[7]);
}

}  // namespace speedqa::exact
