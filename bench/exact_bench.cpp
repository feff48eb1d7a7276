// Time of the correctly rounded functions of src/exact beside the host's own instructions; docs/numerics.md
// has the ratios.
#include <benchmark/benchmark.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "exact/binary64_arithmetic.h"
#include "exact/pairs_only.h"

namespace speedqa::exact {
namespace {

constexpr int count = 2048;  // three arrays stay in the first-level cache
constexpr int block = 256;

struct Floats {
    std::vector<float> a = std::vector<float>(count), b = a, result = a;

    Floats() {
        std::mt19937 random(1);
        std::uniform_real_distribution<float> distribution(0.01f, 100.0f);
        for (int i = 0; i < count; ++i) a[i] = distribution(random), b[i] = distribution(random);
    }
};

// Runs `attempt` on a block without branches; `whole` again on a block in which one attempt was not sure.
template <class Try, class Whole>
void in_blocks(Floats& floats, Try attempt, Whole whole) {
    for (int start = 0; start < count; start += block) {
        const float* a = floats.a.data() + start;
        const float* b = floats.b.data() + start;
        float* result = floats.result.data() + start;
        unsigned unsure = 0;
        for (int i = 0; i < block; ++i) {
            const Attempt tried = attempt(a[i], b[i]);
            result[i] = tried.value;
            unsure |= tried.sure ? 0u : 1u;
        }
        if (unsure == 0) continue;
        for (int i = 0; i < block; ++i) result[i] = whole(a[i], b[i]);
    }
}

template <class Function>
void time_floats(benchmark::State& state, Function function) {
    Floats floats;
    for (auto _ : state) {
        function(floats);
        benchmark::DoNotOptimize(floats.result.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * count);
}

template <class Function>
auto each(Function function) {
    return [function](Floats& floats) {
        for (int i = 0; i < count; ++i) floats.result[i] = function(floats.a[i], floats.b[i]);
    };
}

void divide_native(benchmark::State& state) {
    time_floats(state, each([](float a, float b) { return a / b; }));
}
void divide_corrected(benchmark::State& state) {
    time_floats(state, [](Floats& floats) {
        in_blocks(
            floats, [](float a, float b) { return attempt_divide_f32(a, b); },
            [](float a, float b) { return divide_f32(a, b); });
    });
}
void divide_in_integers(benchmark::State& state) {
    time_floats(state, each([](float a, float b) { return divide_in_integers_f32(a, b); }));
}
void square_root_native(benchmark::State& state) {
    time_floats(state, each([](float a, float) { return std::sqrt(a); }));
}
void square_root_corrected(benchmark::State& state) {
    time_floats(state, [](Floats& floats) {
        in_blocks(
            floats, [](float a, float) { return attempt_square_root_f32(a); },
            [](float a, float) { return square_root_f32(a); });
    });
}
void square_root_in_integers(benchmark::State& state) {
    time_floats(state, each([](float a, float) { return square_root_in_integers_f32(a); }));
}
void inverse_root_native(benchmark::State& state) {
    time_floats(state, each([](float a, float) { return static_cast<float>(1.0 / std::sqrt(double{a})); }));
}
void inverse_root_corrected(benchmark::State& state) {
    time_floats(state, [](Floats& floats) {
        in_blocks(
            floats, [](float a, float) { return attempt_inverse_root_f32(a); },
            [](float a, float) { return inverse_root_f32(a); });
    });
}
BENCHMARK(divide_native);
BENCHMARK(divide_corrected);
BENCHMARK(divide_in_integers);
BENCHMARK(square_root_native);
BENCHMARK(square_root_corrected);
BENCHMARK(square_root_in_integers);
BENCHMARK(inverse_root_native);
BENCHMARK(inverse_root_corrected);

// Independent operations on arrays of fp64 numbers, as words.
template <class Function>
void time_words(benchmark::State& state, Function function) {
    std::vector<Binary64> a(count), b(count), result(count);
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> distribution(0.01, 100.0);
    for (int i = 0; i < count; ++i) {
        a[i] = f64_of_bits(std::bit_cast<std::uint64_t>(distribution(random)));
        b[i] = f64_of_bits(std::bit_cast<std::uint64_t>(distribution(random)));
    }
    for (auto _ : state) {
        for (int i = 0; i < count; ++i) result[i] = function(a[i], b[i]);
        benchmark::DoNotOptimize(result.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * count);
}

template <class Function>
auto with_doubles(Function function) {
    return [function](Binary64 a, Binary64 b) {
        const double result = function(std::bit_cast<double>(bits_of(a)), std::bit_cast<double>(bits_of(b)));
        return f64_of_bits(std::bit_cast<std::uint64_t>(result));
    };
}

void add_native(benchmark::State& state) {
    time_words(state, with_doubles([](double a, double b) { return a + b; }));
}
void add_software(benchmark::State& state) {
    time_words(state, add_f64);
}
void subtract_software(benchmark::State& state) {
    time_words(state, subtract_f64);
}
void multiply_native(benchmark::State& state) {
    time_words(state, with_doubles([](double a, double b) { return a * b; }));
}
void multiply_software(benchmark::State& state) {
    time_words(state, multiply_f64);
}
void divide_native_f64(benchmark::State& state) {
    time_words(state, with_doubles([](double a, double b) { return a / b; }));
}
void divide_software(benchmark::State& state) {
    time_words(state, divide_f64);
}
void square_root_native_f64(benchmark::State& state) {
    time_words(state, with_doubles([](double a, double) { return std::sqrt(a); }));
}
void square_root_software(benchmark::State& state) {
    time_words(state, [](Binary64 a, Binary64) { return square_root_f64(a); });
}
BENCHMARK(add_native);
BENCHMARK(add_software);
BENCHMARK(subtract_software);
BENCHMARK(multiply_native);
BENCHMARK(multiply_software);
BENCHMARK(divide_native_f64);
BENCHMARK(divide_software);
BENCHMARK(square_root_native_f64);
BENCHMARK(square_root_software);

}  // namespace
}  // namespace speedqa::exact
