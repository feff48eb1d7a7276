// Which instruction sets Highway compiles the steps for; included before any Highway header.
#pragma once

// SSSE3 alone is too rare to be worth its code; SVE's vectors have no size at compile time, and every machine
// that has it has NEON. Where none of the rest is there, the plain steps run.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
