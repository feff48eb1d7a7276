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

int groups_for(int items, int group_size) {
    return (items + group_size - 1) / group_size;
}

}  // namespace

const char* kernel_name(Kernel kernel) {
    return names[static_cast<int>(kernel)];
}

std::vector<Launch> launch_list(const kernels::FeatureBatch& batch) {
    const ImageTables& tables = batch.tables;
    const int images = batch.images();
    std::vector<Launch> list;
    const auto add = [&list](Kernel kernel, int columns, int rows, int local_bytes) {
        list.push_back({kernel, columns, rows, group_sizes[static_cast<int>(kernel)],
                        static_cast<std::size_t>(local_bytes)});
    };
    const auto columns = [](Kernel kernel, int items) {
        return groups_for(items, group_sizes[static_cast<int>(kernel)]);
    };
    add(tables.prescale.taps == 0 ? Kernel::decimate : Kernel::decimate_scaled, tables.small_height, images,
        kernels::decimate_local_bytes);
    add(Kernel::local_mean, columns(Kernel::local_mean, batch.image_samples()), images, 0);
    add(Kernel::means, images, 1, 0);
    add(Kernel::covariance, images, 1, 0);
    add(Kernel::tridiagonal, images, 1, kernels::tridiagonal_local_bytes);
    add(Kernel::eigenvalues, columns(Kernel::eigenvalues, images), 1,
        kernels::eigenvalues_local_bytes_per_thread * group_sizes[static_cast<int>(Kernel::eigenvalues)]);
    add(Kernel::decompose, images, 1, kernels::decompose_local_bytes);
    add(Kernel::blocks, columns(Kernel::blocks, tables.blocks()), images, kernels::blocks_local_bytes);
    add(Kernel::block_scores, columns(Kernel::block_scores, tables.blocks()), images / 2, 0);
    add(Kernel::pair_scores, columns(Kernel::pair_scores, batch.pairs), 1, 0);
    return list;
}

}  // namespace speedqa::device
