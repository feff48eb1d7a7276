// Covariance matrices: fast sums with a bound on all rounding errors, the reference's own included; entries
// whose rounding to fp32 the bound leaves open are summed again in the reference's order.
#include <cmath>

#include "backends/cpu/simd_targets.h"
#include "backends/cpu/step_table.h"
#include "exact/native_binary64.h"
#include "speed/covariance.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/covariance_simd.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "backends/cpu/lag_sums-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

void fill_covariance(StepTable&) {}

#else

// Below this many samples in a window, sums in the reference's order are faster.
constexpr int smallest_lag_window = 512;

// What the error bound of an entry needs to know of its windows e and f; see docs/numerics_cpu.md,
// "Covariances". |fast sum - reference's sum| is at most
// path*path_factor + norm[e]*norm[f]*norm_factor + (norm[e]*norm[f] - centred[e]*centred[f])*offset_factor.
struct ErrorBound {
    alignas(64) double centred[element_pitch];  // norm of a window's samples minus the centre
    alignas(64) double norm[element_pitch];     // at least the norm of its samples minus its mean
    double path_factor;
    double norm_factor;
    double offset_factor;
};

struct EntryInputs {
    alignas(64) double mean[element_pitch];  // minus the centre
    double samples;                          // in a window
    double width;                            // of a window
};

HWY_INLINE ErrorBound error_bound(const WindowSums& windows, const EntryInputs& inputs) {
    constexpr double unit = 0x1p-53 * (1.0 + 0x1p-10);
    ErrorBound bound = {};
    for (int e = 0; e < elements; ++e) {
        bound.centred[e] = std::sqrt(windows.products[e][e]);
        bound.norm[e] = bound.centred[e] + std::sqrt(inputs.samples) * std::fabs(inputs.mean[e]);
    }
    bound.path_factor = (inputs.width + windows.vectors) * unit;
    bound.norm_factor = (rows_together * (inputs.width + windows.vectors) + 64) * unit;
    bound.offset_factor = (2 * inputs.samples + 64) * unit;
    return bound;
}

// The bounds of entries (e, f), (e, f + 1) and so on.
HWY_INLINE VD entry_errors(const WindowSums& windows, const ErrorBound& bound, int e, int f) {
    const VD norms = hn::Mul(hn::Set(DD(), bound.norm[e]), hn::Load(DD(), bound.norm + f));
    const VD centred = hn::Mul(hn::Set(DD(), bound.centred[e]), hn::Load(DD(), bound.centred + f));
    const VD path = hn::Mul(hn::Load(DD(), windows.paths[e] + f), hn::Set(DD(), bound.path_factor));
    const VD norm = hn::Mul(norms, hn::Set(DD(), bound.norm_factor));
    const VD offset = hn::Mul(hn::Sub(norms, centred), hn::Set(DD(), bound.offset_factor));
    return hn::Add(hn::Add(path, norm), offset);
}

// Row e of the lower half. Bit f of the result is set where entry f needs the reference's order.
HWY_INLINE unsigned finish_row(const WindowSums& windows, const EntryInputs& inputs, const ErrorBound& bound,
                               int e, float* row) {
    const hn::Rebind<float, DD> half;
    const hn::RebindToSigned<decltype(half)> half_bits;
    const VD n = hn::Set(DD(), inputs.samples);
    const VD mean_e = hn::Set(DD(), inputs.mean[e]);
    const VD sum_e = hn::Set(DD(), windows.samples[e]);
    unsigned open = 0;
    for (int f = 0; f <= e; f += double_lanes) {
        const VD mean_f = hn::Load(DD(), inputs.mean + f);
        const VD products = hn::Load(DD(), windows.products[e] + f);
        const VD cross =
            hn::Add(hn::Mul(mean_e, hn::Load(DD(), windows.samples + f)), hn::Mul(mean_f, sum_e));
        const VD sum = hn::Add(hn::Sub(products, cross), hn::Mul(hn::Mul(n, mean_e), mean_f));
        const VD error = entry_errors(windows, bound, e, f);
        const auto low = hn::BitCast(half_bits, hn::DemoteTo(half, hn::Div(hn::Sub(sum, error), n)));
        const auto high = hn::BitCast(half_bits, hn::DemoteTo(half, hn::Div(hn::Add(sum, error), n)));
        HWY_ALIGN float values[double_lanes];
        HWY_ALIGN std::int32_t differences[double_lanes];
        hn::Store(hn::BitCast(half, low), half, values);
        hn::Store(hn::Xor(low, high), half_bits, differences);
        for (int i = 0; i < double_lanes && f + i <= e; ++i) {
            row[f + i] = values[i];
            if (differences[i] != 0) open |= 1u << (f + i);
        }
    }
    return open;
}

