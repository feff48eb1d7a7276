// exp and sin in fp64, correctly rounded for the arguments that filters and scalers need, without the
// machine's libm.
#pragma once

namespace speedqa {

// exp(x) rounded to nearest even. Domain: -64 <= x <= 0. Evaluated to about 2^-95 before rounding
// (docs/numerics.md); shown by tests/steps/elementary_test.cpp against MPFR, for every argument that a filter
// can ask for.
double exp_binary64(double x);

// sin(x) rounded to nearest even. Domain: |x| <= 16, results of at least 2^-60. Evaluated to about 2^-90;
// shown by the same test, for every position of all scalings tried there.
double sin_binary64(double x);

}  // namespace speedqa
