// Entries of the covariance matrix, and which of them are left for their ordered sum.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "speed/covariance.h"

namespace speedqa::kernels {

inline constexpr int covariance_tasks = 15 * elements;  // 5 by 5 entries for each pair of block rows

// An entry (e, f), e >= f, of the matrix. Tasks run through the pairs of block rows, the 25 entries of a pair
// next to each other.
struct CovarianceEntry {
    int e, f;
    bool repeated;  // the entry (f, e) of another task

    SPEEDQA_HOST_DEVICE explicit CovarianceEntry(int task) {
        const int row_e = lower_half_row(task / elements);
        const int row_f = task / elements - row_e * (row_e + 1) / 2;
        e = block_size * row_e + task % elements / block_size;
        f = block_size * row_f + task % block_size;
        repeated = e < f;
    }
};

SPEEDQA_HOST_DEVICE void store_covariance(const FeatureBatch& batch, int image, const CovarianceEntry& entry,
                                          float value) {
    float* matrix = batch.covariance + image * matrix_size;
    matrix[entry.e * elements + entry.f] = value;
    matrix[entry.f * elements + entry.e] = value;
}

// Where the window of an element begins in the small image.
SPEEDQA_HOST_DEVICE int window_offset(const ImageTables& tables, int element) {
    return element / block_size * tables.small_width + element % block_size;
}

inline constexpr int flag_words = (covariance_tasks + 31) / 32;

// A flag for each task, in local memory.
struct TaskFlags {
    int of_task[32 * flag_words];  // 0 or 1
    unsigned words[flag_words];    // the same, a bit each

    // Behind a barrier; all threads of the group call it.
    template <class Group>
    SPEEDQA_HOST_DEVICE void pack(const Group& group) {
        for (int word = group.rank(); word < flag_words; word += group.size()) {
            unsigned flags = 0;
            for (int bit = 0; bit < 32; ++bit)
                flags |= static_cast<unsigned>(of_task[32 * word + bit]) << bit;
            words[word] = flags;
        }
        group.barrier();
    }

    // The first flagged task behind `task`; 32*flag_words or more: none.
    SPEEDQA_HOST_DEVICE int next(int task) const {
        while (++task < 32 * flag_words) {
            if (words[task / 32] == 0)
                task |= 31;
            else if ((words[task / 32] >> task % 32 & 1) != 0)
                break;
        }
        return task;
    }
};

}  // namespace speedqa::kernels
