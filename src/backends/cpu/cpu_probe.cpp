// The CPU as a device of the probe: its operations in plain loops, compiled as the plain steps are, and where
// the processor has AVX2 and fma with these.
//
// Tests compile this file with flags that change results. Each loop is therefore flattened: no function of
// src/exact may be shared with code that was compiled otherwise.
#include "backends/cpu/cpu_probe.h"

#include <algorithm>
#include <thread>
#include <vector>

#define SPEEDQA_PROBE_BINARY64
#include "probe/operations.h"

#if defined(__x86_64__)
#define SPEEDQA_PROBE_WITH_FMA __attribute__((target("avx2,fma"), flatten))
#endif

namespace speedqa {
namespace {

using probe::Operands;
using probe::Operation;
using namespace probe;  // for the types of the lists

constexpr std::size_t block = 256;

// Operands first, then results: compilers put the loop with the operation alone into vectors.
template <class Type>
inline void run_block(std::uint64_t first, std::uint64_t* results, std::size_t count) {
    std::uint64_t a[block], b[block], c[block];
    for (std::size_t i = 0; i < count; ++i) {
        const Operands operands = Type::Set::at(first + i);
        a[i] = operands.a;
        b[i] = operands.b;
        c[i] = operands.c;
    }
    for (std::size_t i = 0; i < count; ++i) results[i] = Type::result({a[i], b[i], c[i]});
}

template <class Type>
inline std::uint64_t repeat_all(std::uint32_t count) {
    std::uint64_t sum = 0;
    for (std::uint32_t n = 0; n < count; ++n) sum += Type::result(Type::Set::Timed::at(n));
    return sum;
}

// The two loops, for the instructions that the compiler may use anyway, or more.
struct Loops {
    void (*run)(std::uint64_t first, std::uint64_t* results, std::size_t count);
    std::uint64_t (*repeat)(std::uint32_t count);
};

template <class Type>
struct Plain {
    __attribute__((flatten)) static void run(std::uint64_t first, std::uint64_t* results, std::size_t count) {
        run_block<Type>(first, results, count);
    }
    __attribute__((flatten)) static std::uint64_t repeat(std::uint32_t count) {
        return repeat_all<Type>(count);
    }
};

#ifdef SPEEDQA_PROBE_WITH_FMA
template <class Type>
struct WithFma {
    SPEEDQA_PROBE_WITH_FMA static void run(std::uint64_t first, std::uint64_t* results, std::size_t count) {
        run_block<Type>(first, results, count);
    }
    SPEEDQA_PROBE_WITH_FMA static std::uint64_t repeat(std::uint32_t count) {
        return repeat_all<Type>(count);
    }
};
#endif

template <template <class> class Compiled>
Loops loops_of(Operation operation) {
    static constexpr Loops loops[] = {
#define SPEEDQA_LOOPS(name, type) {&Compiled<type>::run, &Compiled<type>::repeat},
        SPEEDQA_PROBE_OPERATIONS(SPEEDQA_LOOPS)
#undef SPEEDQA_LOOPS
    };
    return loops[static_cast<int>(operation)];
}

Loops best_loops(Operation operation) {
#ifdef SPEEDQA_PROBE_WITH_FMA
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return loops_of<WithFma>(operation);
#endif
    return loops_of<Plain>(operation);
}

class CpuProbe : public probe::Device {
  public:
    bool has_binary64() const override { return true; }

    void run(Operation operation, std::uint64_t first, std::span<std::uint64_t> results) override {
        const Loops loops = best_loops(operation);
        const std::size_t threads = std::max(1u, std::thread::hardware_concurrency());
        std::vector<std::thread> running;
        for (std::size_t thread = 0; thread < threads; ++thread)
            running.emplace_back([=] {
                for (std::size_t i = thread * block; i < results.size(); i += threads * block)
                    loops.run(first + i, results.data() + i, std::min(block, results.size() - i));
            });
        for (std::thread& each : running) each.join();
    }

    void repeat(Operation operation, std::uint32_t count) override {
        volatile std::uint64_t sum = best_loops(operation).repeat(count);
        static_cast<void>(sum);
    }
};

}  // namespace

std::unique_ptr<probe::Device> make_cpu_probe() {
    return std::make_unique<CpuProbe>();
}

}  // namespace speedqa
