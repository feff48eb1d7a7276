// The steps of the CPU backend as a table of functions: plain ones first, then those of each SIMD level that
// the machine has. All levels give the same bits.
#pragma once

#include "backends/cpu/scratch.h"
#include "speed/format.h"
#include "speed/tables.h"

namespace speedqa {

// What the samples of an image are: a plane, or (temporal) `plane` minus `subtracted`.
struct ImageSource {
    PlaneView plane;
    PlaneView subtracted;  // without data: nothing is subtracted
};

struct BlockArrays {
    const float* entropies;
    const float* variances;
};

// What a level works out of the prescale's taps once: where a vector's samples lie in a source row, how to
// bring them into lanes, and their weights.
struct ScaleTables {
    bool halved = false;        // both axes bilinear by one half, 8-bit: needs none of the rest
    bool usable = false;        // where it is not, the plain steps are used
    bool shared_loads = false;  // one load serves all taps
    Buffer<int> offsets;
    Buffer<unsigned char> shuffles;
    Buffer<float> weights;
};

// Each function is the step of src/speed of that name, for whole images. Of planes a step reads only what
// they hold; past the end of its other inputs it may read vector_slack bytes; it writes nothing past its
// results. Those that return a number count the results that took an exact slow path.
struct StepTable {
    const char* level;  // CpuLevel::name

    // `decimated`: small_height rows of small_width. The first for images without prescale, the second for
    // others.
    void (*decimate)(const ImageTables& tables, const ImageSource& source, Scratch& scratch,
                     float* decimated);
    void (*scale_and_decimate)(const ImageTables& tables, const ScaleTables& prepared,
                               const ImageSource& source, Scratch& scratch, float* decimated);
    void (*prepare_scale)(const ImageTables& tables, ScaleTables& prepared);
    void (*subtract_local_mean)(const ImageTables& tables, const float* decimated, Scratch& scratch,
                                float* small_image);

    // Of `count` images; 25 means for each.
    void (*element_means)(const ImageTables& tables, const float* const* small_images, int count,
                          Scratch& scratch, float* means);
    unsigned (*covariance_matrix)(const ImageTables& tables, const float* small_image, const float* means,
                                  Scratch& scratch, float* covariance);

    // Of `count` matrices of 25 by 25; 25 eigenvalues for each; stopped[i]: the QR iteration reached its
    // limit.
    void (*eigenvalues)(const float* covariances, int count, Scratch& scratch, float* eigenvalues,
                        bool* stopped);
    void (*decompose)(const float* covariance, Scratch& scratch, float* q, float* r);

    // One result for each block.
    void (*block_variances)(const ImageTables& tables, const float* small_image, const float* q,
                            const float* r, Scratch& scratch, float* variances);
    unsigned (*block_entropies)(const float* eigenvalues, float sigma, const float* variances, int blocks,
                                float* entropies);
    unsigned (*block_scores)(const ImageTables& tables, const BlockArrays& ref, const BlockArrays& dis,
                             float* scores);
};

// The steps of src/speed, one after the other.
StepTable plain_steps();
void plain_decimate(const ImageTables& tables, const ImageSource& source, Scratch& scratch, float* decimated);

// The fastest steps that the machine has and restrict_targets allows.
StepTable active_steps();

// Each puts the steps of one file, for the active SIMD level, into the table.
void add_decimate_steps(StepTable& table);
void add_prescale_steps(StepTable& table);
void add_covariance_steps(StepTable& table);
void add_local_mean_steps(StepTable& table);
void add_means_steps(StepTable& table);
void add_solve_steps(StepTable& table);
void add_variance_steps(StepTable& table);
void add_entropy_steps(StepTable& table);
void add_eigenvalues_steps(StepTable& table);

}  // namespace speedqa
