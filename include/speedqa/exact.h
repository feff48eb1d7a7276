// The exact arithmetic as a library of headers: fp32 functions with the bits that fp64 would give, for host
// and device.
//
// Link the CMake target speedqa::exact, or compile with -ffp-contract=off (CUDA: -fmad=false) and without
// fast math: each operation must round once. docs/numerics.md has the claims and their proofs.
#pragma once

#include "exact/binary64_arithmetic.h"  // fp64 in software
#include "exact/constants.h"            // comparisons with 1e-6, the product with -0.5
#include "exact/divide.h"               // fp32 division
#include "exact/error_free.h"           // exact sums and products, pairs and triples
#include "exact/inverse_root.h"         // 1/sqrt(x) as through fp64
#include "exact/pairs_only.h"           // the policy that the steps of SpEED take
#include "exact/square_root.h"          // fp32 square root
