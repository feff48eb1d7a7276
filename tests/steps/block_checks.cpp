// Checks of what is computed for each block: variances, entropies, scores.
#include <algorithm>
#include <cmath>
#include <limits>

#include "steps/step_check.h"

namespace speedqa::steps {
namespace {

constexpr std::size_t matrix_size = elements * elements;

void check_variances(StepCheck& check) {
    for (const int width : {5, 10, 15, 35, 40, 42, 75, 80, 85, 120, 165})
        for (int kind = 0; kind < image_kinds; ++kind) {
            const Plan plan =
                plan_for(check.random, width, check.random.one_of({5, 10, 17, 34}), "speed_chroma", 8);
            const ImageTables& tables = plan.features[0].tables;
            Floats image(static_cast<std::size_t>(tables.small_width * tables.small_height));
            Floats matrix(matrix_size), q(matrix_size), r(matrix_size);
            fill_image(check.random, kind, image);
            fill_matrix(check.random, check.random.one_of({0, 2, 3}), matrix.data());
            check.plain.decompose(matrix.data(), check.plain_scratch, q.data(), r.data());
            const auto blocks = static_cast<std::size_t>(tables.blocks());
            Floats got(blocks), want(blocks);
            check.plain.block_variances(tables, image.data(), q.data(), r.data(), check.plain_scratch,
                                        want.data());
            check.steps.block_variances(tables, image.data(), q.data(), r.data(), check.scratch, got.data());
            check.expect_equal(std::to_string(blocks) + " blocks, kind " + std::to_string(kind), got, want);
        }
}

// A variance as blocks have it, or an odd one.
float some_variance(Random& random) {
    switch (random.below(12)) {
        case 0:
            return 0.0f;
        case 1:
            return -random.log_uniform(1e-6f, 1e3f);
        case 2:
            return random.log_uniform(1e-38f, 1e-6f);
        case 3:
            return random.log_uniform(1e9f, 1e30f);
        default:
            return random.log_uniform(1e-4f, 1e4f);
    }
}

void check_entropies(StepCheck& check) {
    for (int round = 0; round < 400; ++round) {
        const int blocks = 1 + check.random.below(70);
        const float sigma = check.random.one_of({0.1f, 0.19f, 0.29f, 2.0f, 1e-3f, 1e20f});
        Floats eigenvalues(elements), variances(static_cast<std::size_t>(blocks));
        Floats got(static_cast<std::size_t>(blocks)), want(static_cast<std::size_t>(blocks));
        for (std::size_t i = 0; i < elements; ++i) eigenvalues[i] = check.random.log_uniform(1e-6f, 1e4f);
        if (round % 8 == 1) eigenvalues[3] = -1e-3f;
        if (round % 8 == 2) eigenvalues[24] = 1e30f;
        if (round % 8 == 3) eigenvalues[0] = std::numeric_limits<float>::quiet_NaN();
        for (std::size_t i = 0; i < variances.size(); ++i) variances[i] = some_variance(check.random);
        check.plain.block_entropies(eigenvalues.data(), sigma, variances.data(), blocks, want.data());
        check.steps.block_entropies(eigenvalues.data(), sigma, variances.data(), blocks, got.data());
        check.expect_equal(std::to_string(blocks) + " blocks, sigma " + std::to_string(sigma), got, want);
    }
}

Floats some_entropies(Random& random, float base, std::size_t count) {
    Floats entropies(count);
    for (std::size_t i = 0; i < count; ++i)
        entropies[i] =
            random.below(4) == 0 ? base * random.uniform(0.9f, 1.1f) : random.log_uniform(1.0f, 400.0f);
    return entropies;
}

void check_scores(StepCheck& check) {
    for (int mode = 0; mode <= 6; ++mode)
        for (const int width : {5, 10, 35, 40, 45, 85, 120}) {
            const std::string options = "speed_chroma=speed_weight_var_mode=" + std::to_string(mode);
            const Plan plan = plan_for(check.random, width, check.random.one_of({5, 22, 35}), options, 8);
            const ImageTables& tables = plan.features[0].tables;
            const auto blocks = static_cast<std::size_t>(tables.blocks());
            Floats variances[2] = {Floats(blocks), Floats(blocks)};
            for (Floats& side : variances)
                for (std::size_t i = 0; i < blocks; ++i) side[i] = some_variance(check.random);
            const Floats ref = some_entropies(check.random, tables.base, blocks);
            const Floats dis = some_entropies(check.random, tables.base, blocks);
            const BlockArrays ref_blocks{ref.data(), variances[0].data()};
            const BlockArrays dis_blocks{dis.data(), variances[1].data()};
            Floats got(blocks), want(blocks);
            check.plain.block_scores(tables, ref_blocks, dis_blocks, want.data());
            check.steps.block_scores(tables, ref_blocks, dis_blocks, got.data());
            check.expect_equal("mode " + std::to_string(mode) + ", " + std::to_string(blocks) + " blocks",
                               got, want);
        }
}

}  // namespace

std::vector<NamedCheck> block_checks() {
    return {{"block_variances", check_variances},
            {"block_entropies", check_entropies},
            {"block_scores", check_scores}};
}

}  // namespace speedqa::steps
