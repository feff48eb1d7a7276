// The sums behind a covariance matrix: samples and products of samples over all 25 windows of the small image
// at once, in fp64. Included once for each target.
//
// Windows e and f of equal lag (rows and columns between them) see the same products, at shifted ranges of
// rows and columns. So products are summed once for each of the 41 lags, in parts: columns 4 to width - 1,
// which all windows share, in the lanes, and the 4 columns left and right of them one by one; rows alike. A
// window's sum is the sum of its parts.
#if defined(SPEEDQA_LAG_SUMS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPEEDQA_LAG_SUMS_INL_H
#undef SPEEDQA_LAG_SUMS_INL_H
#else
#define SPEEDQA_LAG_SUMS_INL_H
#endif

#include <algorithm>
#include <cstring>

#include "backends/cpu/lanes-inl.h"
#include "backends/cpu/scratch.h"
#include "speed/tables.h"

HWY_BEFORE_NAMESPACE();
namespace speedqa::HWY_NAMESPACE {

inline constexpr int border = block_size - 1;  // columns or rows at one side that not all windows see
inline constexpr int lag_count = block_size + border * (2 * block_size - 1);
inline constexpr int row_parts =
    2 * border + 1;  // each row at the top, those in the middle, each at the bottom
inline constexpr int column_parts = 1 + 2 * border / double_lanes;  // vectors: the middle, then the borders
inline constexpr int rows_together = 4;   // of the middle rows, whose sums stay in registers
inline constexpr int element_pitch = 32;  // of 25 by 25 matrices

// Rows of at most 4, columns of -4 to 4; without rows, columns of 0 to 4.
constexpr int lag_index(int rows, int columns) {
    return rows == 0 ? columns : block_size + (rows - 1) * (2 * block_size - 1) + border + columns;
}

// Rows of the small image in fp64 minus a centre, the last 8 of them.
class CentredRows {
  public:
    CentredRows(const ImageTables& tables, const float* small_image, float centre, Scratch& scratch)
        : image_(small_image),
          image_pitch_(tables.small_width),
          width_(tables.window_width + border),
          centre_(centre) {
        sides_at_ = (width_ + border + 2 * double_lanes - 1) / double_lanes * double_lanes;
        pitch_ = sides_at_ + block_size * 2 * border;
        rows_ = scratch.centred_rows.at_least(static_cast<std::size_t>(8 * pitch_));
    }

    // Row y, or zeros where y is past the windows' last row.
    HWY_INLINE void load(int y, int last_row) {
        double* columns = row(y);
        if (y > last_row) {
            std::memset(columns, 0, static_cast<std::size_t>(pitch_) * sizeof(double));
            return;
        }
        const hn::Rebind<float, DD> half;
        const VD centre = hn::Set(DD(), static_cast<double>(centre_));
        const float* from = image_ + y * image_pitch_;
        for (int x = 0; x < width_; x += double_lanes)
            hn::Store(hn::Sub(hn::PromoteTo(DD(), hn::LoadU(half, from + x)), centre), DD(), columns + x);
        for (int x = width_; x < sides_at_; x += double_lanes) hn::StoreU(hn::Zero(DD()), DD(), columns + x);
        unroll<block_size>([&](auto shift) SPEEDQA_INLINE_LAMBDA {
            unroll<column_parts - 1>([&](auto part) SPEEDQA_INLINE_LAMBDA {
                constexpr int first = part * double_lanes;  // of the 8 columns
                const VD samples = hn::PromoteTo(DD(), load_sides<first>(from + shift));
                constexpr int inside = 2 * border - shift - first;  // not past the last column
                const auto mask = hn::FirstN(DD(), inside > 0 ? inside : 0);
                hn::Store(hn::IfThenElseZero(mask, hn::Sub(samples, centre)), DD(),
                          columns + sides_at_ + 2 * border * shift + first);
            });
        });
    }

    // The columns that all windows share; a shift of one column is 1 further on.
    HWY_INLINE const double* middle_of(int y) const { return row(y) + border; }

    // 4 columns at the left, 4 at the right; a shift of one column is 8 further on.
    HWY_INLINE const double* sides_of(int y) const { return row(y) + sides_at_; }

