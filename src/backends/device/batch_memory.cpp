// Where everything of a batch lies.
#include "backends/device/batch_memory.h"

#include <cstring>

#include "kernels/row_products.h"

namespace speedqa::device {
namespace {

using kernels::FeatureBatch;

std::size_t count(int n) {
    return static_cast<std::size_t>(n);
}

// Copies arrays into one piece of host memory and returns the addresses that they will have on the device.
class TablePacker {
  public:
    TablePacker(std::vector<unsigned char>& bytes, void* device_base) : bytes_(bytes), device_(device_base) {}

    template <class T>
    const T* add(const std::vector<T>& values) {
        const T* address = device_.take<T>(values.size());
        const std::size_t size = values.size() * sizeof(T);
        bytes_.resize(device_.used());
        if (size > 0) std::memcpy(bytes_.data() + bytes_.size() - size, values.data(), size);
        return address;
    }

  private:
    std::vector<unsigned char>& bytes_;
    Carver device_;
};

bool is_temporal(const FeaturePlan& feature) {
    return feature.request.feature == Feature::speed_temporal;
}

}  // namespace

std::size_t plane_slot_bytes(const PlaneShape& shape) {
    constexpr std::size_t alignment = 256;
    return (shape.packed_bytes() + alignment - 1) / alignment * alignment;
}

BatchSizes batch_sizes(const Plan& plan, int pairs, bool binary64) {
    BatchSizes sizes;
    sizes.binary64 = binary64;
    sizes.pairs = pairs;
    for (int i = 0; i < 2; ++i) sizes.shapes[i] = plane_shape(plan, i);
    const std::size_t clips = 2;
    const std::size_t luma_frames = count(pairs) + 1;  // and the frame before the first
    sizes.plane_bytes = clips * (luma_frames * plane_slot_bytes(sizes.shapes[0]) +
                                 count(pairs) * 2 * plane_slot_bytes(sizes.shapes[1]));
    return sizes;
}

UploadArea carve_upload(const Plan& plan, const BatchSizes& sizes, Carver& carver) {
    UploadArea area;
    for (const FeaturePlan& feature : plan.features) {
        area.sources.push_back(carver.take<kernels::ImageSource>(count(sizes.pairs * feature.image_count())));
        area.has_score.push_back(carver.take<std::uint32_t>(count(sizes.pairs)));
    }
    area.planes = carver.take<unsigned char>(sizes.plane_bytes);
    return area;
}

kernels::PairRecord* carve_records(const Plan& plan, const BatchSizes& sizes, Carver& carver) {
    return carver.take<kernels::PairRecord>(plan.features.size() * count(sizes.pairs));
}

std::vector<unsigned char> make_tables(const Plan& plan, const BatchSizes& sizes, void* device_base,
                                       std::vector<FeatureBatch>& batches) {
    std::vector<unsigned char> bytes;
    TablePacker packer(bytes, device_base);
    const int* slots[2] = {packer.add(sizes.shapes[0].slots), packer.add(sizes.shapes[1].slots)};
    batches.clear();
    for (const FeaturePlan& feature : plan.features) {
        FeatureBatch batch{};
        batch.tables = feature.tables;
        batch.tables.filter_weights = packer.add(feature.filter_weights);
        batch.tables.mean_weights = packer.add(feature.mean_weights);
        batch.tables.prescale.column_index = packer.add(feature.column_index);
        batch.tables.prescale.column_weight = packer.add(feature.column_weight);
        batch.tables.prescale.row_index = packer.add(feature.row_index);
        batch.tables.prescale.row_weight = packer.add(feature.row_weight);
        batch.row_slots = slots[feature.planes[0] > 0 ? 1 : 0];
        batch.pairs = sizes.pairs;
        batch.images_per_pair = feature.image_count();
        batch.difference = is_temporal(feature);
        batches.push_back(batch);
    }
    return bytes;
}

void carve_work(const Plan& plan, const BatchSizes& sizes, Carver& carver,
                std::vector<FeatureBatch>& batches) {
    for (std::size_t i = 0; i < plan.features.size(); ++i) {
        FeatureBatch& batch = batches[i];
        const int image_count = sizes.pairs * plan.features[i].image_count();
        const std::size_t images = count(image_count);
        const std::size_t samples = images * count(batch.image_samples());
        const std::size_t blocks = images * count(batch.tables.blocks());
        batch.decimated = carver.take<float>(samples);
        batch.small_image = carver.take<float>(samples);
        batch.means = carver.take<float>(images * elements);
        const std::size_t products = images * count(kernels::row_product_count(batch.tables));
        if (sizes.binary64) {
            batch.row_products = carver.take<double>(products);
        } else if (kernels::sums_fixed_rows(batch.tables)) {
            batch.fixed_products = carver.take<exact::Int128>(products);
            batch.magnitudes = carver.take<kernels::Magnitudes>(images);
            batch.row_sizes = carver.take<float>(images * count(batch.tables.window_height * elements));
        }
        batch.covariance = carver.take<float>(images * kernels::matrix_size);
        batch.eigenvalues = carver.take<float>(images * elements);
        batch.q = carver.take<float>(images * kernels::matrix_size);
        batch.r = carver.take<float>(images * kernels::matrix_size);
        batch.variances = carver.take<float>(blocks);
        batch.entropies = carver.take<float>(blocks);
        batch.eigen_flags = carver.take<std::uint32_t>(images);
        batch.pivot_flags = carver.take<std::uint32_t>(images);
        batch.fallbacks = carver.take<std::uint32_t>(images);
    }
}

}  // namespace speedqa::device
