// Makes the synthetic clips of data/clips.txt in memory, from integer arithmetic alone.
#include "golden/clip_generator.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <numeric>

namespace speedqa::golden {
namespace {

constexpr std::array<std::uint32_t, 7> octave_weights{1, 1, 2, 3, 4, 6, 8};
constexpr int origin = 4096;  // of the pattern's coordinates, so that they stay positive

std::uint32_t mix(std::uint32_t h) {
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    return h ^ (h >> 16);
}

// The part of a lattice point's hash that is the same for a whole row.
std::uint32_t row_hash(int y, int t, std::uint32_t seed) {
    return mix(static_cast<std::uint32_t>(y) + mix(static_cast<std::uint32_t>(t) + mix(seed)));
}

std::uint32_t point_hash(int x, std::uint32_t row) {
    return mix(static_cast<std::uint32_t>(x) + row);
}

// Samples and sizes of one plane while it is made.
struct Canvas {
    int width = 0;
    int height = 0;
    std::vector<std::int32_t> samples;

    std::int32_t* row(int y) { return samples.data() + static_cast<std::ptrdiff_t>(y) * width; }
};

// One octave of value noise: 16-bit hashes on a lattice of cells of 2^order samples, bilinear between them.
class Octave {
  public:
    Octave(int order, int first_x, int width, int t, std::uint32_t seed)
        : order_(order),
          first_x_(first_x),
          width_(width),
          t_(t),
          seed_(seed),
          cells_(((first_x + width - 1) >> order) - (first_x >> order) + 2),
          top_(cells_),
          low_(cells_) {}

    // Adds `weight` times row y of the octave to `sum`.
    void add_row(int y, std::uint32_t weight, std::uint32_t* sum) {
        load_cells(y >> order_);
        const int cell = 1 << order_;
        const auto below = static_cast<std::uint32_t>(y & (cell - 1));
        int x = 0;
        int from = first_x_ & (cell - 1);
        for (std::size_t i = 0; x < width_; ++i, from = 0) {
            const std::uint32_t left = top_[i] * (cell - below) + low_[i] * below;
            const std::uint32_t right = top_[i + 1] * (cell - below) + low_[i + 1] * below;
            const int count = std::min(cell - from, width_ - x);
            for (int k = 0; k < count; ++k) {
                const auto across = static_cast<std::uint32_t>(from + k);
                sum[x + k] += weight * ((left * (cell - across) + right * across) >> (2 * order_));
            }
            x += count;
        }
    }

  private:
    void load_cells(int y) {
        if (loaded_ && y == y_) return;
        loaded_ = true;
        y_ = y;
        fill(y, top_);
        fill(y + 1, low_);
    }

    void fill(int y, std::vector<std::uint32_t>& cells) const {
        const std::uint32_t row = row_hash(y, t_, seed_);
        const int first = first_x_ >> order_;
        for (std::size_t i = 0; i < cells.size(); ++i)
            cells[i] = point_hash(first + static_cast<int>(i), row) & 0xFFFF;
    }

    int order_, first_x_, width_, t_;
    std::uint32_t seed_;
    std::size_t cells_;
    std::vector<std::uint32_t> top_, low_;
    bool loaded_ = false;
    int y_ = 0;
};

// The weighted mean of seven octaves, 0..65535; only octave 0, the grain, changes with t.
class Texture {
  public:
    Texture(int first_x, int width, int t, std::uint32_t seed) : row_(width) {
        for (int order = 0; order < static_cast<int>(octave_weights.size()); ++order)
            octaves_.emplace_back(order, first_x, width, order == 0 ? t : 0,
                                  seed + static_cast<std::uint32_t>(order));
    }

    const std::vector<std::uint32_t>& row(int y) {
        constexpr std::uint32_t total = std::accumulate(octave_weights.begin(), octave_weights.end(), 0u);
        std::fill(row_.begin(), row_.end(), 0);
        for (std::size_t i = 0; i < octaves_.size(); ++i)
            octaves_[i].add_row(y, octave_weights[i], row_.data());
        for (std::uint32_t& value : row_) value /= total;
        return row_;
    }

