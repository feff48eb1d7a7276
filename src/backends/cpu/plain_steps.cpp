// The plain steps: src/speed for whole images, the oracle of all other levels.
#include <cstdint>

#include "backends/cpu/step_table.h"
#include "exact/native_binary64.h"
#include "speed/covariance.h"
#include "speed/eigenvalues.h"
#include "speed/entropy.h"
#include "speed/linear_solve.h"
#include "speed/samples.h"
#include "speed/score.h"
#include "speed/small_image.h"

namespace speedqa {
namespace {

using Arithmetic = exact::NativeBinary64;
using Matrix = float[elements * elements];

template <class Source>
void decimate_source(const ImageTables& tables, const Source& source, float* decimated) {
    const ScaledSource<Arithmetic, Source> image{tables.prescale, source};
    float column_sums[decimate_columns];
    for (int row = 0; row < tables.small_height; ++row)
        decimate_row(SerialGroup(), tables, image, row, column_sums, decimated + row * tables.small_width);
}

template <class Sample>
void decimate_samples(const ImageTables& tables, const ImageSource& source, float* decimated) {
    const PlaneSource<Sample> plane{source.plane.data, source.plane.stride, tables.sample_scale};
    if (!source.subtracted.data) return decimate_source(tables, plane, decimated);
    const PlaneSource<Sample> subtracted{source.subtracted.data, source.subtracted.stride,
                                         tables.sample_scale};
    decimate_source(tables, DifferenceSource<Sample>{plane, subtracted}, decimated);
}

void plain_subtract_local_mean(const ImageTables& tables, const float* decimated, Scratch&,
                               float* small_image) {
    subtract_local_mean(SerialGroup(), tables, decimated, small_image);
}

void plain_element_means(const ImageTables& tables, const float* const* small_images, int count, Scratch&,
                         float* means) {
    for (int i = 0; i < count; ++i)
        element_means<Arithmetic>(SerialGroup(), tables, small_images[i], means + i * elements);
}

unsigned plain_covariance_matrix(const ImageTables& tables, const float* small_image, const float* means,
                                 Scratch&, float* covariance) {
    unsigned fallbacks = 0;
    covariance_matrix<Arithmetic>(SerialGroup(), tables, small_image, means, covariance, fallbacks);
    return fallbacks;
}

void plain_eigenvalues(const float* covariances, int count, Scratch&, float* eigenvalues, bool* stopped) {
    for (int i = 0; i < count; ++i) {
        Matrix matrix;
        float vector[elements], product[elements], subdiagonal[elements];
        std::memcpy(matrix, covariances + i * elements * elements, sizeof matrix);
        float* diagonal = eigenvalues + i * elements;
        tridiagonalise<Arithmetic>(SerialGroup(), matrix, vector, product, diagonal, subdiagonal);
        stopped[i] = !tridiagonal_eigenvalues<Arithmetic>(diagonal, subdiagonal);
    }
}

void plain_decompose(const float* covariance, Scratch&, float* q, float* r) {
    Matrix z, next_z, reflector, next_q;
    float vector[elements];
    const SolveScratch scratch{z, next_z, reflector, next_q, vector};
    decompose<Arithmetic>(SerialGroup(), covariance, scratch, q, r);
}

void plain_block_variances(const ImageTables& tables, const float* small_image, const float* q,
                           const float* r, Scratch&, float* variances) {
    for (int block = 0; block < tables.blocks(); ++block)
        variances[block] = block_variance<Arithmetic>(tables, small_image, block, q, r);
}

unsigned plain_block_entropies(const float* eigenvalues, float sigma, const float* variances, int blocks,
                               float* entropies) {
    unsigned fallbacks = 0;
    for (int block = 0; block < blocks; ++block)
        entropies[block] = block_entropy<Arithmetic>(eigenvalues, variances[block], sigma, fallbacks);
    return fallbacks;
}

unsigned plain_block_scores(const ImageTables& tables, const BlockArrays& ref, const BlockArrays& dis,
                            float* scores) {
    unsigned fallbacks = 0;
    for (int block = 0; block < tables.blocks(); ++block)
        scores[block] = block_score<Arithmetic>(tables, {ref.entropies[block], ref.variances[block]},
                                                {dis.entropies[block], dis.variances[block]}, fallbacks);
    return fallbacks;
}

}  // namespace

void plain_decimate(const ImageTables& tables, const ImageSource& source, Scratch&, float* decimated) {
    if (tables.wide_samples)
        decimate_samples<std::uint16_t>(tables, source, decimated);
    else
        decimate_samples<std::uint8_t>(tables, source, decimated);
}

void plain_scale_and_decimate(const ImageTables& tables, const ScaleTables&, const ImageSource& source,
                              Scratch& scratch, float* decimated) {
    plain_decimate(tables, source, scratch, decimated);
}

void plain_prepare_scale(const ImageTables&, ScaleTables&) {}

StepTable plain_steps() {
    return {"plain",
            plain_decimate,
            plain_scale_and_decimate,
            plain_prepare_scale,
            plain_subtract_local_mean,
            plain_element_means,
            plain_covariance_matrix,
            plain_eigenvalues,
            plain_decompose,
            plain_block_variances,
            plain_block_entropies,
            plain_block_scores};
}

}  // namespace speedqa
