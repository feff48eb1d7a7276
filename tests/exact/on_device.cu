// Runs src/exact on a CUDA device: every fp32 operand of the roots, 2^32 pairs for the rest, against the
// device's own correctly rounded instructions and fp64; then times both. Exit code 77 where there is no
// device.
#include <cstdio>

#include "exact/pairs_only.h"

namespace speedqa::exact {
namespace {

__device__ std::uint32_t canonical(float x) {
    return x == x ? bits_of(x) : nan_bits;
}

// A word that depends on every bit of n (the finaliser of SplitMix64).
__device__ std::uint64_t scrambled(std::uint64_t n) {
    n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9u;
    n = (n ^ n >> 27) * 0x94d049bb133111ebu;
    return n ^ n >> 31;
}

// Each functor gives the exact function's word and the device's for operand n.
struct Words {
    std::uint32_t expected, actual;
};

template <bool force_fallback>
struct Divide {
    static constexpr const char* name = "divide_f32";
    __device__ static Words words(std::uint64_t n) {
        const std::uint64_t word = scrambled(n);
        const float a = float_of(static_cast<std::uint32_t>(word)),
                    b = float_of(static_cast<std::uint32_t>(word >> 32));
        return {canonical(__fdiv_rn(a, b)), bits_of(divide_f32<NativeEstimate, force_fallback>(a, b))};
    }
};

template <bool force_fallback>
struct SquareRoot {
    static constexpr const char* name = "square_root_f32";
    __device__ static Words words(std::uint64_t n) {
        const float x = float_of(static_cast<std::uint32_t>(n));
        return {canonical(__fsqrt_rn(x)), bits_of(square_root_f32<NativeEstimate, force_fallback>(x))};
    }
};

template <bool force_fallback>
struct InverseRoot {
    static constexpr const char* name = "inverse_root_f32";
    __device__ static Words words(std::uint64_t n) {
        const float x = float_of(static_cast<std::uint32_t>(n));
        const float expected = static_cast<float>(__ddiv_rn(1.0, __dsqrt_rn(static_cast<double>(x))));
        return {canonical(expected), bits_of(inverse_root_f32<NativeEstimate, force_fallback>(x))};
    }
};

template <bool force_fallback>
struct Millionth {
    static constexpr const char* name = "less_than_millionth_of";
    __device__ static Words words(std::uint64_t n) {
        const float x = float_of(static_cast<std::uint32_t>(n));
        const double product = 1e-6 * static_cast<double>(x);
        const std::uint32_t near =
            bits_of(static_cast<float>(product)) + static_cast<std::uint32_t>(scrambled(n) % 3) - 1;
        const float bound = float_of(near);
        return {static_cast<double>(bound) < product, less_than_millionth_of<force_fallback>(bound, x)};
    }
};

struct MinusHalfProduct {
    static constexpr const char* name = "minus_half_product";
    __device__ static Words words(std::uint64_t n) {
        const std::uint64_t word = scrambled(n);
        const float a = float_of(static_cast<std::uint32_t>(word)),
                    b = float_of(static_cast<std::uint32_t>(word >> 32));
        const double product = -0.5 * static_cast<double>(a) * static_cast<double>(b);
        return {canonical(static_cast<float>(product)), bits_of(minus_half_product(a, b))};
    }
};

struct Result {
    unsigned long long compared, mismatches, first, checksum;
};

template <class Function>
__global__ void compare(Result* result) {
    unsigned long long compared = 0, mismatches = 0;
    for (std::uint64_t n = blockIdx.x * blockDim.x + threadIdx.x; n < std::uint64_t{1} << 32;
         n += gridDim.x * blockDim.x) {
        const Words words = Function::words(n);
        ++compared;
        if (words.expected == words.actual) continue;
        ++mismatches;
        atomicMin(&result->first, n);
    }
    atomicAdd(&result->compared, compared);
    atomicAdd(&result->mismatches, mismatches);
}

// The time of `actual` or `expected` alone, on operands with exponents from 2^-8 to 2^7, as the algorithm has
// them.
template <class Function, bool exact>
__global__ void repeat(Result* result) {
    std::uint32_t sum = 0;
    for (std::uint32_t n = blockIdx.x * blockDim.x + threadIdx.x; n < 1u << 30; n += gridDim.x * blockDim.x) {
        const std::uint32_t a = 0x3b800000u + (n * 2654435761u >> 5),
                            b = 0x3b800000u + (n * 2246822519u >> 5);
        sum += Function::template value<exact>(float_of(a), float_of(b));
    }
    atomicAdd(&result->checksum, sum);
}

struct TimeDivide {
    template <bool exact>
    __device__ static std::uint32_t value(float a, float b) {
        return bits_of(exact ? divide_f32(a, b) : __fdiv_rn(a, b));
    }
};
struct TimeSquareRoot {
    template <bool exact>
    __device__ static std::uint32_t value(float a, float b) {
        return bits_of(exact ? square_root_f32(a) : __fsqrt_rn(a)) + bits_of(b);
    }
};
struct TimeInverseRoot {
    template <bool exact>
    __device__ static std::uint32_t value(float a, float b) {
        return bits_of(exact ? inverse_root_f32(a) : static_cast<float>(1.0 / sqrt(static_cast<double>(a)))) +
               bits_of(b);
    }
};

constexpr int blocks = 4096, threads = 256;

template <class Function>
bool check(Result* result) {
    *result = {0, 0, ~0ull, 0};
    compare<Function><<<blocks, threads>>>(result);
    const cudaError_t status = cudaDeviceSynchronize();
    std::printf("%-24s %llu compared, %llu differ", Function::name, result->compared, result->mismatches);
    if (result->mismatches != 0) std::printf(", first at operand %llx", result->first);
    std::printf(status == cudaSuccess ? "\n" : ": %s\n", cudaGetErrorString(status));
    return status == cudaSuccess && result->compared == 1ull << 32 && result->mismatches == 0;
}

template <class Function, bool exact>
float nanoseconds(Result* result) {
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    repeat<Function, exact><<<blocks, threads>>>(result);
    cudaEventRecord(start);
    repeat<Function, exact><<<blocks, threads>>>(result);
    cudaEventRecord(stop);
    cudaDeviceSynchronize();
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, start, stop);
    return milliseconds * 1e6f / (1u << 30);
}

template <class Function>
void time(const char* name, Result* result) {
    const float exact = nanoseconds<Function, true>(result);
    const float vendor = nanoseconds<Function, false>(result);
    std::printf("%-24s %.5f ns an operation, the vendor's %.5f ns\n", name, exact, vendor);
}

int run() {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::printf("no CUDA device\n");
        return 77;
    }
    Result* result = nullptr;
    if (cudaMallocManaged(&result, sizeof(Result)) != cudaSuccess) return 1;
    bool good = true;
    good &= check<Divide<false>>(result) & check<Divide<true>>(result);
    good &= check<SquareRoot<false>>(result) & check<SquareRoot<true>>(result);
    good &= check<InverseRoot<false>>(result) & check<InverseRoot<true>>(result);
    good &= check<Millionth<false>>(result) & check<Millionth<true>>(result);
    good &= check<MinusHalfProduct>(result);
    time<TimeDivide>("divide_f32", result);
    time<TimeSquareRoot>("square_root_f32", result);
    time<TimeInverseRoot>("inverse_root_f32", result);
    return good ? 0 : 1;
}

}  // namespace
}  // namespace speedqa::exact

int main() {
    return speedqa::exact::run();
}
