// Covariances from exact row products in fixed point, with a bound on how far the reference's sum can lie
// from them. For devices without fp64.
#pragma once

#include "kernels/covariance_entry.h"
#include "kernels/magnitudes.h"
#include "kernels/ordered_fixed.h"
#include "kernels/row_products.h"

namespace speedqa::kernels {

// The row products of one image; docs/numerics_log2.md, 8, is the theory. A row of the window is a part.
class FixedRowProducts {
  public:
    SPEEDQA_HOST_DEVICE FixedRowProducts(const FeatureBatch& batch, int image)
        : tables_(batch.tables),
          samples_(batch.small_image_of(image)),
          products_(batch.fixed_products +
                    static_cast<std::int64_t>(image) * row_product_count(batch.tables)),
          sizes_(batch.row_sizes + static_cast<std::int64_t>(image) * batch.tables.window_height * elements),
          means_(batch.means + image * elements),
          magnitudes_(batch.magnitudes[image]),
          unit_(exact::fixed_unit(magnitudes_.largest)) {}

    // Half the squares of the differences from the mean, summed over row `index / elements` of the window of
    // element `index % elements`.
    SPEEDQA_HOST_DEVICE void store_size(int index) const {
        const int e = index % elements, y = index / elements + e / block_size, column = e % block_size;
        bool inexact = false;
        const std::int64_t mean = exact::fixed_sample(means_[e], unit_, inexact);
        const std::int64_t samples = sum_of(row(block_size, y)[column]);
        const exact::Int128 squares = exact::centered_sum(row(0, y)[(block_size + 1) * column], samples,
                                                          samples, tables_.window_width, mean, mean);
        sizes_[index] = 0.5f * exact::float_near(squares);
    }

    // Behind store_size of all rows. False where the bound does not tell the fp32 number that the reference
    // rounds to. Domain: e >= f.
    SPEEDQA_HOST_DEVICE bool covariance_if_certain(int e, int f, float& rounded) const {
        if (!fits(e, f)) return false;
        const int e_row = e / block_size, e_column = e % block_size;
        const int f_row = f / block_size, f_column = f % block_size;
        const exact::Int128* products = row(e_row - f_row, f_row) + block_size * e_column + f_column;
        const exact::Int128* x_samples = row(block_size, e_row) + e_column;
        const exact::Int128* y_samples = row(block_size, f_row) + f_column;
        const int width = tables_.window_width;
        bool inexact = magnitudes_.lowest_bit < unit_;
        const std::int64_t mean_x = exact::fixed_sample(means_[e], unit_, inexact);
        const std::int64_t mean_y = exact::fixed_sample(means_[f], unit_, inexact);
        exact::Int128 sum = {0, 0};
        exact::SumBound bound;
        float x_sizes = 0.0f, y_sizes = 0.0f;
        for (int at = 0; at < tables_.window_height * elements; at += elements) {
            const exact::Int128 before = sum;
            sum = exact::add(sum, exact::centered_sum(products[at], sum_of(x_samples[at]),
                                                      sum_of(y_samples[at]), width, mean_x, mean_y));
            const float x_size = sizes_[at + e], y_size = sizes_[at + f];
            exact::add_part(bound, before, sum, x_size + y_size, width);
            x_sizes += x_size;
            y_sizes += y_size;
        }
        // The reference's sum of zeros is +0.
        if (!inexact && (x_sizes == 0.0f || y_sizes == 0.0f)) {
            rounded = 0.0f;
            return true;
        }
        const int terms = tables_.window_samples();
        return exact::mean_if_certain(sum, exact::sum_error(bound, sum, terms, inexact), terms, 2 * unit_,
                                      rounded);
    }

    // Whether everything that the entry's sum is made of is exact in the image's unit.
    SPEEDQA_HOST_DEVICE bool is_exact(int e, int f) const {
        return fits(e, f) && magnitudes_.lowest_bit >= unit_ && !pair(e, f).inexact;
    }