  private:
    // Columns of the 4 at the left and the 4 at the right, from the `first` of these 8 on. From the image,
    // not from the row in fp64: a load of what several stores have just written waits.
    template <int first>
    HWY_INLINE hn::Vec<hn::Rebind<float, DD>> load_sides(const float* from) const {
        const hn::Rebind<float, DD> half;
        const float* right = from + width_ - 2 * border;
        if constexpr (double_lanes == 2 * border) {
            const hn::Half<decltype(half)> quarter;
            return hn::Combine(half, hn::LoadU(quarter, right + border), hn::LoadU(quarter, from));
        } else {
            return hn::LoadU(half, first < border ? from + first : right + first);
        }
    }

    double* row(int y) const { return rows_ + y % 8 * pitch_; }

    const float* image_;
    int image_pitch_;
    int width_;
    float centre_;
    int sides_at_;
    int pitch_;
    double* rows_;
};

// A vector of sums for each lag and, behind them, one of plain sums of samples. `paths` adds up the sizes
// that the sums had after each call of add_rows: it bounds the rounding errors of adding in order.
struct LagSums {
    alignas(64) double sums[(lag_count + 1) * double_lanes];
    alignas(64) double paths[lag_count * double_lanes];
};

// The samples at `from` and at 1 to 4 columns further on.
template <int shift>
HWY_INLINE void load_shifted(const double* from, VD (&to)[block_size]) {
#if HWY_TARGET == HWY_AVX3
    if constexpr (shift == 1) {  // loads that cross a cache line take two turns
        const VD before = hn::LoadU(DD(), from - border);
        const VD after = hn::LoadU(DD(), from + border);
        const auto i = [](VD v) SPEEDQA_INLINE_LAMBDA { return _mm512_castpd_si512(v.raw); };
        const auto d = [](__m512i v) SPEEDQA_INLINE_LAMBDA { return VD{_mm512_castsi512_pd(v)}; };
        to[0] = d(_mm512_alignr_epi64(i(after), i(before), 4));
        to[1] = d(_mm512_alignr_epi64(i(after), i(before), 5));
        to[2] = d(_mm512_alignr_epi64(i(after), i(before), 6));
        to[3] = d(_mm512_alignr_epi64(i(after), i(before), 7));
        to[4] = after;
        return;
    }
#endif
    unroll<block_size>([&](auto s) SPEEDQA_INLINE_LAMBDA { to[s] = hn::LoadU(DD(), from + s * shift); });
}

// Adds the products of a vector of columns, those of `mask`, at lags of `first` to `last` rows. rows[r] is
// row r below rows[0]; samples one column further on are `shift` further on.
template <int first, int last, int shift, bool masked>
HWY_INLINE void multiply_columns(const double* const* rows, int x, hn::Mask<DD> mask, VD* sum) {
    constexpr int first_lag = lag_index(first, first == 0 ? 0 : -border);
    const auto load = [&](int r, int columns)
                          SPEEDQA_INLINE_LAMBDA { return hn::LoadU(DD(), rows[r] + x + columns * shift); };
    const auto inside = [&](VD value) SPEEDQA_INLINE_LAMBDA {
        return masked ? hn::IfThenElseZero(mask, value) : value;
    };
    VD a[block_size];
    load_shifted<shift>(rows[0] + x, a);
    a[0] = inside(a[0]);
    if constexpr (first == 0)
        unroll<block_size>([&](auto s) SPEEDQA_INLINE_LAMBDA { sum[s] = hn::MulAdd(a[s], a[0], sum[s]); });
    constexpr int first_below = first == 0 ? 1 : first;
    unroll<last + 1 - first_below>([&](auto k) SPEEDQA_INLINE_LAMBDA {
        constexpr int r = first_below + k;
        constexpr int same_column = lag_index(r, 0) - first_lag;
        const VD b = inside(load(r, 0));
        sum[same_column] = hn::MulAdd(b, a[0], sum[same_column]);
        unroll<border>([&](auto i) SPEEDQA_INLINE_LAMBDA {
            constexpr int s = i + 1;
            sum[same_column - s] = hn::MulAdd(b, a[s], sum[same_column - s]);
            sum[same_column + s] = hn::MulAdd(load(r, s), a[0], sum[same_column + s]);
        });
    });
}

// Adds the products of `columns` columns of `count` rows at lags of `first` to `last` rows; if `fresh`, to
// nothing.
template <int first, int last, int shift>
HWY_INLINE void add_products(const double* const* rows, int count, int columns, bool fresh, LagSums& to) {
    constexpr int first_lag = lag_index(first, first == 0 ? 0 : -border);
    constexpr int lags = lag_index(last, border) + 1 - first_lag;
    double* const sums = to.sums + first_lag * double_lanes;
    double* const paths = to.paths + first_lag * double_lanes;
    VD sum[lags];
    if (fresh)
        unroll<lags>([&](auto k) SPEEDQA_INLINE_LAMBDA { sum[k] = hn::Zero(DD()); });
    else
        unroll<lags>([&](auto k) SPEEDQA_INLINE_LAMBDA { sum[k] = hn::Load(DD(), sums + k * double_lanes); });
    const auto rest = hn::FirstN(DD(), static_cast<std::size_t>(columns % double_lanes));
    for (int row = 0; row < count; ++row) {
        int x = 0;
        for (; x + double_lanes <= columns; x += double_lanes)
            multiply_columns<first, last, shift, false>(rows + row, x, rest, sum);
        if (x < columns) multiply_columns<first, last, shift, true>(rows + row, x, rest, sum);
    }
    unroll<lags>([&](auto k) SPEEDQA_INLINE_LAMBDA {
        hn::Store(sum[k], DD(), sums + k * double_lanes);
        const VD path = fresh ? hn::Zero(DD()) : hn::Load(DD(), paths + k * double_lanes);
        hn::Store(hn::Add(path, hn::Abs(sum[k])), DD(), paths + k * double_lanes);
    });
}

// All lags, and after them the plain sums of the rows. rows[0] to rows[count + 3] are read.
template <int shift>
HWY_INLINE void add_rows(const double* const* rows, int count, int columns, bool fresh, LagSums& sums) {
    if constexpr (double_lanes == 8) {  // 32 registers
        add_products<0, 2, shift>(rows, count, columns, fresh, sums);
        add_products<3, 4, shift>(rows, count, columns, fresh, sums);
    } else {
        add_products<0, 0, shift>(rows, count, columns, fresh, sums);
        add_products<1, 1, shift>(rows, count, columns, fresh, sums);
        add_products<2, 2, shift>(rows, count, columns, fresh, sums);
        add_products<3, 3, shift>(rows, count, columns, fresh, sums);
        add_products<4, 4, shift>(rows, count, columns, fresh, sums);
    }
    double* plain = sums.sums + lag_count * double_lanes;
    VD sum = fresh ? hn::Zero(DD()) : hn::Load(DD(), plain);
    const auto rest = hn::FirstN(DD(), static_cast<std::size_t>(columns % double_lanes));
    for (int row = 0; row < count; ++row) {
        int x = 0;
        for (; x + double_lanes <= columns; x += double_lanes)
            sum = hn::Add(sum, hn::LoadU(DD(), rows[row] + x));
        if (x < columns) sum = hn::Add(sum, hn::IfThenElseZero(rest, hn::LoadU(DD(), rows[row] + x)));
    }
    hn::Store(sum, DD(), plain);
}

// The sums of all windows: of products e*f for f <= e, and of samples.
struct WindowSums {
    alignas(64) double products[elements][element_pitch];
    alignas(64) double paths[elements][element_pitch];  // see LagSums; over all rows of a window but its last
    alignas(64) double samples[element_pitch];
    int vectors;  // of the middle columns
};

// Of one lag, the sums for windows whose upper left corners are at one row: sums of the middle columns, and
// of each side column.
struct ColumnSums {
    double middle;
    double sides[2 * border];

