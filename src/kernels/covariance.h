// Kernels for the covariance matrix of an image: from row products where the device has fp64, else entry by
// entry.
#pragma once

#include "kernels/covariance_bound.h"
#include "kernels/ordered_sum.h"
#include "kernels/row_products.h"
#include "speed/covariance.h"

namespace speedqa::kernels {

inline constexpr int covariance_tasks = 15 * elements;  // 5 by 5 entries for each pair of block rows
inline constexpr int ordered_part = 384;                // terms between two barriers

inline constexpr int flag_words = (covariance_tasks + 31) / 32;

// The local memory of a group.
struct CovarianceLocal {
    double terms[2][ordered_part];  // behind each, values are read ahead
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

// The entry as the reference computes it: the sum in order by one thread, from terms that all compute.
template <class Group>
SPEEDQA_HOST_DEVICE void ordered_entry(const Group& group, const FeatureBatch& batch, int image,
                                       const CovarianceEntry& entry, CovarianceLocal& local) {
    const ImageTables& tables = batch.tables;
    const float* x = element_window(tables, batch.small_image_of(image), entry.e);
    const float* y = element_window(tables, batch.small_image_of(image), entry.f);
    const double mean_x = local.elements[entry.e].mean;
    const double mean_y = local.elements[entry.f].mean;
    const int count = tables.window_samples();
    double sum = 0.0;
    int half = 0;
    for (int first = 0; first < count + ordered_part; first += ordered_part) {
        // One half is filled while the other one is added.
        for (int i = group.rank(); i < ordered_part && first + i < count; i += group.size()) {
            const int at =
                (first + i) / tables.window_width * tables.small_width + (first + i) % tables.window_width;
            local.terms[half][i] =
                (static_cast<double>(x[at]) - mean_x) * (static_cast<double>(y[at]) - mean_y);
        }
        half = 1 - half;
        if (group.rank() == 0 && first > 0) {
            const int left = count - (first - ordered_part);
            sum = add_in_order(sum, local.terms[half], left < ordered_part ? left : ordered_part);
        }
        group.barrier();
    }
    if (group.rank() == 0)
        store_covariance(batch, image, entry, static_cast<float>(sum / static_cast<double>(count)));
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
        for (int word = 0; word < flag_words; ++word) {
            if (local.flags[word] == 0) continue;
            for (int bit = 0; bit < 32; ++bit) {
                if ((local.flags[word] >> bit & 1) == 0) continue;
                ordered_entry(group, batch, image, CovarianceEntry(32 * word + bit), local);
                ++fallbacks;
            }
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