    SPEEDQA_HOST_DEVICE exact::FixedPair pair(int e, int f) const {
        return exact::fixed_pair(windows(e, f), unit_);
    }

    SPEEDQA_HOST_DEVICE exact::WindowPair windows(int e, int f) const {
        return {samples_ + window_offset(tables_, e),
                samples_ + window_offset(tables_, f),
                tables_.small_width,
                tables_.window_width,
                tables_.window_height,
                means_[e],
                means_[f]};
    }

  private:
    SPEEDQA_HOST_DEVICE const exact::Int128* row(int distance, int y) const {
        return products_ + (distance * cut_height(tables_) + y) * elements;
    }

    // Sums of samples lie in the lower word: below 2^59.
    SPEEDQA_HOST_DEVICE static std::int64_t sum_of(exact::Int128 samples) {
        return static_cast<std::int64_t>(samples.low);
    }

    // Whether samples and means are below 2^50 units. The reference's mean, rounded in fp32 term after term,
    // can exceed all samples.
    SPEEDQA_HOST_DEVICE bool fits(int e, int f) const {
        return magnitudes_.largest < exact::infinity_bits && fits(means_[e]) && fits(means_[f]);
    }
    SPEEDQA_HOST_DEVICE bool fits(float mean) const {
        return exact::fixed_unit(exact::bits_of(mean) & exact::magnitude_mask) <= unit_;
    }

    const ImageTables& tables_;
    const float* samples_;
    const exact::Int128* products_;
    float* sizes_;
    const float* means_;
    Magnitudes magnitudes_;
    int unit_;
};

struct FixedCovarianceLocal {
    OrderedFixedLocal ordered;
    TaskFlags flags;
};

inline constexpr int fixed_covariance_local_bytes = static_cast<int>(sizeof(FixedCovarianceLocal));

// Stores the entries that are certain, and those that a thread must add alone: their samples have bits below
// the unit. Flags the others. Returns how many sums it added in order.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE unsigned certain_fixed_entries(const Group& group, const FeatureBatch& batch, int image,
                                                   const FixedRowProducts& products, TaskFlags& flags) {
    unsigned fallbacks = 0;
    for (int task = group.rank(); task < 32 * flag_words; task += group.size()) {
        flags.of_task[task] = 0;
        if (task >= covariance_tasks) continue;
        const CovarianceEntry entry(task);
        if (entry.repeated) continue;
        float value = 0.0f;
        if (Arithmetic::forces_fallback || !products.covariance_if_certain(entry.e, entry.f, value)) {
            if (products.is_exact(entry.e, entry.f)) {
                flags.of_task[task] = 1;
                continue;
            }
            const exact::WindowPair windows = products.windows(entry.e, entry.f);
            value = Arithmetic::covariance(windows.x, windows.y, windows.stride, windows.width,
                                           windows.height, windows.mean_x, windows.mean_y, fallbacks);
        }
        store_covariance(batch, image, entry, value);
    }
    group.barrier();
    flags.pack(group);
    return fallbacks;
}

// The covariance matrix of an image from its row products in fixed point.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void fixed_covariance(const Group& group, const FeatureBatch& batch, int image,
                                          FixedCovarianceLocal& local) {
    const FixedRowProducts products(batch, image);
    const int sizes = batch.tables.window_height * elements;
    for (int i = group.rank(); i < sizes; i += group.size()) products.store_size(i);
    group.barrier();
    unsigned fallbacks = certain_fixed_entries<Arithmetic>(group, batch, image, products, local.flags);
    for (int task = local.flags.next(-1); task < covariance_tasks; task = local.flags.next(task)) {
        const CovarianceEntry entry(task);
        const float value = ordered_covariance(group, products.pair(entry.e, entry.f), local.ordered);
        if (group.rank() != 0) continue;
        store_covariance(batch, image, entry, value);
        ++fallbacks;
    }
    if (fallbacks != 0) group.add(batch.fallbacks + image, fallbacks);
}

}  // namespace speedqa::kernels
