// What the checks of the CPU steps share: seeded inputs, guarded memory, comparison of bits, one line for
// each failure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "backends/cpu/step_table.h"
#include "speed/plan.h"

namespace speedqa::steps {

// Small, seeded, the same everywhere.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t bits();
    int below(int limit) { return static_cast<int>(bits() % static_cast<std::uint64_t>(limit)); }
    float uniform(float least, float most);
    float log_uniform(float least, float most);  // of one sign, as likely in each binade
    template <class T>
    T one_of(std::initializer_list<T> values) {
        return values.begin()[below(static_cast<int>(values.size()))];
    }

  private:
    std::uint64_t state_;
};

// Floats with guard values before and after, and vector_slack bytes to read; unset ones hold a NaN.
class Floats {
  public:
    explicit Floats(std::size_t count);
    Floats(std::initializer_list<float> values);
    float* data() { return memory_.data() + guards; }
    const float* data() const { return memory_.data() + guards; }
    std::size_t size() const { return memory_.size() - 2 * guards; }
    float& operator[](std::size_t i) { return data()[i]; }
    std::span<const float> values() const { return {data(), size()}; }
    bool guards_intact() const;

  private:
    static constexpr std::size_t guards = 2 * vector_slack / sizeof(float);
    std::vector<float> memory_;
};

// A plane of samples whose last byte is followed, and whose first is preceded, by memory that must not be
// touched: an access ends the program. `stride` may be negative.
class Plane {
  public:
    Plane(int width, int height, int bytes_per_sample, int padding, bool upside_down);
    ~Plane();
    Plane(const Plane&) = delete;
    Plane& operator=(const Plane&) = delete;
    void set(int x, int y, int sample);
    PlaneView view() const;
    int width() const { return width_; }
    int height() const { return height_; }

  private:
    int width_;
    int height_;
    int bytes_per_sample_;
    std::ptrdiff_t stride_;
    std::size_t mapped_;
    unsigned char* pages_;
    unsigned char* samples_;
};

struct Level {
    std::string name;
    unsigned mask;  // for restrict_targets
    StepTable steps;
};

// One step at one level.
class StepCheck {
  public:
    StepCheck(std::string step, const Level& level, std::uint64_t seed);

    Random random;
    const StepTable& steps;  // of the level
    StepTable plain;
    Scratch scratch;
    Scratch plain_scratch;

    // Both must hold the same bits, and the guards round `got` must be whole.
    void expect_equal(const std::string& what, const Floats& got, const Floats& want);
    void expect(bool holds, const std::string& what);
    int failures() const { return failures_; }
    int comparisons() const { return comparisons_; }

  private:
    void fail(const std::string& what);

    std::string step_;
    std::string level_;
    std::uint64_t seed_;
    int failures_ = 0;
    int comparisons_ = 0;
};

struct NamedCheck {
    const char* step;
    void (*run)(StepCheck& check);
};

std::vector<NamedCheck> filter_checks();
std::vector<NamedCheck> statistics_checks();
std::vector<NamedCheck> block_checks();

// Times each step at one level and prints nanoseconds and the ratio to the plain step.
void bench_steps(const Level& level, std::uint64_t seed);

// A plan whose small images have this size, with a chance share of samples more.
Plan plan_for(Random& random, int small_width, int small_height, const std::string& feature, int bit_depth);

// Values as a small image has them, by kind: noise, constant, steps, tiny, one lone sample.
inline constexpr int image_kinds = 6;
void fill_image(Random& random, int kind, Floats& image);

// A covariance matrix of 25 by 25, by kind: of noise, of few sources, diagonal, nearly singular, of blocks,
// zero.
inline constexpr int matrix_kinds = 7;
void fill_matrix(Random& random, int kind, float* matrix);

}  // namespace speedqa::steps