    // Of the windows that start at `column`.
    double from(int column) const {
        return middle + ((sides[column] + sides[column + 1]) + (sides[column + 2] + sides[column + 3]));
    }
};

using RowParts = LagSums[row_parts][column_parts];

HWY_INLINE ColumnSums sum_row_parts(const RowParts& parts, int lag, int first_row) {
    ColumnSums result;
    for (int part = 0; part < column_parts; ++part) {
        VD sum = hn::Load(DD(), parts[border][part].sums + lag * double_lanes);
        for (int row = first_row; row < first_row + border; ++row) {  // at the top, then at the bottom
            const LagSums& sums = parts[row < border ? row : row + 1][part];
            sum = hn::Add(sum, hn::Load(DD(), sums.sums + lag * double_lanes));
        }
        if (part == 0)
            result.middle = hn::GetLane(hn::SumOfLanes(DD(), sum));
        else
            hn::StoreU(sum, DD(), result.sides + (part - 1) * double_lanes);
    }
    return result;
}

// Bounds the sum, over the rows of any window of this lag, of |the window's sum before that row|: at the top
// and at the bottom from all rows there, in the middle from the path.
HWY_INLINE double path_bound(const RowParts& parts, int lag, int window_height) {
    const int at = lag * double_lanes;
    VD top = hn::Zero(DD());     // before each row of the window at most
    VD bottom = hn::Zero(DD());  // before each row at the bottom at most
    VD middle = hn::Zero(DD());
    for (int part = 0; part < column_parts; ++part) {
        for (int row = 0; row < border; ++row) {
            top = hn::Add(top, hn::Load(DD(), parts[row][part].paths + at));
            bottom = hn::Add(bottom, hn::Load(DD(), parts[border + 1 + row][part].paths + at));
        }
        bottom = hn::Add(bottom, hn::Abs(hn::Load(DD(), parts[border][part].sums + at)));
        middle = hn::Add(middle, hn::Load(DD(), parts[border][part].paths + at));
    }
    VD bound = hn::MulAdd(top, hn::Set(DD(), window_height), hn::Mul(bottom, hn::Set(DD(), border)));
    bound = hn::MulAdd(middle, hn::Set(DD(), rows_together), bound);
    return hn::GetLane(hn::SumOfLanes(DD(), bound));
}

HWY_INLINE void sum_parts(const RowParts& parts, int window_height, WindowSums& windows) {
    for (int row = 0; row < block_size; ++row) {
        const ColumnSums samples = sum_row_parts(parts, lag_count, row);
        for (int column = 0; column < block_size; ++column)
            windows.samples[row * block_size + column] = samples.from(column);
    }
    for (int rows = 0; rows < block_size; ++rows) {
        for (int columns = rows == 0 ? 0 : -border; columns <= border; ++columns) {
            const int lag = lag_index(rows, columns);
            const double path = path_bound(parts, lag, window_height);
            const int right = columns > 0 ? columns : 0;  // of e's column from the common one
            const int left = right - columns;
            for (int row = 0; row < block_size - rows; ++row) {
                const ColumnSums products = sum_row_parts(parts, lag, row);
                const int e = (row + rows) * block_size + right;
                const int f = row * block_size + left;
                for (int column = 0; column < block_size - left - right; ++column) {
                    windows.products[e + column][f + column] = products.from(column);
                    windows.paths[e + column][f + column] = path;
                }
            }
        }
    }
}

// The small image minus `centre`, in windows of at least 8 by 8.
inline void sum_windows(const ImageTables& tables, const float* small_image, float centre, Scratch& scratch,
                        WindowSums& windows) {
    const int height = tables.window_height;
    const int last_row = height + border - 1;
    const int middle = tables.window_width - border;
    auto& parts = *reinterpret_cast<RowParts*>(scratch.sums.at_least(sizeof(RowParts) / sizeof(double)));
    CentredRows rows(tables, small_image, centre, scratch);
    int loaded = 0;
    for (int y = 0, count = 1; y <= last_row; y += count) {
        const bool in_middle = y >= border && y < height;
        count = in_middle ? std::min(rows_together, height - y) : 1;
        const int row_part = y < border ? y : in_middle ? border : y - height + border + 1;
        while (loaded < y + count + border) rows.load(loaded++, last_row);
        const double* below[rows_together + border];
        for (int r = 0; r < count + border; ++r) below[r] = rows.middle_of(y + r);
        const bool fresh = !in_middle || y == border;
        add_rows<1>(below, count, middle, fresh, parts[row_part][0]);
        for (int part = 1; part < column_parts; ++part) {
            for (int r = 0; r < count + border; ++r)
                below[r] = rows.sides_of(y + r) + (part - 1) * double_lanes;
            add_rows<2 * border>(below, count, double_lanes, fresh, parts[row_part][part]);
        }
    }
    sum_parts(parts, height, windows);
    windows.vectors = (middle + double_lanes - 1) / double_lanes;
}

}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
