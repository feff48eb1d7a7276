// Works out a plan, and refuses formats and requests that have none.
#include "speed/plan.h"

#include <limits>

#include "api/error.h"
#include "exact/native_binary64.h"
#include "speed/gaussian.h"
#include "speed/prescale_tables.h"

namespace speedqa {
namespace {

// The small image must hold one block in each direction.
constexpr int smallest_scaled_size = block_size * decimation;
constexpr int largest_size = 32768;

int smallest_source_size(double prescale) {
    int size = 1;
    while (scaled_size(size, prescale) < smallest_scaled_size) ++size;
    return size;
}

int scored_plane(const FeatureRequest& request) {
    return request.feature == Feature::speed_chroma ? 1 : 0;
}

ImageTables image_sizes(const FeatureRequest& request, const FrameFormat& format) {
    const PlaneSize source = scored_plane_size(format, scored_plane(request));
    ImageTables tables;
    tables.source_width = source.width;
    tables.source_height = source.height;
    tables.scaled_width = scaled_size(source.width, request.options.prescale);
    tables.scaled_height = scaled_size(source.height, request.options.prescale);
    tables.small_width = tables.scaled_width / decimation;
    tables.small_height = tables.scaled_height / decimation;
    tables.blocks_across = tables.small_width / block_size;
    tables.blocks_down = tables.small_height / block_size;
    tables.window_width = tables.blocks_across * block_size - (block_size - 1);
    tables.window_height = tables.blocks_down * block_size - (block_size - 1);
    return tables;
}

void add_prescale(FeaturePlan& plan) {
    const Options& options = plan.request.options;
    ImageTables& tables = plan.tables;
    if (tables.scaled_width == tables.source_width && tables.scaled_height == tables.source_height) return;
    AxisTaps columns = axis_taps(options.prescale_method, tables.source_width, tables.scaled_width);
    AxisTaps rows = axis_taps(options.prescale_method, tables.source_height, tables.scaled_height);
    plan.column_index = std::move(columns.index);
    plan.column_weight = std::move(columns.weight);
    plan.row_index = std::move(rows.index);
    plan.row_weight = std::move(rows.weight);
    tables.prescale = {columns.taps,
                       options.prescale_method == PrescaleMethod::lanczos4,
                       plan.column_index.data(),
                       plan.column_weight.data(),
                       plan.row_index.data(),
                       plan.row_weight.data()};
}

void add_constants(FeaturePlan& plan, const FrameFormat& format) {
    const Options& options = plan.request.options;
    ImageTables& tables = plan.tables;
    tables.wide_samples = format.bit_depth > 8;
    tables.sample_scale = 1.0f / static_cast<float>(1 << (format.bit_depth - 8));
    tables.sigma = static_cast<float>(options.sigma_nn);
    tables.base = exact::entropy_base(static_cast<float>(options.nn_floor), tables.sigma);
    tables.weight_mode = options.weight_var_mode;
    tables.max_score = plan.request.feature == Feature::speed_chroma ? static_cast<float>(options.max_val)
                                                                     : std::numeric_limits<float>::infinity();
}

FeaturePlan make_feature_plan(const FeatureRequest& request, const FrameFormat& format) {
    FeaturePlan plan;
    plan.request = request;
    plan.tables = image_sizes(request, format);
    plan.plane_count = request.feature == Feature::speed_chroma ? 2 : 1;
    for (int i = 0; i < plan.plane_count; ++i) plan.planes[i] = scored_plane(request) + i;
    plan.filter_weights = antialias_weights(request.options.kernelscale);
    plan.mean_weights = local_mean_weights(request.options.kernelscale);
    plan.tables.filter_taps = static_cast<int>(plan.filter_weights.size());
    plan.tables.filter_weights = plan.filter_weights.data();
    plan.tables.mean_taps = static_cast<int>(plan.mean_weights.size());
    plan.tables.mean_weights = plan.mean_weights.data();
    add_prescale(plan);
    add_constants(plan, format);
    return plan;
}

}  // namespace

void check_format(const FrameFormat& format) {
    if (format.width < 1 || format.height < 1 || format.width > largest_size || format.height > largest_size)
        throw Error(SPEEDQA_INVALID_ARGUMENT, "frame size " + std::to_string(format.width) + "x" +
                                                  std::to_string(format.height) + ": each must be 1 to " +
                                                  std::to_string(largest_size));
    const int depth = format.bit_depth;
    if (depth != 8 && depth != 10 && depth != 12 && depth != 16)
        throw Error(SPEEDQA_UNSUPPORTED, "bit depth " + std::to_string(depth) + ": must be 8, 10, 12 or 16");
}

void check_request(const FeatureRequest& request, const FrameFormat& format) {
    const std::string feature = feature_name(request.feature);
    const int plane = scored_plane(request);
    if (plane > 0 && format.chroma == ChromaSubsampling::yuv400)
        throw Error(SPEEDQA_UNSUPPORTED,
                    feature + ": " + describe(format) +
                        " has no chroma planes: use 4:2:0, 4:2:2 or 4:4:4, or speed_temporal");
    const ImageTables sizes = image_sizes(request, format);
    if (sizes.blocks() > 0) return;
    const int smallest = smallest_source_size(request.options.prescale);
    const PlaneSize scored = scored_plane_size(format, plane);
    const int across = smallest * (scored.width * 2 <= format.width ? 2 : 1);
    const int down = smallest * (scored.height * 2 <= format.height ? 2 : 1);
    throw Error(SPEEDQA_TOO_SMALL, feature + ": " + describe(format) + " is too small: at least " +
                                       std::to_string(across) + "x" + std::to_string(down) +
                                       " is needed for this chroma format and prescale");
}

Plan make_plan(const FrameFormat& format, const std::vector<FeatureRequest>& requests) {
    check_format(format);
    if (requests.empty())
        throw Error(SPEEDQA_INVALID_ARGUMENT, "no feature: add speed_chroma or speed_temporal");
    Plan plan;
    plan.format = format;
    for (const FeatureRequest& request : requests) {
        check_request(request, format);
        plan.features.push_back(make_feature_plan(request, format));
    }
    return plan;
}

}  // namespace speedqa
