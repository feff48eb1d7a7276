// The SIMD levels of the CPU backend: which ones this machine has, and which may be used.
#pragma once

#include <string>
#include <vector>

namespace speedqa {

struct CpuLevel {
    std::string name;  // "plain", "sse4", "avx2", "avx512", "neon"
    unsigned mask;     // restrict_targets(mask) makes it the active one
};

// The levels that this machine and this build have, the slowest ("plain") first, whatever restrict_targets
// said.
std::vector<CpuLevel> cpu_levels();

// Hides instruction sets from the engines made from now on. Bits as in libvmaf's --cpumask: 1 SSE2, 2 SSSE3,
// 4 SSE4.1, 8 AVX2, 16 AVX-512, 32 AVX-512 of Ice Lake; on ARM: 1 NEON. A set that is hidden hides those
// that build on it as well; 0 hides nothing, ~0u leaves the plain steps. Not to be called while engines are
// being made.
void restrict_targets(unsigned mask);

// The name of the level of an engine made now.
std::string active_cpu_level();

}  // namespace speedqa
