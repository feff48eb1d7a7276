// The QR decomposition of a covariance matrix by Householder matrices: columns of the products in the lanes.
//
// z and q go through the same multiplications, so they lie side by side in rows of 64: column j >= 1 of z at
// 14 + j, column j of q at 39 + j. Step k then works on one range of columns, from 15 + k on, that ends with
// the row. Each sum runs over k in the order of multiply_from.
#include "backends/cpu/simd_targets.h"
#include "backends/cpu/step_table.h"
#include "exact/native_binary64.h"
#include "speed/linear_solve.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/solve_simd.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "backends/cpu/lanes-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

void fill_solve(StepTable&) {}

#else

constexpr int left_pitch = 32;
constexpr int pair_pitch = 64;
constexpr int z_at = 14;
constexpr int q_at = 39;

struct Multiplication {
    const float* left;  // rows of left_pitch
    const float* right;
    float* product;
    int pitch;  // of right and product
    int first;  // sums run over k from here to 24
};

// Rows `row` on, `vectors` vectors from `column` on.
template <int rows, int vectors>
HWY_INLINE void multiply_tile(const Multiplication& m, int row, int column) {
    VF sums[rows][vectors];
    for (int i = 0; i < rows; ++i)
        for (int v = 0; v < vectors; ++v) sums[i][v] = hn::Zero(DF());
    const float* left = m.left + row * left_pitch;
    for (int k = m.first; k < elements; ++k) {
        VF right[vectors];
        for (int v = 0; v < vectors; ++v)
            right[v] = hn::Load(DF(), m.right + k * m.pitch + column + v * lanes);
        for (int i = 0; i < rows; ++i) {
            const VF factor = set(left[i * left_pitch + k]);
            for (int v = 0; v < vectors; ++v) sums[i][v] = hn::Add(sums[i][v], hn::Mul(factor, right[v]));
        }
    }
    for (int i = 0; i < rows; ++i)
        for (int v = 0; v < vectors; ++v)
            hn::Store(sums[i][v], DF(), m.product + (row + i) * m.pitch + column + v * lanes);
}

template <int vectors>
HWY_INLINE void multiply_columns(const Multiplication& m, int row, int column) {
    for (; row + 4 <= elements; row += 4) multiply_tile<4, vectors>(m, row, column);
    switch (elements - row) {
        case 3:
            return multiply_tile<3, vectors>(m, row, column);
        case 2:
            return multiply_tile<2, vectors>(m, row, column);
        case 1:
            return multiply_tile<1, vectors>(m, row, column);
    }
}

// Rows `row` to 24, columns from the vector of `column` on.
void multiply(const Multiplication& m, int row, int column) {
    column = column / lanes * lanes;
    for (; column + 3 * lanes <= m.pitch; column += 3 * lanes) multiply_columns<3>(m, row, column);
    switch ((m.pitch - column) / lanes) {
        case 2:
            return multiply_columns<2>(m, row, column);
        case 1:
            return multiply_columns<1>(m, row, column);
    }
}

// The Householder matrix of the vector of step `step`; `pivot` is the matrix's diagonal entry there.
void reflect(float* vector, float pivot, int step, float* reflector) {
    const float norm = norm_from<exact::NativeBinary64>(vector, step);
    vector[step] += pivot >= 0.0f ? norm : -norm;
    const VF length = set(norm_from<exact::NativeBinary64>(vector, step));
    for (int i = step / lanes * lanes; i < elements; i += lanes)
        hn::Store(hn::Div(hn::Load(DF(), vector + i), length), DF(), vector + i);
    for (int i = step; i < elements; ++i) {
        float* row = reflector + i * left_pitch;
        const VF factor = set(-2.0f * vector[i]);
        for (int j = step / lanes * lanes; j < elements; j += lanes)
            hn::Store(hn::Mul(factor, hn::Load(DF(), vector + j)), DF(), row + j);
        row[i] += 1.0f;
    }
}

// r = q * matrix where it is not below the diagonal; `right` and `product` are scratch of 25 by 32.
void final_product(const float* matrix, const float* q, float* right, float* product, float* r) {
    for (int i = 0; i < elements; ++i)
        std::memcpy(right + i * left_pitch, matrix + i * elements, elements * sizeof(float));
    const Multiplication m{q, right, product, left_pitch, 0};
    multiply(m, 0, 0);
    for (int i = 0; i < elements; ++i)
        std::memcpy(r + i * elements + i, product + i * left_pitch + i,
                    static_cast<std::size_t>(elements - i) * sizeof(float));
}

void decompose(const float* matrix, Scratch& scratch, float* q, float* r) {
    float* memory = scratch.matrices.at_least(elements * (2 * pair_pitch + 2 * left_pitch) + left_pitch);
    float* now = memory;
    float* next = now + elements * pair_pitch;
    float* reflector = next + elements * pair_pitch;
    float* whole_q = reflector + elements * left_pitch;
    float* vector = whole_q + elements * left_pitch;
    std::memset(now, 0, elements * pair_pitch * sizeof(float));
    for (int i = 0; i < elements; ++i) {
        vector[i] = matrix[i * elements];
        std::memcpy(now + i * pair_pitch + z_at + 1, matrix + i * elements + 1,
                    (elements - 1) * sizeof(float));
        now[i * pair_pitch + q_at + i] = 1.0f;
    }
    for (int step = 0; step < elements - 1; ++step) {
        reflect(vector, matrix[step * (elements + 1)], step, reflector);
        multiply({reflector, now, next, pair_pitch, step}, step, z_at + step + 1);
        for (int i = step + 1; i < elements; ++i) vector[i] = next[i * pair_pitch + z_at + step + 1];
        std::memcpy(whole_q + step * left_pitch, next + step * pair_pitch + q_at, elements * sizeof(float));
        std::swap(now, next);
    }
    std::memcpy(whole_q + (elements - 1) * left_pitch, now + (elements - 1) * pair_pitch + q_at,
                elements * sizeof(float));
    for (int i = 0; i < elements; ++i)
        std::memcpy(q + i * elements, whole_q + i * left_pitch, elements * sizeof(float));
    final_product(matrix, whole_q, now, next, r);
}

void fill_solve(StepTable& table) {
    table.decompose = decompose;
}

#endif
}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace speedqa {

HWY_EXPORT(fill_solve);

void add_solve_steps(StepTable& table) {
    HWY_DYNAMIC_DISPATCH(fill_solve)(table);
}

}  // namespace speedqa
#endif