  private:
    std::vector<Octave> octaves_;
    std::vector<std::uint32_t> row_;
};

// What all patterns and distortions of a plane share.
struct PlaneContext {
    PlaneSpec spec;
    int t = 0;
    std::uint32_t seed = 0;
    int shift = 0;  // from 8-bit steps to those of the bit depth
    int top = 0;    // largest sample

    int first_x() const { return spec.velocity_x * t + origin; }
    int first_y() const { return spec.velocity_y * t + origin; }
    int base() const { return spec.base << shift; }
    int amplitude() const { return spec.amplitude << shift; }
    std::int32_t clamp(std::int64_t value) const {
        return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, 0, top));
    }
};

void fill_texture(const PlaneContext& context, std::int64_t amplitude, Canvas& canvas) {
    Texture texture(context.first_x(), canvas.width, context.t, context.seed);
    for (int y = 0; y < canvas.height; ++y) {
        const std::vector<std::uint32_t>& noise = texture.row(context.first_y() + y);
        std::int32_t* row = canvas.row(y);
        for (int x = 0; x < canvas.width; ++x)
            row[x] = context.clamp(context.base() +
                                   (((static_cast<std::int64_t>(noise[x]) - 32768) * amplitude) >> 16));
    }
}

void fill_columns(const PlaneContext& context, Canvas& canvas) {
    Texture texture(context.first_x(), canvas.width, 0, context.seed);
    const std::vector<std::uint32_t>& noise = texture.row(0);
    for (int x = 0; x < canvas.width; ++x) {
        const std::int64_t signal = (static_cast<std::int64_t>(noise[x]) - 32768) * context.amplitude();
        canvas.samples[x] = context.clamp(context.base() + (signal >> 16));
    }
    for (int y = 1; y < canvas.height; ++y) std::copy_n(canvas.row(0), canvas.width, canvas.row(y));
}

void fill_gradient(const PlaneContext& context, Canvas& canvas) {
    for (int y = 0; y < canvas.height; ++y)
        for (int x = 0; x < canvas.width; ++x)
            canvas.row(y)[x] = context.clamp(context.base() + ((x * context.amplitude()) >> 8) -
                                             ((y * context.amplitude()) >> 9));
}

// One sample in 997 is raised.
void fill_sparse(const PlaneContext& context, Canvas& canvas) {
    for (int y = 0; y < canvas.height; ++y) {
        const std::uint32_t row = row_hash(context.first_y() + y, 0, context.seed);
        for (int x = 0; x < canvas.width; ++x) {
            const bool raised = point_hash(context.first_x() + x, row) % 997 == 0;
            canvas.row(y)[x] = context.clamp(context.base() + (raised ? context.amplitude() : 0));
        }
    }
}

void fill(const PlaneContext& context, Canvas& canvas) {
    switch (context.spec.pattern) {
        case Pattern::flat:
            std::fill(canvas.samples.begin(), canvas.samples.end(), context.clamp(context.base()));
            break;
        case Pattern::texture:
            fill_texture(context, context.amplitude(), canvas);
            break;
        case Pattern::fine:
            fill_texture(context, context.spec.steps, canvas);
            break;
        case Pattern::clipped:
            fill_texture(context, std::int64_t{16} * context.amplitude(), canvas);
            break;
        case Pattern::columns:
            fill_columns(context, canvas);
            break;
        case Pattern::gradient:
            fill_gradient(context, canvas);
            break;
        case Pattern::sparse:
            fill_sparse(context, canvas);
            break;
    }
}

void quantise(const PlaneContext& context, int step, Canvas& canvas) {
    for (std::int32_t& sample : canvas.samples) sample = context.clamp(sample / step * step + step / 2);
}

// The rounded mean of 3 by 3 samples; edge samples are repeated outwards.
void box_filter(Canvas& canvas) {
    const Canvas source = canvas;
    const int width = canvas.width, last_x = canvas.width - 1, last_y = canvas.height - 1;
    std::vector<std::int32_t> column(width);
    for (int y = 0; y < canvas.height; ++y) {
        const std::int32_t* above =
            source.samples.data() + static_cast<std::ptrdiff_t>(std::max(y - 1, 0)) * width;
        const std::int32_t* here = source.samples.data() + static_cast<std::ptrdiff_t>(y) * width;
        const std::int32_t* below =
            source.samples.data() + static_cast<std::ptrdiff_t>(std::min(y + 1, last_y)) * width;
        for (int x = 0; x < width; ++x) column[x] = above[x] + here[x] + below[x];
        std::int32_t* row = canvas.row(y);
        for (int x = 0; x < width; ++x)
            row[x] = (column[std::max(x - 1, 0)] + column[x] + column[std::min(x + 1, last_x)] + 4) / 9;
    }
}