float reference_entry(const ImageTables& tables, const float* small_image, const float* means, int e, int f) {
    unsigned unused = 0;
    return exact::NativeBinary64::covariance(
        element_window(tables, small_image, e), element_window(tables, small_image, f), tables.small_width,
        tables.window_width, tables.window_height, means[e], means[f], unused);
}

unsigned sum_by_lags(const ImageTables& tables, const float* small_image, const float* means,
                     Scratch& scratch, float* covariance) {
    const float centre = means[elements / 2];
    WindowSums windows = {};
    sum_windows(tables, small_image, centre, scratch, windows);
    EntryInputs inputs = {};
    inputs.samples = tables.window_samples();
    inputs.width = tables.window_width;
    for (int e = 0; e < elements; ++e)
        inputs.mean[e] = static_cast<double>(means[e]) - static_cast<double>(centre);
    const ErrorBound bound = error_bound(windows, inputs);
    unsigned fallbacks = 0;
    for (int e = 0; e < elements; ++e) {
        float* row = covariance + e * elements;
        const unsigned open = finish_row(windows, inputs, bound, e, row);
        for (int f = 0; f <= e; ++f) {
            if (open >> f & 1) {
                row[f] = reference_entry(tables, small_image, means, e, f);
                ++fallbacks;
            }
            covariance[f * elements + e] = row[f];
        }
    }
    return fallbacks;
}

// Entries (e, f) for 4 rows e from `row` on, columns f from `column` on in the lanes, each in order.
template <int rows>
HWY_INLINE void add_in_order(const double* deviations, int samples, int row, int column, double* sums) {
    VD sum[rows];
    for (int i = 0; i < rows; ++i) sum[i] = hn::Load(DD(), sums + (row + i) * element_pitch + column);
    for (int s = 0; s < samples; ++s, deviations += element_pitch) {
        const VD x = hn::Load(DD(), deviations + column);
        for (int i = 0; i < rows; ++i)
            sum[i] = hn::Add(sum[i], hn::Mul(hn::Set(DD(), deviations[row + i]), x));
    }
    for (int i = 0; i < rows; ++i) hn::Store(sum[i], DD(), sums + (row + i) * element_pitch + column);
}

void sum_in_order(const ImageTables& tables, const float* small_image, const float* means, Scratch& scratch,
                  float* covariance) {
    constexpr int at_once = 64;
    double* deviations = scratch.centred_rows.at_least(at_once * element_pitch);
    double* sums = scratch.sums.at_least(elements * element_pitch);
    std::memset(sums, 0, elements * element_pitch * sizeof(double));
    const int samples = tables.window_samples();
    for (int first = 0; first < samples; first += at_once) {
        const int count = samples - first < at_once ? samples - first : at_once;
        for (int s = 0; s < count; ++s) {
            const int at =
                (first + s) / tables.window_width * tables.small_width + (first + s) % tables.window_width;
            for (int e = 0; e < elements; ++e)
                deviations[s * element_pitch + e] =
                    static_cast<double>(element_window(tables, small_image, e)[at]) -
                    static_cast<double>(means[e]);
        }
        for (int row = 0; row < elements; row += 4) {
            const int last = row + 4 < elements ? row + 3 : elements - 1;
            for (int column = 0; column <= last; column += double_lanes) {
                if (last - row == 3)
                    add_in_order<4>(deviations, count, row, column, sums);
                else
                    add_in_order<1>(deviations, count, row, column, sums);
            }
        }
    }
    for (int e = 0; e < elements; ++e)
        for (int f = 0; f <= e; ++f)
            covariance[e * elements + f] = covariance[f * elements + e] =
                static_cast<float>(sums[e * element_pitch + f] / static_cast<double>(samples));
}

unsigned covariance_matrix(const ImageTables& tables, const float* small_image, const float* means,
                           Scratch& scratch, float* covariance) {
    if (tables.window_samples() >= smallest_lag_window && tables.window_width >= 2 * border &&
        tables.window_height >= 2 * border)
        return sum_by_lags(tables, small_image, means, scratch, covariance);
    sum_in_order(tables, small_image, means, scratch, covariance);
    return 0;
}

void fill_covariance(StepTable& table) {
    table.covariance_matrix = covariance_matrix;
}

#endif
}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace speedqa {

HWY_EXPORT(fill_covariance);

void add_covariance_steps(StepTable& table) {
    HWY_DYNAMIC_DISPATCH(fill_covariance)(table);
}

}  // namespace speedqa
#endif
