// The decimate kernel for differences of frames under the conditions of decimate_aligned.h: each plane is
// read once, though two differences of consecutive frames need it.
#pragma once

#include "kernels/decimate_aligned.h"

namespace speedqa::kernels {

// Frame pairs that a group takes one after the other.
inline constexpr int difference_run = 8;
inline constexpr int difference_images = 2;  // of a pair: reference and distorted
inline constexpr int decimate_differences_local_bytes = difference_run * decimate_aligned_local_bytes;

SPEEDQA_HOST_DEVICE bool is_same(const SourcePlane& a, const SourcePlane& b) {
    return a.data == b.data && a.stride == b.stride && a.scale == b.scale;
}

// The column sums of output i for a run of images, whose parts lie one after the other in local memory.
template <class Sample>
SPEEDQA_HOST_DEVICE void deal_out_run(const FeatureBatch& batch, const OutputRows& rows, int first_image,
                                      int images, int first, int i, float* local) {
    const int column = i % rows.width * decimation;
    const int row = rows.first_row + i / rows.width;
    TapRows<Sample> before, now;
    for (int k = 0; k < images; ++k) {
        const ImageSource& source = batch.sources[first_image + difference_images * k];
        if (k == 0 ||
            !is_same(source.previous, batch.sources[first_image + difference_images * (k - 1)].current))
            before.load(batch, source.previous, column, row);
        now.load(batch, source.current, column, row);
        const auto value = [&](int tap, int x) {
            return sample_difference(before.rows[tap], source.previous.scale, now.rows[tap],
                                     source.current.scale, x);
        };
        const OutputPart part = rows.part(first, local + k * aligned_outputs * aligned_taps);
        part.deal_out(i, column_sums(batch.tables.filter_weights, value));
        before = now;
    }
}

template <class Sample, class Group>
SPEEDQA_HOST_DEVICE void decimate_runs(const Group& group, const FeatureBatch& batch, float* local) {
    const OutputRows rows(group, batch.tables);
    const int run = group.y() / difference_images;
    const int first_image = run * difference_run * difference_images + group.y() % difference_images;
    const int left = batch.pairs - run * difference_run;
    const int images = left < difference_run ? left : difference_run;
    for (int first = 0; first < rows.count; first += aligned_outputs) {
        const int end = rows.part(first, local).end;
        for (int i = rows.begin(first) + group.rank(); i < end; i += group.size())
            deal_out_run<Sample>(batch, rows, first_image, images, first, i, local);
        group.barrier();
        for (int k = 0; k < images; ++k) {
            const OutputPart part = rows.part(first, local + k * aligned_outputs * aligned_taps);
            float* output = rows.output(batch, first_image + difference_images * k);
            for (int i = first + group.rank(); i < end; i += group.size())
                output[i] = part.filtered(i, batch.tables.filter_weights);
        }
        group.barrier();
    }
    if (group.x() == 0)
        for (int k = group.rank(); k < images; k += group.size())
            batch.fallbacks[first_image + difference_images * k] = 0;
}

// decimate_aligned_rows rows of the decimated images of the references, or the distorted frames, of run y/2.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void decimate_differences(const Group& group, const FeatureBatch& batch, float* local) {
    if (batch.tables.wide_samples)
        decimate_runs<std::uint16_t>(group, batch, local);
    else
        decimate_runs<std::uint8_t>(group, batch, local);
}

}  // namespace speedqa::kernels
