// Working memory of the CPU steps: buffers that grow to what the largest image needs and are then reused.
#pragma once

#include <cstddef>
#include <cstring>

#include "hwy/aligned_allocator.h"

namespace speedqa {

// Vector loads may run this many bytes past the end of a step's arrays; what lies there is read but not used.
inline constexpr std::size_t vector_slack = 256;

template <class T>
class Buffer {
  public:
    // At least `count` values, aligned for vectors, with vector_slack bytes after them. Values are kept only
    // while the buffer need not grow.
    T* at_least(std::size_t count) {
        if (count > size_) {
            const std::size_t total = count + vector_slack / sizeof(T);
            data_ = hwy::AllocateAligned<T>(total);
            std::memset(data_.get(), 0, total * sizeof(T));
            size_ = count;
        }
        return data_.get();
    }
    T* data() { return data_.get(); }
    const T* data() const { return data_.get(); }

  private:
    hwy::AlignedFreeUniquePtr<T[]> data_;
    std::size_t size_ = 0;
};

struct Scratch {
    Buffer<unsigned char> staged_rows;  // the rows of one group of outputs whose taps leave the picture
    Buffer<float> filtered_row;         // one row of the decimated image after the vertical pass
    Buffer<float> interleaved;          // several small images, sample by sample
    Buffer<double> centred_rows;        // small image rows in fp64
    Buffer<double> sums;
    Buffer<float> matrices;
    Buffer<float> blocks;
};

}  // namespace speedqa
