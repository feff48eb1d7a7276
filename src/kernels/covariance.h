// Kernels for the covariance matrix of an image: from row products, or entry by entry.
#pragma once

#include "kernels/covariance_bound.h"
#include "kernels/covariance_entry.h"
#include "kernels/covariance_fixed.h"
#include "kernels/ordered_sum.h"
#include "kernels/row_products.h"

namespace speedqa::kernels {

inline constexpr int ordered_part = 384;   // terms of an entry between two barriers
inline constexpr int ordered_at_once = 4;  // entries: their sums wait for no other

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
    TaskFlags uncertain;
};

inline constexpr int covariance_local_bytes = static_cast<int>(sizeof(CovarianceLocal));

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
    while (count < ordered_at_once && (task = local.uncertain.next(task)) < covariance_tasks) {
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
        local.uncertain.of_task[task] = 0;
        if (task >= covariance_tasks) continue;
        const CovarianceEntry entry(task);
        if (entry.repeated) continue;
        float value = 0.0f;
        if (products.covariance_if_certain(entry.e, entry.f, local.elements, value))
            store_covariance(batch, image, entry, value);
        else
            local.uncertain.of_task[task] = 1;
    }
    group.barrier();
    local.uncertain.pack(group);
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
    } else {
        fixed_covariance<Arithmetic>(group, batch, group.x(),
                                     *reinterpret_cast<FixedCovarianceLocal*>(memory));
    }
}

// The covariance matrix of image x, each entry by one thread: for windows too large for sums_fixed_rows.
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
