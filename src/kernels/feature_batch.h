// What the kernels of one feature read and write: plain data, pointers into device memory.
#pragma once

#include "exact/int128.h"
#include "speed/tables.h"

namespace speedqa::kernels {

inline constexpr int matrix_size = elements * elements;

// One plane. A plane that was uploaded holds only the rows that the filters read.
struct SourcePlane {
    const unsigned char* data;
    std::int64_t stride;   // bytes from a row to the next
    std::int32_t step;     // bytes from a sample to the next
    std::uint32_t packed;  // 1: row y lies at row_slots[y]
    float scale;           // fp32 sample = integer sample * scale - 128
};

// An image is `current`, or `previous` minus `current`.
struct ImageSource {
    SourcePlane current;
    SourcePlane previous;
};

// The result of a frame pair; fields as in PairResult.
struct PairRecord {
    float score[3];
    std::uint32_t singular;    // bit i: image i
    std::uint32_t qr_limit;    // bit i: image i
    std::uint32_t not_finite;  // bit i: score i
    std::uint32_t fallbacks;
};

// Flags of an image.
inline constexpr std::uint32_t small_eigenvalue_flag = 1;
inline constexpr std::uint32_t qr_limit_flag = 2;

// What chooses the unit of an image's fixed-point sums, and says whether it holds all of their bits.
struct Magnitudes {
    std::uint32_t largest;    // bits of the largest magnitude of a sample
    std::int32_t lowest_bit;  // no sample has a bit below 2^lowest_bit
};

// Images are numbered pair by pair, within a pair u_ref, u_dis, v_ref, v_dis (temporal: ref, dis). Arrays
// hold entries of the given size for each image.
struct FeatureBatch {
    ImageTables tables;
    int pairs;
    int images_per_pair;  // 4 or 2
    bool difference;      // the images are differences of two frames

    const int* row_slots;            // source_height entries
    const ImageSource* sources;      // 1
    const std::uint32_t* has_score;  // of each pair; 0: there is no previous frame, the score is 0

    float* decimated;               // small_height rows of small_width
    float* small_image;             // the same
    float* means;                   // 25
    double* row_products;           // see kernels/row_products.h
    exact::Int128* fixed_products;  // the same without fp64
    Magnitudes* magnitudes;         // 1; without fp64
    float* row_sizes;               // 25 for each row of the window; without fp64
    float* covariance;              // 25 by 25
    float* eigenvalues;             // 25
    float* q;                       // 25 by 25
    float* r;                       // 25 by 25
    float* variances;               // blocks
    float* entropies;               // blocks
    std::uint32_t* eigen_flags;     // 1
    std::uint32_t* pivot_flags;     // 1: a pivot is too small
    std::uint32_t* fallbacks;       // 1
    PairRecord* records;            // of each pair

    SPEEDQA_HOST_DEVICE int images() const { return pairs * images_per_pair; }
    SPEEDQA_HOST_DEVICE int image_samples() const { return tables.small_width * tables.small_height; }
    SPEEDQA_HOST_DEVICE const float* small_image_of(int image) const {
        return small_image + static_cast<std::int64_t>(image) * image_samples();
    }
    SPEEDQA_HOST_DEVICE bool is_singular(int image) const {
        return (eigen_flags[image] & small_eigenvalue_flag) != 0 || pivot_flags[image] != 0;
    }
};

}  // namespace speedqa::kernels
