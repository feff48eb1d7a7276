// Covariances from row products, with a bound on how far the reference's sum can lie from them.
#pragma once

#include <cmath>

#include "exact/constants.h"
#include "kernels/row_products.h"

namespace speedqa::kernels {

// Sums over the window of one element.
struct ElementSums {
    double samples;  // x
    double squares;  // x*x
    double root;     // at least sqrt(squares)
    double mean;
    double mean_root;  // at least |mean|*sqrt(N)
};

SPEEDQA_HOST_DEVICE double size_of(double x) {
    return x < 0.0 ? -x : x;
}

// The row products of one image; docs/cuda_hip.md, "Covariances", is the theory.
class RowProducts {
  public:
    SPEEDQA_HOST_DEVICE RowProducts(const FeatureBatch& batch, int image)
        : tables_(batch.tables),
          products_(batch.row_products + static_cast<std::int64_t>(image) * row_product_count(batch.tables)) {
    }

    SPEEDQA_HOST_DEVICE ElementSums element_sums(int element, float mean) const {
        const int column = element % block_size;
        const double* squares = row(0, element / block_size) + (block_size + 1) * column;
        const double* samples = row(block_size, element / block_size) + column;
        ElementSums sums{};
        for (int first = 0; first < tables_.window_height; first += row_read_ahead) {
            double square[row_read_ahead], sample[row_read_ahead];
            read_rows(squares, first, square);
            read_rows(samples, first, sample);
            for (int i = 0; i < row_read_ahead && first + i < tables_.window_height; ++i) {
                sums.squares += square[i];
                sums.samples += sample[i];
            }
        }
        sums.root = sqrt(sums.squares) * upward;
        sums.mean_root =
            size_of(static_cast<double>(mean)) * sqrt(static_cast<double>(tables_.window_samples())) * upward;
        sums.mean = mean;
        return sums;
    }

    // False where the bound does not tell the fp32 number that the reference rounds to.
    SPEEDQA_HOST_DEVICE bool covariance_if_certain(int e, int f, const ElementSums* sums,
                                                   float& rounded) const {
        const PartialSums partial = partial_sums(e, f);
        const ElementSums& x = sums[e];
        const ElementSums& y = sums[f];
        const double count = tables_.window_samples();
        const double total =
            ((partial.sum - x.mean * y.samples) - y.mean * x.samples) + count * x.mean * y.mean;
        const double width = tables_.window_width;
        const double height = tables_.window_height;
        const double with_means = x.mean_root * y.root + y.mean_root * x.root + x.mean_root * y.mean_root;
        const double sizes = 0.5 * (x.squares + y.squares);  // at least the sum of |x_e*x_f|
        const double error = ((width / 2 + 1) * (partial.sizes + sizes) + (width + 12) * sizes +
                              (count + width + height + 12) * with_means) *
                             (half_place * upward);
        const double value = total / count;
        const double reach = error / count * upward + 8 * half_place * size_of(value);
        rounded = static_cast<float>(value - reach);
        return exact::bits_of(rounded) == exact::bits_of(static_cast<float>(value + reach));
    }

  private:
    // Room for the roundings of the bound itself.
    static constexpr double upward = 1.001;
    static constexpr double half_place = 0x1p-53;  // the largest relative rounding error

    struct PartialSums {
        double sum;    // of x_e*x_f
        double sizes;  // over all rows, |sum before| + |sum behind|
    };

    SPEEDQA_HOST_DEVICE PartialSums partial_sums(int e, int f) const {
        const int e_row = e / block_size, e_column = e % block_size;
        const int f_row = f / block_size, f_column = f % block_size;
        const double* products = row(e_row - f_row, f_row) + block_size * e_column + f_column;
        PartialSums partial{0.0, 0.0};
        for (int first = 0; first < tables_.window_height; first += row_read_ahead) {
            double product[row_read_ahead];
            read_rows(products, first, product);
            for (int i = 0; i < row_read_ahead && first + i < tables_.window_height; ++i) {
                const double before = partial.sum;
                partial.sum += product[i];
                partial.sizes += size_of(before) + size_of(partial.sum);
            }
        }
        return partial;
    }

    // Rows that are read before the first of them is added.
    static constexpr int row_read_ahead = 16;

    SPEEDQA_HOST_DEVICE void read_rows(const double* from, int first, double* values) const {
        const int last = tables_.window_height - 1;
        for (int i = 0; i < row_read_ahead; ++i)
            values[i] = from[(first + i < last ? first + i : last) * elements];
    }

    SPEEDQA_HOST_DEVICE const double* row(int distance, int y) const {
        return products_ + (distance * cut_height(tables_) + y) * elements;
    }

    const ImageTables& tables_;
    const double* products_;
};

}  // namespace speedqa::kernels
