// The variances of all blocks of an image: blocks in the lanes, each in the order of block_variance.
#include <algorithm>

#include "backends/cpu/simd_targets.h"
#include "backends/cpu/step_table.h"
#include "speed/covariance.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/variance_simd.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "backends/cpu/divider-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

void fill_variance(StepTable&) {}

#else

constexpr int vectors = 4;                 // of blocks, that are solved together
constexpr int together = vectors * lanes;  // blocks

// Takes apart rows of blocks: lane l of the 5 vectors of `lanes` blocks holds samples of 5 different columns,
// since 5 and the number of lanes have no common factor. So a column is a blend of these vectors, its lanes
// then brought into the order of blocks.
class ColumnSplitter {
  public:
    ColumnSplitter() {
        for (int column = 0; column < block_size; ++column)
            for (int block = 0; block < lanes; ++block) {
                const int at = block * block_size + column;
                lane_of_block_[column][block] = at % lanes;
                vector_of_lane_[column][at % lanes] = at / lanes;
            }
    }

    // to[column*pitch + block] is the sample of that column of the first row of each of `lanes` blocks.
    HWY_INLINE void split(const float* from, float* to, int pitch) const {
        VF vectors[block_size];
        for (int i = 0; i < block_size; ++i) vectors[i] = hn::LoadU(DF(), from + i * lanes);
        for (int column = 0; column < block_size; ++column) {
            const VI vector = hn::Load(DI(), vector_of_lane_[column]);
            VF blend = vectors[0];
            for (int i = 1; i < block_size; ++i)
                blend =
                    hn::IfThenElse(hn::RebindMask(DF(), hn::Eq(vector, hn::Set(DI(), i))), vectors[i], blend);
            const auto order = hn::SetTableIndices(DF(), lane_of_block_[column]);
            hn::StoreU(hn::TableLookupLanes(blend, order), DF(), to + column * pitch);
        }
    }

  private:
    alignas(64) std::int32_t lane_of_block_[block_size][lanes];
    alignas(64) std::int32_t vector_of_lane_[block_size][lanes];
};

// samples[e*pitch + block] is element e of each block.
void gather_blocks(const ImageTables& tables, const float* small_image, int pitch, float* samples) {
    const ColumnSplitter splitter;
    const int across = tables.blocks_across;
    for (int row = 0; row < tables.blocks_down * block_size; ++row) {
        const float* from = small_image + row * tables.small_width;
        float* to = samples + row % block_size * block_size * pitch + row / block_size * across;
        if (across < lanes) {
            for (int i = 0; i < across * block_size; ++i)
                to[i % block_size * pitch + i / block_size] = from[i];
            continue;
        }
        for (int first = 0; first < across; first += lanes) {
            const int block = std::min(first, across - lanes);
            splitter.split(from + block * block_size, to + block, pitch);
        }
    }
}

// Rows `row` on of q times the samples of `together` blocks; `to` holds rows of `together`.
template <int rows>
HWY_INLINE void project(const float* q, const float* samples, int pitch, int row, float* to) {
    VF sums[rows][vectors];
    for (int i = 0; i < rows; ++i)
        for (int v = 0; v < vectors; ++v) sums[i][v] = hn::Zero(DF());
    for (int k = 0; k < elements; ++k) {
        VF y[vectors];
        for (int v = 0; v < vectors; ++v) y[v] = hn::LoadU(DF(), samples + k * pitch + v * lanes);
        for (int i = 0; i < rows; ++i) {
            const VF factor = set(q[(row + i) * elements + k]);
            for (int v = 0; v < vectors; ++v) sums[i][v] = hn::Add(sums[i][v], hn::Mul(factor, y[v]));
        }
    }
    for (int i = 0; i < rows; ++i)
        for (int v = 0; v < vectors; ++v) hn::Store(sums[i][v], DF(), to + (row + i) * together + v * lanes);
}

struct HardwareDivision {
    HWY_INLINE explicit HardwareDivision(float divisor) : divisor_(set(divisor)) {}
    HWY_INLINE VF divide(VF a) const { return hn::Div(a, divisor_); }

  private:
    VF divisor_;
};

// The variances of `together` blocks from q times their samples; `projected` is not changed. `solution` is
// scratch of 25 rows of `together`. False if a value was out of the divisor's domain.
template <class Division>
HWY_INLINE bool substitute(const float* r, const float* samples, int pitch, const float* projected,
                           float* solution, float* variances) {
    DividerDomain domain;
    for (int i = elements - 1; i >= 0; --i) {
        VF t[vectors];
        for (int v = 0; v < vectors; ++v) t[v] = hn::Load(DF(), projected + i * together + v * lanes);
        for (int k = i + 1; k < elements; ++k) {
            const VF factor = set(r[i * elements + k]);
            for (int v = 0; v < vectors; ++v)
                t[v] = hn::Sub(t[v], hn::Mul(hn::Load(DF(), solution + k * together + v * lanes), factor));
        }
        domain.add(set(r[i * (elements + 1)]));
        const Division pivot(r[i * (elements + 1)]);
        for (int v = 0; v < vectors; ++v) {
            domain.add(t[v]);
            hn::Store(pivot.divide(t[v]), DF(), solution + i * together + v * lanes);
        }
    }
    const Division size(static_cast<float>(elements));
    VF sums[vectors];
    for (int e = 0; e < elements; ++e) {
        for (int v = 0; v < vectors; ++v) {
            const VF product = hn::Mul(hn::Load(DF(), solution + e * together + v * lanes),
                                       hn::LoadU(DF(), samples + e * pitch + v * lanes));
            domain.add(product);
            const VF term = size.divide(product);
            sums[v] = e == 0 ? term : hn::Add(sums[v], term);
        }
    }
    for (int v = 0; v < vectors; ++v) hn::Store(sums[v], DF(), variances + v * lanes);
    return domain.holds();
}

void block_variances(const ImageTables& tables, const float* small_image, const float* q, const float* r,
                     Scratch& scratch, float* variances) {
    const int blocks = tables.blocks();
    const int pitch = (blocks + together - 1) / together * together;
    float* samples = scratch.blocks.at_least(static_cast<std::size_t>(elements * (pitch + 2 * together)));
    float* projected = samples + elements * pitch;
    float* solution = projected + elements * together;
    gather_blocks(tables, small_image, pitch, samples);
    for (int e = 0; e < elements; ++e)
        std::fill(samples + e * pitch + blocks, samples + (e + 1) * pitch, 1.0f);
    for (int first = 0; first < blocks; first += together) {
        const float* y = samples + first;
        for (int row = 0; row + 4 <= elements; row += 4) project<4>(q, y, pitch, row, projected);
        project<1>(q, y, pitch, elements - 1, projected);
        HWY_ALIGN float results[together];
        if (!HWY_NATIVE_FMA || !substitute<Divider>(r, y, pitch, projected, solution, results))
            substitute<HardwareDivision>(r, y, pitch, projected, solution, results);
        std::copy(results, results + std::min(together, blocks - first), variances + first);
    }
}

void fill_variance(StepTable& table) {
    table.block_variances = block_variances;
}

#endif
}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace speedqa {

HWY_EXPORT(fill_variance);

void add_variance_steps(StepTable& table) {
    HWY_DYNAMIC_DISPATCH(fill_variance)(table);
}

}  // namespace speedqa
#endif
