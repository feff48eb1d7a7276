// Kernels from planes to decimated images: the anti-alias filter at every 16th sample.
#pragma once

#include "kernels/feature_batch.h"
#include "kernels/group.h"
#include "speed/samples.h"
#include "speed/small_image.h"

namespace speedqa::kernels {

inline constexpr int decimate_local_bytes = decimate_columns * static_cast<int>(sizeof(float));

// at() as PlaneSource (speed/samples.h), from a plane in device memory.
template <class Sample>
struct DevicePlane {
    SourcePlane plane;
    const int* row_slots;

    SPEEDQA_HOST_DEVICE const unsigned char* row(int y) const {
        return plane.data + (plane.packed ? row_slots[y] : y) * plane.stride;
    }
    SPEEDQA_HOST_DEVICE float at(int x, int y) const {
        const unsigned char* sample = row(y) + static_cast<std::int64_t>(x) * plane.step;
        return static_cast<float>(*reinterpret_cast<const Sample*>(sample)) * plane.scale - 128.0f;
    }
};

// previous - current, exact as DifferenceSource (speed/samples.h).
template <class Sample>
struct DeviceDifference {
    DevicePlane<Sample> previous;
    DevicePlane<Sample> current;

    SPEEDQA_HOST_DEVICE float at(int x, int y) const { return previous.at(x, y) - current.at(x, y); }
};

template <class Arithmetic, bool scaled, class Group, class Source>
SPEEDQA_HOST_DEVICE void decimate_source(const Group& group, const FeatureBatch& batch, const Source& source,
                                         float* local) {
    float* output = batch.decimated + static_cast<std::int64_t>(group.y()) * batch.image_samples() +
                    group.x() * batch.tables.small_width;
    if constexpr (scaled) {
        const ScaledSource<Arithmetic, Source> image{batch.tables.prescale, source};
        decimate_row(group, batch.tables, image, group.x(), local, output);
    } else {
        decimate_row(group, batch.tables, source, group.x(), local, output);
    }
}

template <class Arithmetic, bool scaled, class Sample, class Group>
SPEEDQA_HOST_DEVICE void decimate_samples(const Group& group, const FeatureBatch& batch, float* local) {
    const ImageSource& source = batch.sources[group.y()];
    const DevicePlane<Sample> current{source.current, batch.row_slots};
    if (!batch.difference) {
        decimate_source<Arithmetic, scaled>(group, batch, current, local);
        return;
    }
    const DevicePlane<Sample> previous{source.previous, batch.row_slots};
    decimate_source<Arithmetic, scaled>(group, batch, DeviceDifference<Sample>{previous, current}, local);
}

template <class Arithmetic, bool scaled, class Group>
SPEEDQA_HOST_DEVICE void decimate_any(const Group& group, const FeatureBatch& batch, float* local) {
    if (group.x() == 0 && group.rank() == 0) batch.fallbacks[group.y()] = 0;
    if (batch.tables.wide_samples)
        decimate_samples<Arithmetic, scaled, std::uint16_t>(group, batch, local);
    else
        decimate_samples<Arithmetic, scaled, std::uint8_t>(group, batch, local);
}

// Row x of the decimated image of image y, without prescale.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void decimate(const Group& group, const FeatureBatch& batch, float* local) {
    decimate_any<Arithmetic, false>(group, batch, local);
}

// Row x of the decimated image of image y, with prescale.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void decimate_scaled(const Group& group, const FeatureBatch& batch, float* local) {
    decimate_any<Arithmetic, true>(group, batch, local);
}

}  // namespace speedqa::kernels
