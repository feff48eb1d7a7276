// The kernel that finds the unit of an image's fixed-point sums. For devices without fp64.
#pragma once

#include "exact/float_parts.h"
#include "kernels/row_products.h"

namespace speedqa::kernels {

inline constexpr int magnitude_slots = 256;
inline constexpr int magnitudes_local_bytes = magnitude_slots * static_cast<int>(sizeof(Magnitudes));

inline constexpr Magnitudes zero_magnitudes = {0, 127};

SPEEDQA_HOST_DEVICE Magnitudes joined(Magnitudes a, Magnitudes b) {
    return {a.largest > b.largest ? a.largest : b.largest,
            a.lowest_bit < b.lowest_bit ? a.lowest_bit : b.lowest_bit};
}

SPEEDQA_HOST_DEVICE Magnitudes magnitudes_of(float x) {
    const std::uint32_t bits = exact::bits_of(x) & exact::magnitude_mask;
    if (bits == 0) return zero_magnitudes;
    const int field = static_cast<int>(bits >> 23);
    const std::uint32_t significand = (bits & exact::fraction_mask) | (field == 0 ? 0 : 1u << 23);
    const int lowest = 63 - exact::leading_zeros(significand & (0 - significand));
    return {bits, (field == 0 ? 1 : field) - 150 + lowest};
}

// Of image x, cut to blocks.
template <class Arithmetic, class Group>
SPEEDQA_HOST_DEVICE void magnitudes(const Group& group, const FeatureBatch& batch, float* memory) {
    if constexpr (!HasBinary64<Arithmetic>) {
        const ImageTables& tables = batch.tables;
        auto* slots = reinterpret_cast<Magnitudes*>(memory);
        const float* samples = batch.small_image_of(group.x());
        const int width = cut_width(tables);
        const int count = width * cut_height(tables);
        for (int slot = group.rank(); slot < magnitude_slots; slot += group.size()) {
            Magnitudes all = zero_magnitudes;
            for (int i = slot; i < count; i += magnitude_slots)
                all = joined(all, magnitudes_of(samples[i / width * tables.small_width + i % width]));
            slots[slot] = all;
        }
        group.barrier();
        for (int half = magnitude_slots / 2; half > 0; half /= 2) {
            for (int slot = group.rank(); slot < half; slot += group.size())
                slots[slot] = joined(slots[slot], slots[slot + half]);
            group.barrier();
        }
        if (group.rank() == 0) batch.magnitudes[group.x()] = slots[0];
    }
}

}  // namespace speedqa::kernels
