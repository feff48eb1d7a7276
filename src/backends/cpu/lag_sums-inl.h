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
inline constexpr int element_pitch = 32;                            // of 25 by 25 matrices

// Rows of at most 4, columns of -4 to 4; without rows, columns of 0 to 4.
constexpr int lag_index(int rows, int columns) {
    return rows == 0 ? columns : block_size + (rows - 1) * (2 * block_size - 1) + border + columns;
}

// Samples of one row, from 0 to 4 columns on. What at[0] holds past its columns is 0.
struct LagRow {
    const double* at[block_size];
};

// Rows of the small image in fp64 minus a centre, the last 8 of them.
class CentredRows {
  public:
    CentredRows(const ImageTables& tables, const float* small_image, float centre, Scratch& scratch)
        : image_(small_image),
          image_pitch_(tables.small_width),
          width_(tables.window_width + border),
          middle_(tables.window_width - border),
          centre_(centre) {
        padded_ = (middle_ + double_lanes - 1) / double_lanes * double_lanes;
        pitch_ = 2 * padded_ + 8 + block_size * 2 * border + 2 * double_lanes;
        pitch_ = (pitch_ + double_lanes - 1) / double_lanes * double_lanes;
        rows_ = scratch.centred_rows.at_least(static_cast<std::size_t>(8 * pitch_));
    }

    int middle() const { return middle_; }

    // Row y, or zeros where y is past the windows' last row.
    HWY_INLINE void load(int y, int last_row) {
        double* middle = row(y);
        double* all = middle + padded_ + 4;  // all[4] is aligned as middle[0]
        double* sides = all + padded_ + 12;
        if (y > last_row) {
            std::memset(middle, 0, static_cast<std::size_t>(pitch_) * sizeof(double));
            return;
        }
        const hn::Rebind<float, DD> half;
        const VD centre = hn::Set(DD(), static_cast<double>(centre_));
        const float* from = image_ + y * image_pitch_;
        for (int x = 0; x < width_; x += double_lanes)
            hn::StoreU(hn::Sub(hn::PromoteTo(DD(), hn::LoadU(half, from + x)), centre), DD(), all + x);
        for (int x = width_; x < padded_ + 12; ++x) all[x] = 0.0;
        for (int x = 0; x < middle_; x += double_lanes)
            hn::Store(hn::LoadU(DD(), all + border + x), DD(), middle + x);
        for (int x = middle_; x < padded_; ++x) middle[x] = 0.0;
        for (int shift = 0; shift < block_size; ++shift) {
            std::memcpy(sides + 8 * shift, all + shift, border * sizeof(double));
            std::memcpy(sides + 8 * shift + border, all + width_ - border + shift, border * sizeof(double));
        }
    }

    HWY_INLINE LagRow middle_of(int y) const {
        const double* middle = row(y);
        const double* all = middle + padded_ + 8;
        return {{middle, all + 1, all + 2, all + 3, all + 4}};
    }

    // 4 columns at the left, 4 at the right; `part` selects vectors of them.
    HWY_INLINE LagRow sides_of(int y, int part) const {
        const double* sides = row(y) + 2 * padded_ + 16 + part * double_lanes;
        return {{sides, sides + 8, sides + 16, sides + 24, sides + 32}};
    }

  private:
    double* row(int y) const { return rows_ + y % 8 * pitch_; }

    const float* image_;
    int image_pitch_;
    int width_;
    int middle_;
    int padded_;
    int pitch_;
    float centre_;
    double* rows_;
};

// A vector of sums for each lag and, behind them, one of plain sums of samples. `paths` adds up the sizes
// that the sums had after each row: it bounds the rounding errors of adding in order.
struct LagSums {
    alignas(64) double sums[(lag_count + 1) * double_lanes];
    alignas(64) double paths[lag_count * double_lanes];
};

