// What the tests of src/exact share: random words from a printed seed, and failures that show every word in
// hex.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <thread>

#include "exact/binary64.h"

namespace speedqa::exact {

// The seed of this run: SPEEDQA_TEST_SEED where set, else a new one. Printed once, so that a failure can be
// repeated.
inline std::uint64_t seed() {
    static const std::uint64_t value = [] {
        const char* given = std::getenv("SPEEDQA_TEST_SEED");
        const std::uint64_t chosen = given ? std::strtoull(given, nullptr, 0) : std::random_device()();
        std::cout << "SPEEDQA_TEST_SEED=" << chosen << std::endl;
        return chosen;
    }();
    return value;
}

inline std::mt19937_64 random_words(std::uint64_t stream = 0) {
    return std::mt19937_64(seed() + stream);
}

inline double double_of(Binary64 x) {
    return std::bit_cast<double>(bits_of(x));
}
inline Binary64 f64_of(double x) {
    return f64_of_bits(std::bit_cast<std::uint64_t>(x));
}

// The bits of x, of any NaN those that src/exact returns.
inline std::uint32_t canonical(float x) {
    return x == x ? std::bit_cast<std::uint32_t>(x) : nan_bits;
}
inline std::uint64_t canonical(double x) {
    return x == x ? std::bit_cast<std::uint64_t>(x) : nan_bits_f64;
}

template <class Word>
std::string hex(Word word) {
    std::ostringstream text;
    text << std::hex << std::setfill('0') << std::setw(2 * sizeof(Word)) << word;
    return text.str();
}
inline std::string hex(float x) {
    return hex(std::bit_cast<std::uint32_t>(x));
}
inline std::string hex(double x) {
    return hex(std::bit_cast<std::uint64_t>(x));
}
inline std::string hex(bool x) {
    return x ? "true" : "false";
}

// Compares words and reports the first few that differ. One object a thread.
class Comparison {
  public:
    template <class Word, class... Operands>
    void same(const char* operation, Word expected, Word actual, Operands... operands) {
        ++comparisons_;
        if (expected == actual) [[likely]]
            return;
        if (++failures_ > 10) return;
        std::ostringstream text;
        text << operation << "(";
        ((text << " " << hex(operands)), ...);
        text << " ) is " << hex(expected) << ", not " << hex(actual) << "; SPEEDQA_TEST_SEED=" << seed();
        ADD_FAILURE() << text.str();
    }

    ~Comparison() { EXPECT_GT(comparisons_, 0u); }

  private:
    std::uint64_t comparisons_ = 0;
    std::uint64_t failures_ = 0;
};

// Calls work(part, comparison) for parts 0 to parts - 1, on two threads.
template <class Work>
void in_two_threads(std::uint32_t parts, Work work) {
    seed();
    std::atomic<std::uint32_t> next = 0;
    const auto take_parts = [&] {
        Comparison comparison;
        for (std::uint32_t part = next++; part < parts; part = next++) work(part, comparison);
    };
    std::thread other(take_parts);
    take_parts();
    other.join();
}

}  // namespace speedqa::exact
