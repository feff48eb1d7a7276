// The base-2 logarithm of MPFR, the judge of the tests beside it.
#pragma once

#include <mpfr.h>

#include <cmath>
#include <limits>

#include "check.h"

namespace speedqa::exact {

class MpfrNumber {
  public:
    explicit MpfrNumber(mpfr_prec_t bits) { mpfr_init2(value_, bits); }
    ~MpfrNumber() { mpfr_clear(value_); }
    MpfrNumber(const MpfrNumber&) = delete;
    MpfrNumber& operator=(const MpfrNumber&) = delete;
    mpfr_ptr get() { return value_; }

  private:
    mpfr_t value_;
};

// RN64(log2(x))
inline double log2_oracle(double x) {
    thread_local MpfrNumber number(53);
    mpfr_set_d(number.get(), x, MPFR_RNDN);
    mpfr_log2(number.get(), number.get(), MPFR_RNDN);
    return mpfr_get_d(number.get(), MPFR_RNDN);
}

// Numbers of the kinds that the logarithm treats differently, all of them positive and finite.
inline double any_double(std::mt19937_64& random) {
    const std::uint64_t bits = random() >> 1;
    return std::bit_cast<double>(bits % infinity_bits_f64 + (bits % infinity_bits_f64 == 0));
}

inline float any_float(std::mt19937_64& random) {
    return std::bit_cast<float>(1 + static_cast<std::uint32_t>(random() % (infinity_bits - 1)));
}

inline double near_one(std::mt19937_64& random) {
    const std::uint64_t distance = random() >> 13 >> random() % 51;
    const std::uint64_t one = std::bit_cast<std::uint64_t>(1.0);
    return std::bit_cast<double>(random() & 1 ? one + distance : one - distance);
}

inline double near_power_of_two(std::mt19937_64& random) {
    const std::uint64_t exponent = random() % 2047;
    const std::uint64_t bits = (exponent << 52) + random() % 5 - (exponent == 0 ? 0 : 2);
    return std::bit_cast<double>(bits == 0 ? std::uint64_t{1} : bits);
}

inline double subnormal(std::mt19937_64& random) {
    return std::bit_cast<double>(1 + random() % fraction_mask_f64);
}

}  // namespace speedqa::exact
