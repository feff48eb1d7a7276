// How often the covariances of textures need the ordered sum, at the sizes of 1080p chroma to 4K luma; every
// entry is compared with the host's fp64.
#include "windows.h"

namespace speedqa::exact {
namespace {

constexpr std::uint32_t images = 512;

void count_fallbacks(int width, int height) {
    std::atomic<unsigned> fallbacks = 0;
    in_two_threads(images, [&](std::uint32_t part, Comparison& comparison) {
        std::mt19937_64 random = random_words(part);
        const Image image = texture(random, width, height);
        unsigned count = 0;
        for (int e = 0; e < 25; ++e)
            for (int f = 0; f <= e; ++f) {
                const WindowPair windows = element_windows(image, e, f);
                comparison.same("covariance_f32", bits_of(covariance_oracle(windows)),
                                bits_of(covariance_f32(windows, image.largest(), count)), part, e, f);
            }
        fallbacks += count;
    });
    std::cout << width << "x" << height << ": " << fallbacks << " of " << 325 * images << " entries"
              << std::endl;
    EXPECT_LT(fallbacks, 325 * images / 1000);
}

TEST(long_sum_full, fallbacks_at_60x33) {
    count_fallbacks(60, 33);
}
TEST(long_sum_full, fallbacks_at_120x67) {
    count_fallbacks(120, 67);
}
TEST(long_sum_full, fallbacks_at_240x135) {
    count_fallbacks(240, 135);
}

}  // namespace
}  // namespace speedqa::exact