void add_grain(const PlaneContext& context, int amount, Canvas& canvas) {
    const auto levels = static_cast<std::uint32_t>(2 * amount + 1);
    for (int y = 0; y < canvas.height; ++y) {
        const std::uint32_t hash = row_hash(y, context.t, context.seed ^ 0x9E3779B9u);
        std::int32_t* row = canvas.row(y);
        for (int x = 0; x < canvas.width; ++x)
            row[x] = context.clamp(row[x] + static_cast<int>(point_hash(x, hash) % levels) - amount);
    }
}

void distort(const PlaneContext& context, const Distortion& distortion, Canvas& canvas) {
    const int amount = distortion.amount << context.shift;
    switch (distortion.kind) {
        case DistortionKind::quantise:
            quantise(context, amount, canvas);
            break;
        case DistortionKind::box:
            box_filter(canvas);
            break;
        case DistortionKind::grain:
            add_grain(context, amount, canvas);
            break;
        case DistortionKind::flat:
            std::fill(canvas.samples.begin(), canvas.samples.end(), context.clamp(amount));
            break;
    }
}

// Stores the samples as a file holds them: bytes, or 16-bit little-endian.
void store(const Canvas& canvas, int bytes_a_sample, std::uint8_t* out) {
    for (const std::int32_t sample : canvas.samples) {
        *out++ = static_cast<std::uint8_t>(sample);
        if (bytes_a_sample == 2) *out++ = static_cast<std::uint8_t>(sample >> 8);
    }
}

// A frame whose planes lie one after the other in `bytes`.
Frame frame_over(const FrameFormat& format, std::shared_ptr<std::vector<std::uint8_t>> bytes) {
    Frame frame;
    const std::uint8_t* data = bytes->data();
    for (int plane = 0; plane < plane_count(format); ++plane) {
        const PlaneSize size = stored_plane_size(format, plane);
        const std::ptrdiff_t stride = static_cast<std::ptrdiff_t>(size.width) * bytes_per_sample(format);
        frame.view.planes[plane] = {data, stride};
        data += stride * size.height;
    }
    frame.owner = std::move(bytes);
    return frame;
}

}  // namespace

ClipFrame make_frame(const ClipSpec& spec, int index) {
    const FrameFormat& format = spec.format;
    auto reference = std::make_shared<std::vector<std::uint8_t>>(frame_bytes(format));
    auto distorted = std::make_shared<std::vector<std::uint8_t>>(frame_bytes(format));
    std::size_t offset = 0;
    for (int plane = 0; plane < plane_count(format); ++plane) {
        const PlaneSize size = stored_plane_size(format, plane);
        const PlaneContext context{spec.planes.at(plane), index,
                                   spec.seed * 64 + static_cast<std::uint32_t>(plane) * 16,
                                   format.bit_depth - 8, (1 << format.bit_depth) - 1};
        Canvas canvas{size.width, size.height, {}};
        canvas.samples.resize(static_cast<std::size_t>(size.width) * size.height);
        fill(context, canvas);
        store(canvas, bytes_per_sample(format), reference->data() + offset);
        for (const Distortion& distortion : spec.distortions.at(plane)) distort(context, distortion, canvas);
        store(canvas, bytes_per_sample(format), distorted->data() + offset);
        offset += canvas.samples.size() * bytes_per_sample(format);
    }
    return {frame_over(format, std::move(reference)), frame_over(format, std::move(distorted))};
}

std::vector<ClipFrame> make_clip(const ClipSpec& spec) {
    std::vector<ClipFrame> frames;
    for (int index = 0; index < spec.frames; ++index) frames.push_back(make_frame(spec, index));
    return frames;
}

}  // namespace speedqa::golden
