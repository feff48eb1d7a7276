// The launches that score a batch.
#include "backends/device/launch_list.h"

#include "exact/native_binary64.h"
#include "kernels/kernels.h"

namespace speedqa::device {
namespace {

#define SPEEDQA_NAME(name, size) #name,
constexpr const char* names[] = {SPEEDQA_KERNELS(SPEEDQA_NAME)};
#undef SPEEDQA_NAME

#define SPEEDQA_SIZE(name, size) size,
constexpr int group_sizes[] = {SPEEDQA_KERNELS(SPEEDQA_SIZE)};
#undef SPEEDQA_SIZE

class LaunchList {
  public:
    // One group for each column and row.
    void add(Kernel kernel, int columns, int rows, int local_bytes) {
        list_.push_back(
            {kernel, columns, rows, size_of(kernel), static_cast<std::size_t>(local_bytes), false});
    }
    // One thread for each of the items along x.
    void add_threads(Kernel kernel, int items, int rows, int local_bytes) {
        add(kernel, groups_for(items, size_of(kernel)), rows, local_bytes);
    }
    void beside_previous() { list_.back().beside_previous = true; }

    std::vector<Launch> take() { return std::move(list_); }

  private:
    static int size_of(Kernel kernel) { return group_sizes[static_cast<int>(kernel)]; }
    static int groups_for(int items, int size) { return (items + size - 1) / size; }

    std::vector<Launch> list_;
};

void add_decimate(LaunchList& list, const kernels::FeatureBatch& batch, bool aligned) {
    const ImageTables& tables = batch.tables;
    const int images = batch.images();
    if (tables.prescale.taps > 0) {
        list.add(Kernel::decimate_scaled, tables.small_height, images, kernels::decimate_local_bytes);
    } else if (aligned && has_fast_filter(tables)) {
        const int rows = kernels::decimate_aligned_rows(tables);
        const int columns = (tables.small_height + rows - 1) / rows;
        const int runs = (batch.pairs + kernels::difference_run - 1) / kernels::difference_run;
        if (batch.difference)
            list.add(Kernel::decimate_differences, columns, kernels::difference_images * runs,
                     kernels::decimate_differences_local_bytes);
        else
            list.add(Kernel::decimate_aligned, columns, images, kernels::decimate_aligned_local_bytes);
    } else {
        list.add(Kernel::decimate, tables.small_height, images, kernels::decimate_local_bytes);
    }
}

// Means and covariances.
void add_covariance(LaunchList& list, const kernels::FeatureBatch& batch, bool binary64) {
    const ImageTables& tables = batch.tables;
    const int images = batch.images();
    const bool fixed_rows = !binary64 && kernels::sums_fixed_rows(tables);
    if (fixed_rows) list.add(Kernel::magnitudes, images, 1, kernels::magnitudes_local_bytes);
    list.add(Kernel::means, images, 1, kernels::means_local_bytes);
    if (!binary64 && !fixed_rows) {
        list.add(Kernel::covariance_entries, images, 1, 0);
        return;
    }
    list.add(Kernel::row_products, kernels::row_bands(tables), images,
             binary64 ? kernels::row_products_local_bytes : kernels::fixed_row_products_local_bytes);
    list.beside_previous();
    list.add(Kernel::covariance, images, 1,
             binary64 ? kernels::covariance_local_bytes : kernels::fixed_covariance_local_bytes);
}

}  // namespace

const char* kernel_name(Kernel kernel) {
    return names[static_cast<int>(kernel)];
}

bool has_fast_filter(const ImageTables& tables) {
    return tables.prescale.taps == 0 && tables.filter_taps == kernels::aligned_taps;
}

std::vector<Launch> launch_list(const kernels::FeatureBatch& batch, const LaunchOptions& options) {
    const ImageTables& tables = batch.tables;
    const int images = batch.images();
    LaunchList list;
    add_decimate(list, batch, options.aligned);
    const int mean_rows = kernels::local_mean_rows(tables);
    list.add(Kernel::local_mean, (tables.small_height + mean_rows - 1) / mean_rows, images,
             mean_rows * tables.small_width * static_cast<int>(sizeof(float)));
    add_covariance(list, batch, options.binary64);
    list.add(Kernel::eigenvalues, images, 1, kernels::eigenvalues_local_bytes);
    list.add(Kernel::decompose, images, 1, kernels::decompose_local_bytes);
    list.beside_previous();
    list.add_threads(Kernel::blocks, tables.blocks(), images, kernels::blocks_local_bytes);
    list.add(Kernel::scores, batch.pairs, 1, kernels::scores_local_bytes);
    return list.take();
}

}  // namespace speedqa::device
