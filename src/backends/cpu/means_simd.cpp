// The fp32 means of the 25 elements of several images at once: each sum in the reference's order, images and
// columns of a block in the lanes.
#include "backends/cpu/simd_targets.h"
#include "backends/cpu/step_table.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/means_simd.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "backends/cpu/lanes-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

void fill_means(StepTable&) {}

#else

// Sample after sample, that of each of `images` images.
template <int images>
HWY_INLINE void interleave(const float* const* from, int samples, float* to) {
    for (int i = 0; i < samples; i += lanes) {
        VF v[images];
        for (int image = 0; image < images; ++image) v[image] = hn::LoadU(DF(), from[image] + i);
        if constexpr (images == 4)
            hn::StoreInterleaved4(v[0], v[1], v[2], v[3], DF(), to + i * images);
        else
            hn::StoreInterleaved2(v[0], v[1], DF(), to + i * images);
    }
}

// The 5 elements of a row of a block, of each image, are `images`*5 values that follow each other wherever
// the block lies: whole vectors, and a rest that a narrower one holds.
template <int images>
HWY_INLINE void sum_elements(const ImageTables& tables, const float* samples, float* means) {
    constexpr int values = images * block_size;
    constexpr int vectors = values / lanes;
    constexpr int rest_lanes = values % lanes <= 4 ? 4 : lanes;
    const hn::CappedTag<float, rest_lanes> rest_tag;
    const int pitch = tables.small_width * images;
    VF sums[block_size][vectors > 0 ? vectors : 1];
    hn::Vec<decltype(rest_tag)> rests[block_size];
    unroll<block_size>([&](auto r) SPEEDQA_INLINE_LAMBDA {
        unroll<vectors>([&](auto v) SPEEDQA_INLINE_LAMBDA { sums[r][v] = hn::Zero(DF()); });
        rests[r] = hn::Zero(rest_tag);
    });
    for (int y = 0; y < tables.window_height; ++y) {
        const float* row = samples + y * pitch;
        for (int x = 0; x < tables.window_width; ++x, row += images)
            unroll<block_size>([&](auto r) SPEEDQA_INLINE_LAMBDA {
                const float* from = row + r * pitch;
                unroll<vectors>([&](auto v) SPEEDQA_INLINE_LAMBDA {
                    sums[r][v] = hn::Add(sums[r][v], hn::LoadU(DF(), from + v * lanes));
                });
                rests[r] = hn::Add(rests[r], hn::LoadU(rest_tag, from + vectors * lanes));
            });
    }
    const float count = static_cast<float>(tables.window_samples());
    unroll<block_size>([&](auto r) SPEEDQA_INLINE_LAMBDA {
        HWY_ALIGN float row_sums[(vectors + 1) * lanes];
        unroll<vectors>([&](auto v)
                            SPEEDQA_INLINE_LAMBDA { hn::Store(sums[r][v], DF(), row_sums + v * lanes); });
        hn::Store(rests[r], rest_tag, row_sums + vectors * lanes);
        for (int image = 0; image < images; ++image)
            for (int c = 0; c < block_size; ++c)
                means[image * elements + r * block_size + c] = row_sums[c * images + image] / count;
    });
}

template <int images>
void means_of(const ImageTables& tables, const float* const* small_images, Scratch& scratch, float* means) {
    const float* samples = small_images[0];
    if constexpr (images > 1) {
        const int count = tables.small_width * tables.small_height;
        float* interleaved = scratch.interleaved.at_least(static_cast<std::size_t>((count + lanes) * images));
        interleave<images>(small_images, count, interleaved);
        samples = interleaved;
    }
    sum_elements<images>(tables, samples, means);
}

void element_means(const ImageTables& tables, const float* const* small_images, int count, Scratch& scratch,
                   float* means) {
    int i = 0;
    for (; i + 4 <= count; i += 4) means_of<4>(tables, small_images + i, scratch, means + i * elements);
    for (; i + 2 <= count; i += 2) means_of<2>(tables, small_images + i, scratch, means + i * elements);
    for (; i < count; ++i) means_of<1>(tables, small_images + i, scratch, means + i * elements);
}

void fill_means(StepTable& table) {
    table.element_means = element_means;
}

#endif
}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace speedqa {

HWY_EXPORT(fill_means);

void add_means_steps(StepTable& table) {
    HWY_DYNAMIC_DISPATCH(fill_means)(table);
}

}  // namespace speedqa
#endif
