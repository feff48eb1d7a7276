// Seeded inputs, guarded memory and the comparison of bits.
#include "steps/step_check.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace speedqa::steps {
namespace {

std::uint32_t bits_of(float value) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

constexpr float guard_value = -6.0e33f;
constexpr int most_failures_shown = 5;

std::size_t page_size() {
    return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

std::uint64_t Random::bits() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

float Random::uniform(float least, float most) {
    return least + (most - least) * static_cast<float>(bits() >> 40) * 0x1p-24f;
}

float Random::log_uniform(float least, float most) {
    return std::exp2(uniform(std::log2(least), std::log2(most)));
}

Floats::Floats(std::size_t count) : memory_(count + 2 * guards, guard_value) {
    for (std::size_t i = 0; i < count; ++i) data()[i] = std::numeric_limits<float>::quiet_NaN();
}

Floats::Floats(std::initializer_list<float> values) : Floats(values.size()) {
    std::copy(values.begin(), values.end(), data());
}

bool Floats::guards_intact() const {
    for (std::size_t i = 0; i < guards; ++i)
        if (memory_[i] != guard_value || memory_[memory_.size() - 1 - i] != guard_value) return false;
    return true;
}

Plane::Plane(int width, int height, int bytes_per_sample, int padding, bool upside_down)
    : width_(width), height_(height), bytes_per_sample_(bytes_per_sample) {
    const int row = width * bytes_per_sample;
    const std::size_t pitch = static_cast<std::size_t>(row + padding * bytes_per_sample);
    const std::size_t used = pitch * static_cast<std::size_t>(height - 1) + static_cast<std::size_t>(row);
    const std::size_t page = page_size();
    const std::size_t inner = (used + page - 1) / page * page;
    mapped_ = inner + 2 * page;
    void* memory = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no memory for a plane");
    pages_ = static_cast<unsigned char*>(memory);
    mprotect(pages_, page, PROT_NONE);
    mprotect(pages_ + page + inner, page, PROT_NONE);
    // At one end or at the other, so that both are watched.
    samples_ = pages_ + page + (height % 2 == 0 ? 0 : inner - used);
    stride_ = static_cast<std::ptrdiff_t>(pitch);
    if (!upside_down) return;
    samples_ += (height - 1) * stride_;
    stride_ = -stride_;
}

Plane::~Plane() {
    munmap(pages_, mapped_);
}

void Plane::set(int x, int y, int sample) {
    unsigned char* at = samples_ + y * stride_ + x * bytes_per_sample_;
    const std::uint16_t wide = static_cast<std::uint16_t>(sample);
    if (bytes_per_sample_ == 1)
        *at = static_cast<unsigned char>(sample);
    else
        std::memcpy(at, &wide, sizeof wide);
}

PlaneView Plane::view() const {
    return {samples_, stride_};
}

StepCheck::StepCheck(std::string step, const Level& level, std::uint64_t seed)
    : random(seed),
      steps(level.steps),
      plain(plain_steps()),
      step_(std::move(step)),
      level_(level.name),
      seed_(seed) {
    for (const char c : step_) random = Random(random.bits() ^ static_cast<std::uint64_t>(c));
}

void StepCheck::expect_equal(const std::string& what, const Floats& got, const Floats& want) {
    ++comparisons_;
    if (!got.guards_intact()) return fail(what + ": written outside of the result");
    for (std::size_t i = 0; i < want.size(); ++i) {
        const float g = got.data()[i];
        const float w = want.data()[i];
        if (bits_of(g) == bits_of(w) || (std::isnan(g) && std::isnan(w))) continue;
        char text[96];
        std::snprintf(text, sizeof text, ": first difference at %zu: %08x, plain %08x", i,
                      static_cast<unsigned>(bits_of(g)), static_cast<unsigned>(bits_of(w)));
        return fail(what + text);
    }
}

void StepCheck::expect(bool holds, const std::string& what) {
    ++comparisons_;
    if (!holds) fail(what);
}

void StepCheck::fail(const std::string& what) {
    if (++failures_ > most_failures_shown) return;
    std::printf("FAILED %s, %s: %s\n  repeat with: check_steps --level %s --step %s --seed %llu\n",
                step_.c_str(), level_.c_str(), what.c_str(), level_.c_str(), step_.c_str(),
                static_cast<unsigned long long>(seed_));
}

Plan plan_for(Random& random, int small_width, int small_height, const std::string& feature, int bit_depth) {
    FrameFormat format;
    FeatureRequest request = parse_feature(feature);
    format.chroma = ChromaSubsampling::yuv444;
    format.bit_depth = bit_depth;
    const double prescale = request.options.prescale;
    const auto size = [&](int small) {
        const int scaled = 16 * small + random.below(16);
        return static_cast<int>(std::ceil(scaled / prescale));
    };
    format.width = size(small_width);
    format.height = size(small_height);
    return make_plan(format, {request});
}

void fill_image(Random& random, int kind, Floats& image) {
    const float level = random.uniform(-20.0f, 20.0f);
    const std::size_t lone = static_cast<std::size_t>(random.below(static_cast<int>(image.size())));
    for (std::size_t i = 0; i < image.size(); ++i) {
        const float noise = random.uniform(-1.0f, 1.0f);
        switch (kind) {
            case 0:
                image[i] = 20.0f * noise;
                break;
            case 1:
                image[i] = level;
                break;
            case 2:
                image[i] = noise < 0.0f ? -255.0f : 255.0f;
                break;
            case 3:
                image[i] = noise * 1e-40f;
                break;
            case 4:
                image[i] = i == lone ? level : 0.0f;
                break;
            default:
                image[i] = 200.0f + 1e-3f * noise + (random.below(50) == 0 ? 55.0f : 0.0f);
        }
    }
}

}  // namespace speedqa::steps