// Adds the products of `columns` columns at lags of `first` to `last` rows. rows[r] is the row r below
// rows[0].
template <int first, int last>
HWY_INLINE void add_products(const LagRow* rows, int columns, LagSums& to) {
    double* const sums = to.sums;
    constexpr int first_lag = lag_index(first, first == 0 ? 0 : -border);
    constexpr int lags = lag_index(last, border) + 1 - first_lag;
    VD sum[lags];
    for (int k = 0; k < lags; ++k) sum[k] = hn::Load(DD(), sums + (first_lag + k) * double_lanes);
    for (int x = 0; x < columns; x += double_lanes) {
        VD a[block_size];
        for (int s = 0; s < block_size; ++s) a[s] = hn::LoadU(DD(), rows[0].at[s] + x);
        if (first == 0)
            for (int s = 0; s < block_size; ++s) sum[s] = hn::MulAdd(a[s], a[0], sum[s]);
        for (int r = first == 0 ? 1 : first; r <= last; ++r) {
            VD* same_column = sum + lag_index(r, 0) - first_lag;
            const VD b = hn::LoadU(DD(), rows[r].at[0] + x);
            same_column[0] = hn::MulAdd(b, a[0], same_column[0]);
            for (int s = 1; s < block_size; ++s) {
                same_column[-s] = hn::MulAdd(b, a[s], same_column[-s]);
                same_column[s] = hn::MulAdd(hn::LoadU(DD(), rows[r].at[s] + x), a[0], same_column[s]);
            }
        }
    }
    for (int k = 0; k < lags; ++k) {
        hn::Store(sum[k], DD(), sums + (first_lag + k) * double_lanes);
        double* path = to.paths + (first_lag + k) * double_lanes;
        hn::Store(hn::Add(hn::Load(DD(), path), hn::Abs(sum[k])), DD(), path);
    }
}

// All lags, and after them the plain sum of the row.
HWY_INLINE void add_row(const LagRow* rows, int columns, LagSums& sums) {
    if (double_lanes == 8) {  // 32 registers
        add_products<0, 2>(rows, columns, sums);
        add_products<3, 4>(rows, columns, sums);
    } else {
        add_products<0, 0>(rows, columns, sums);
        add_products<1, 1>(rows, columns, sums);
        add_products<2, 2>(rows, columns, sums);
        add_products<3, 3>(rows, columns, sums);
        add_products<4, 4>(rows, columns, sums);
    }
    double* plain = sums.sums + lag_count * double_lanes;
    VD sum = hn::Load(DD(), plain);
    for (int x = 0; x < columns; x += double_lanes) sum = hn::Add(sum, hn::LoadU(DD(), rows[0].at[0] + x));
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
    VD top = hn::Zero(DD());
    VD rest = hn::Zero(DD());
    for (int part = 0; part < column_parts; ++part) {
        const int at = lag * double_lanes;
        for (int row = 0; row < border; ++row) {
            top = hn::Add(top, hn::Load(DD(), parts[row][part].paths + at));
            rest = hn::Add(rest, hn::Load(DD(), parts[border + 1 + row][part].paths + at));
        }
        const LagSums& middle = parts[border][part];
        rest = hn::Add(rest, hn::Abs(hn::Load(DD(), middle.sums + at)));
        rest = hn::MulAdd(rest, hn::Set(DD(), border), hn::Load(DD(), middle.paths + at));
    }
    return hn::GetLane(hn::SumOfLanes(DD(), hn::MulAdd(top, hn::Set(DD(), window_height), rest)));
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
    auto& parts = *reinterpret_cast<RowParts*>(scratch.sums.at_least(sizeof(RowParts) / sizeof(double)));
    std::memset(parts, 0, sizeof parts);
    CentredRows rows(tables, small_image, centre, scratch);
    for (int y = 0; y < border; ++y) rows.load(y, last_row);
    for (int y = 0; y <= last_row; ++y) {
        rows.load(y + border, last_row);
        const int row_part = y < border ? y : y < height ? border : y - height + border + 1;
        for (int part = 0; part < column_parts; ++part) {
            LagRow below[block_size];
            for (int r = 0; r < block_size; ++r)
                below[r] = part == 0 ? rows.middle_of(y + r) : rows.sides_of(y + r, part - 1);
            add_row(below, part == 0 ? rows.middle() : double_lanes, parts[row_part][part]);
        }
    }
    sum_parts(parts, height, windows);
    windows.vectors = (rows.middle() + double_lanes - 1) / double_lanes;
}

}  // namespace speedqa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
