// Maps instruction sets to Highway's targets.
#include "backends/cpu/cpu_features.h"

#include <cstdint>

#include "backends/cpu/simd_targets.h"
#include "backends/cpu/step_table.h"
#include "hwy/targets.h"

namespace speedqa {
namespace {

struct TargetInfo {
    std::int64_t target;
    const char* name;
    unsigned needs;  // the instruction sets, as bits of a mask
};

constexpr TargetInfo known_targets[] = {
#if HWY_ARCH_X86
    {HWY_SSE4, "sse4", 7},
    {HWY_AVX2, "avx2", 15},
    {HWY_AVX3, "avx512", 31},
#else
    {HWY_NEON, "neon", 1},
#endif
};

// Asked once and before anything is hidden: SupportedTargets() lets Highway dispatch to targets that are
// hidden.
std::int64_t machine_targets() {
    static const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
    return targets;
}

}  // namespace

std::vector<CpuLevel> cpu_levels() {
    std::vector<CpuLevel> levels = {{"plain", ~0u}};
    for (const TargetInfo& known : known_targets)
        if (machine_targets() & known.target) levels.push_back({known.name, ~known.needs});
    return levels;
}

void restrict_targets(unsigned mask) {
    machine_targets();
    std::int64_t hidden = 0;
    for (const TargetInfo& known : known_targets)
        if (known.needs & mask) hidden |= known.target;
    hwy::DisableTargets(hidden);
}

std::string active_cpu_level() {
    return active_steps().level;
}

}  // namespace speedqa
