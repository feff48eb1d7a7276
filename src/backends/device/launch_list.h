// The launches that score a batch: which kernels, in which order, over how many groups of which size.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/feature_batch.h"
#include "kernels/kernel_list.h"

namespace speedqa::device {

enum class Kernel {
#define SPEEDQA_ENUMERATOR(name, size) name,
    SPEEDQA_KERNELS(SPEEDQA_ENUMERATOR)
#undef SPEEDQA_ENUMERATOR
};

const char* kernel_name(Kernel kernel);

// Groups (x, y) with 0 <= x < columns, 0 <= y < rows.
struct Launch {
    Kernel kernel;
    int columns;
    int rows;
    int group_size;
    std::size_t local_bytes;
    bool beside_previous;  // may run at the same time as the launch before it
};

// One feature of a batch: its launches in order, all with the same argument.
struct Chain {
    kernels::FeatureBatch batch;
    std::vector<Launch> launches;
};

struct LaunchOptions {
    bool binary64 = false;  // the arithmetic has fp64
    bool aligned = false;   // every plane can be read 16 samples at a time
};

// True if the filter can read 16 samples at a time, where planes allow it.
bool has_fast_filter(const ImageTables& tables);

std::vector<Launch> launch_list(const kernels::FeatureBatch& batch, const LaunchOptions& options);

}  // namespace speedqa::device
