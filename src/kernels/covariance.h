// Kernels for the covariance matrix of an image: from row products where the device has fp64, else entry by
// entry.
#pragma once

#include "kernels/covariance_bound.h"
#include "kernels/ordered_sum.h"
#include "kernels/row_products.h"
#include "speed/covariance.h"

namespace speedqa::kernels {

inline constexpr int covariance_tasks = 15 * elements;  // 5 by 5 entries for each pair of block rows
inline constexpr int ordered_part = 384;                // terms of an entry between two barriers
inline constexpr int ordered_at_once = 4;               // entries: their sums wait for no other

inline constexpr int flag_words = (covariance_tasks + 31) / 32;

// An entry whose terms are added in order.
struct OrderedEntry {
    int task;
    int x, y;  // its windows begin at these samples of the small image
    double mean_x, mean_y;
    double sum;
};

// The local memory of a group.
struct CovarianceLocal {
    double terms[2][ordered_at_once][ordered_part + 2 * read_ahead];  // sums read ahead
    OrderedEntry ordered[ordered_at_once];
    ElementSums elements[speedqa::elements];
    int uncertain[32 * flag_words];
    unsigned flags[flag_words];  // the same, a bit each
};

inline constexpr int covariance_local_bytes = static_cast<int>(sizeof(CovarianceLocal));

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

// Terms `first` and later of an entry, at most ordered_part.
SPEEDQA_HOST_DEVICE void store_terms(const ImageTables& tables, const float* samples,
                                     const OrderedEntry& entry, int first, int rank, int size,
                                     double* terms) {
    const int left = tables.window_samples() - first;
    for (int i = rank; i < ordered_part && i < left; i += size) {
        const int at =
            (first + i) / tables.window_width * tables.small_width + (first + i) % tables.window_width;
        terms[i] = (static_cast<double>(samples[entry.x + at]) - entry.mean_x) *
                   (static_cast<double>(samples[entry.y + at]) - entry.mean_y);
    }
}

// `count` entries as the reference computes them: each sum in order by one thread, from terms that all
// compute.
template <class Group>
SPEEDQA_HOST_DEVICE void ordered_entries(const Group& group, const FeatureBatch& batch, int image, int count,
                                         CovarianceLocal& local) {
    const ImageTables& tables = batch.tables;
    const int terms = tables.window_samples();
    // Threads that add lie in different warps.
    const int spread = group.size() > ordered_at_once ? group.size() / ordered_at_once : 1;
    const int adders = group.size() / spread;
    const bool adds = group.rank() % spread == 0;
    int half = 0;
    for (int first = 0; first < terms + ordered_part; first += ordered_part) {
        // One half is filled while the other one is added.
        for (int i = 0; i < count; ++i)
            store_terms(tables, batch.small_image_of(image), local.ordered[i], first, group.rank(),
                        group.size(), local.terms[half][i]);
        half = 1 - half;
        for (int i = group.rank() / spread; adds && first > 0 && i < count; i += adders) {
            const int left = terms - (first - ordered_part);
            local.ordered[i].sum = add_in_order(local.ordered[i].sum, local.terms[half][i],
                                                left < ordered_part ? left : ordered_part);
        }
        group.barrier();
    }
    for (int i = group.rank(); i < count; i += group.size())
        store_covariance(batch, image, CovarianceEntry(local.ordered[i].task),
                         static_cast<float>(local.ordered[i].sum / static_cast<double>(terms)));
}

// Finds the flagged entries behind `task`, at most ordered_at_once, and moves `task` to the last of them; all
// threads call it.
template <class Group>
SPEEDQA_HOST_DEVICE int next_ordered(const Group& group, const ImageTables& tables, CovarianceLocal& local,
                                     int& task) {
    int count = 0;
    while (count < ordered_at_once && ++task < 32 * flag_words) {
        if (local.flags[task / 32] == 0) {
            task |= 31;
            continue;
        }
        if ((local.flags[task / 32] >> task % 32 & 1) == 0) continue;
        const CovarianceEntry entry(task);
        if (group.rank() == 0)
            local.ordered[count] = {task,
                                    window_offset(tables, entry.e),
                                    window_offset(tables, entry.f),
                                    local.elements[entry.e].mean,
                                    local.elements[entry.f].mean,
                                    0.0};
        ++count;
    }
    group.barrier();
    return count;
}

// Stores the entries that are certain and flags the others.
template <class Group>
SPEEDQA_HOST_DEVICE void certain_entries(const Group& group, const FeatureBatch& batch, int image,
                                         CovarianceLocal& local) {
    const RowProducts products(batch, image);
    for (int e = group.rank(); e < elements; e += group.size())
        local.elements[e] = products.element_sums(e, batch.means[image * elements + e]);
    group.barrier();
    for (int task = group.rank(); task < 32 * flag_words; task += group.size()) {
        local.uncertain[task] = 0;
        if (task >= covariance_tasks) continue;
        const CovarianceEntry entry(task);
        if (entry.repeated) continue;
        float value = 0.0f;
        if (products.covariance_if_certain(entry.e, entry.f, local.elements, value))
            store_covariance(batch, image, entry, value);
        else
            local.uncertain[task] = 1;
    }
    group.barrier();
    for (int word = group.rank(); word < flag_words; word += group.size()) {
        unsigned flags = 0;
        for (int bit = 0; bit < 32; ++bit)
            flags |= static_cast<unsigned>(local.uncertain[32 * word + bit]) << bit;
        local.flags[word] = flags;
    }
    group.barrier();
}

// The covariance matrix of image x from its row products.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void covariance(const Group& group, const FeatureBatch& batch, float* memory) {
    if constexpr (HasBinary64<Arithmetic>) {
        auto& local = *reinterpret_cast<CovarianceLocal*>(memory);
        const int image = group.x();
        certain_entries(group, batch, image, local);
        unsigned fallbacks = 0;
        for (int task = -1;;) {
            const int count = next_ordered(group, batch.tables, local, task);
            if (count == 0) break;
            ordered_entries(group, batch, image, count, local);
            fallbacks += static_cast<unsigned>(count);
            group.barrier();
        }
        if (group.rank() == 0 && fallbacks != 0) group.add(batch.fallbacks + image, fallbacks);
    }
}

// The covariance matrix of image x, each entry by one thread.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void covariance_entries(const Group& group, const FeatureBatch& batch, float*) {
    const int image = group.x();
    unsigned fallbacks = 0;
    covariance_matrix<Arithmetic>(group, batch.tables, batch.small_image_of(image),
                                  batch.means + image * elements, batch.covariance + image * matrix_size,
                                  fallbacks);
    if (fallbacks != 0) group.add(batch.fallbacks + image, fallbacks);
}

}  // namespace speedqa::kernels
