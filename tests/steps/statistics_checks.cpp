// Checks of means, covariances, eigenvalues and the decomposition.
#include <algorithm>
#include <array>
#include <limits>

#include "steps/step_check.h"

namespace speedqa::steps {
namespace {

constexpr std::size_t matrix_size = elements * elements;

std::string size_text(const ImageTables& tables) {
    return std::to_string(tables.small_width) + "x" + std::to_string(tables.small_height);
}

std::size_t image_size(const ImageTables& tables) {
    return static_cast<std::size_t>(tables.small_width * tables.small_height);
}

void check_means(StepCheck& check) {
    for (const int width : {5, 9, 16, 20, 37, 60})
        for (int count = 1; count <= 17; ++count) {
            const Plan plan =
                plan_for(check.random, width, check.random.one_of({5, 7, 12}), "speed_chroma", 8);
            const ImageTables& tables = plan.features[0].tables;
            std::vector<Floats> images;
            std::vector<const float*> pointers;
            for (int i = 0; i < count; ++i) {
                images.emplace_back(image_size(tables));
                fill_image(check.random, check.random.below(image_kinds), images.back());
            }
            for (const Floats& image : images) pointers.push_back(image.data());
            Floats got(static_cast<std::size_t>(elements * count)),
                want(static_cast<std::size_t>(elements * count));
            check.plain.element_means(tables, pointers.data(), count, check.plain_scratch, want.data());
            check.steps.element_means(tables, pointers.data(), count, check.scratch, got.data());
            check.expect_equal(size_text(tables) + ", " + std::to_string(count) + " images", got, want);
        }
}

// Returns the fallbacks that the level took.
unsigned compare_covariances(StepCheck& check, const ImageTables& tables, const Floats& image,
                             const std::string& what) {
    Floats means(elements), got(matrix_size), want(matrix_size);
    const float* const pointer = image.data();
    check.plain.element_means(tables, &pointer, 1, check.plain_scratch, means.data());
    check.plain.covariance_matrix(tables, pointer, means.data(), check.plain_scratch, want.data());
    const unsigned fallbacks =
        check.steps.covariance_matrix(tables, pointer, means.data(), check.scratch, got.data());
    check.expect_equal(size_text(tables) + ", " + what, got, want);
    return fallbacks;
}

// Whole numbers that repeat after 32 rows and columns and sum to 0: all windows of 32 by 32 have mean 0 and
// exact sums, many of them in the middle between two fp32 numbers.
void fill_with_ties(Random& random, int width, Floats& image) {
    std::array<int, 32 * 32> tile;
    for (std::size_t i = 0; i < tile.size(); i += 2) {
        tile[i] = random.below(801) - 400;
        tile[i + 1] = -tile[i];
    }
    for (std::size_t i = tile.size() - 1; i > 0; --i)
        std::swap(tile[i], tile[static_cast<std::size_t>(random.below(static_cast<int>(i + 1)))]);
    for (std::size_t i = 0; i < image.size(); ++i) {
        const std::size_t y = i / static_cast<std::size_t>(width) % 32;
        const std::size_t x = i % static_cast<std::size_t>(width) % 32;
        image[i] = static_cast<float>(tile[y * 32 + x]);
    }
}

void check_covariances(StepCheck& check) {
    const int shapes[][2] = {{5, 5},   {9, 14},   {33, 20},  {36, 36}, {45, 25},
                             {61, 17}, {120, 67}, {17, 100}, {200, 5}};
    for (const auto& shape : shapes)
        for (int kind = 0; kind < image_kinds; ++kind) {
            const Plan plan = plan_for(check.random, shape[0], shape[1], "speed_chroma", 8);
            const ImageTables& tables = plan.features[0].tables;
            Floats image(image_size(tables));
            fill_image(check.random, kind, image);
            compare_covariances(check, tables, image, "kind " + std::to_string(kind));
        }
    Plan plan = plan_for(check.random, 36, 36, "speed_chroma", 8);
    ImageTables& tables = plan.features[0].tables;
    tables.window_width = tables.window_height = 32;
    unsigned fallbacks = 0;
    for (int i = 0; i < 20; ++i) {
        Floats image(image_size(tables));
        fill_with_ties(check.random, tables.small_width, image);
        fallbacks += compare_covariances(check, tables, image, "ties");
    }
    const bool is_plain = std::string(check.steps.level) == "plain";
    check.expect(is_plain || fallbacks > 0,
                 "sums in the middle between two fp32 numbers need the exact path");
}

void check_eigenvalues(StepCheck& check) {
    for (int count = 1; count <= 35; count += count < 18 ? 1 : 16)
        for (int round = 0; round < 4; ++round) {
            Floats matrices(matrix_size * static_cast<std::size_t>(count));
            for (int i = 0; i < count; ++i)
                fill_matrix(check.random, check.random.below(matrix_kinds),
                            matrices.data() + static_cast<std::size_t>(i) * matrix_size);
            // Not a number: the iteration runs to its limit.
            if (round == 3)
                matrices[3 * elements + 2] = matrices[2 * elements + 3] =
                    std::numeric_limits<float>::quiet_NaN();
            if (round == 2) matrices[0] = 3e38f;
            Floats got(static_cast<std::size_t>(elements * count)),
                want(static_cast<std::size_t>(elements * count));
            bool stopped[64], plain_stopped[64];
            check.plain.eigenvalues(matrices.data(), count, check.plain_scratch, want.data(), plain_stopped);
            check.steps.eigenvalues(matrices.data(), count, check.scratch, got.data(), stopped);
            check.expect_equal(std::to_string(count) + " matrices", got, want);
            check.expect(std::equal(stopped, stopped + count, plain_stopped),
                         std::to_string(count) + " matrices: which of them reach the limit of QR steps");
        }
}

void check_decompose(StepCheck& check) {
    for (int round = 0; round < 100; ++round) {
        const int kind = round % (matrix_kinds - 1);
        Floats matrix(matrix_size), q(matrix_size), r(matrix_size), plain_q(matrix_size),
            plain_r(matrix_size);
        fill_matrix(check.random, kind, matrix.data());
        check.plain.decompose(matrix.data(), check.plain_scratch, plain_q.data(), plain_r.data());
        check.steps.decompose(matrix.data(), check.scratch, q.data(), r.data());
        check.expect_equal("kind " + std::to_string(kind) + ", q", q, plain_q);
        check.expect_equal("kind " + std::to_string(kind) + ", r", r, plain_r);
    }
}

}  // namespace

std::vector<NamedCheck> statistics_checks() {
    return {{"element_means", check_means},
            {"covariance_matrix", check_covariances},
            {"eigenvalues", check_eigenvalues},
            {"decompose", check_decompose}};
}

}  // namespace speedqa::steps
