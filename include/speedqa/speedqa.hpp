// The C API of speedqa.h for C++20: owning, move-only objects, and exceptions in place of statuses.
#ifndef SPEEDQA_SPEEDQA_HPP
#define SPEEDQA_SPEEDQA_HPP

#include <speedqa/speedqa.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace speedqa {

// What a call failed with: its status, and the message of speedqa_last_error().
class Exception : public std::runtime_error {
  public:
    Exception(speedqa_status status, const std::string& message)
        : std::runtime_error(message), status_(status) {}
    speedqa_status status() const noexcept { return status_; }

  private:
    speedqa_status status_;
};

namespace detail {

inline void check(speedqa_status status) {
    if (status != SPEEDQA_OK) throw Exception(status, speedqa_last_error());
}

struct Free {
    void operator()(speedqa_config* config) const noexcept { speedqa_config_free(config); }
    void operator()(speedqa_context* context) const noexcept { speedqa_free(context); }
};

}  // namespace detail

// Bytes of one frame without padding: the planes one after the other, chroma planes of (size + 1) >> 1
// samples where subsampled. `format` must be one that a Config accepts.
inline std::size_t packed_frame_bytes(const speedqa_format& format);

// A view of such a frame. Throws Exception (invalid_argument) unless `bytes` is exactly as long as one.
inline speedqa_frame packed_frame(const speedqa_format& format, std::span<const std::byte> bytes);

// Frame format, features and settings. The setters may be chained; see speedqa.h for what they take.
// They throw Exception (invalid_argument, unsupported, too_small).
class Config {
  public:
    explicit Config(const speedqa_format& format) {
        speedqa_config* config = nullptr;
        detail::check(speedqa_config_new(&format, &config));
        config_.reset(config);
    }

    Config& add_feature(const std::string& feature) {
        return checked(speedqa_config_add_feature(config_.get(), feature.c_str()));
    }
    Config& add_preset(const std::string& name) {
        return checked(speedqa_config_add_preset(config_.get(), name.c_str()));
    }
    Config& set_backend(const std::string& backend, int device = -1) {
        return checked(speedqa_config_set_backend(config_.get(), backend.c_str(), device));
    }
    Config& add_device(int device) { return checked(speedqa_config_add_device(config_.get(), device)); }
    Config& set_threads(int threads) { return checked(speedqa_config_set_threads(config_.get(), threads)); }
    Config& set_batch(int batch) { return checked(speedqa_config_set_batch(config_.get(), batch)); }
    Config& set_subsample(int every) { return checked(speedqa_config_set_subsample(config_.get(), every)); }

    // Null once moved from.
    const speedqa_config* get() const noexcept { return config_.get(); }

  private:
    Config& checked(speedqa_status status) {
        detail::check(status);
        return *this;
    }

    std::unique_ptr<speedqa_config, detail::Free> config_;
};

// Scores the frame pairs of one pair of clips.
class Context {
  public:
    // Throws Exception (too_small, unsupported, device, out_of_memory, ...).
    explicit Context(const Config& config) {
        speedqa_context* context = nullptr;
        detail::check(speedqa_new(config.get(), &context));
        context_.reset(context);
    }

    // The samples are copied before the call returns.
    void push(const speedqa_frame& reference, const speedqa_frame& distorted) {
        detail::check(speedqa_push(context_.get(), &reference, &distorted));
    }

    // Frames in device memory are read until their `release` is called.
    void push_device(const speedqa_device_frame& reference, const speedqa_device_frame& distorted) {
        detail::check(speedqa_push_device(context_.get(), &reference, &distorted));
    }

    void flush() { detail::check(speedqa_flush(context_.get())); }

    std::vector<std::string> score_names() const {
        std::vector<std::string> names;
        for (int i = 0; i < score_count(); ++i) names.emplace_back(speedqa_score_name(context_.get(), i));
        return names;
    }

    int score_count() const noexcept { return speedqa_score_count(context_.get()); }

    // Writes score_count() scores of a frame. Throws Exception: no_such_frame; not_finite, after it has
    // written the scores that exist, and NaN for the others.
    void read_scores(std::int64_t frame, std::span<float> scores) {
        detail::check(
            speedqa_read_scores(context_.get(), frame, scores.data(), static_cast<int>(scores.size())));
    }

    std::vector<float> scores(std::int64_t frame) {
        std::vector<float> result(static_cast<std::size_t>(score_count()));
        read_scores(frame, result);
        return result;
    }

    // Valid as long as the context; null once it was moved from.
    const char* backend_name() const noexcept { return speedqa_backend_name(context_.get()); }
    const char* device_name() const noexcept { return speedqa_device_name(context_.get()); }

    // For calls of the C API; null once moved from.
    speedqa_context* get() const noexcept { return context_.get(); }

  private:
    std::unique_ptr<speedqa_context, detail::Free> context_;
};

namespace detail {

struct PackedPlane {
    std::size_t stride;
    std::size_t bytes;
};

// The part of a packed frame that plane `index` takes; nothing for the chroma of 4:0:0.
inline PackedPlane packed_plane(const speedqa_format& format, int index) {
    if (index > 0 && format.chroma == SPEEDQA_YUV400) return {0, 0};
    const bool halve_width = index > 0 && format.chroma != SPEEDQA_YUV444;
    const bool halve_height = index > 0 && format.chroma == SPEEDQA_YUV420;
    const auto width = static_cast<std::size_t>(halve_width ? (format.width + 1) / 2 : format.width);
    const auto height = static_cast<std::size_t>(halve_height ? (format.height + 1) / 2 : format.height);
    const std::size_t stride = width * (format.bit_depth > 8 ? 2 : 1);
    return {stride, stride * height};
}

}  // namespace detail

inline std::size_t packed_frame_bytes(const speedqa_format& format) {
    std::size_t bytes = 0;
    for (int plane = 0; plane < 3; ++plane) bytes += detail::packed_plane(format, plane).bytes;
    return bytes;
}

inline speedqa_frame packed_frame(const speedqa_format& format, std::span<const std::byte> bytes) {
    if (bytes.size() != packed_frame_bytes(format))
        throw Exception(SPEEDQA_INVALID_ARGUMENT, "speedqa: a frame of " + std::to_string(bytes.size()) +
                                                      " bytes: must be " +
                                                      std::to_string(packed_frame_bytes(format)));
    speedqa_frame frame{};
    const std::byte* data = bytes.data();
    for (int index = 0; index < 3; ++index) {
        const detail::PackedPlane plane = detail::packed_plane(format, index);
        if (plane.bytes != 0) frame.planes[index] = {data, static_cast<std::ptrdiff_t>(plane.stride)};
        data += plane.bytes;
    }
    return frame;
}

inline std::string version() {
    return speedqa_version();
}

}  // namespace speedqa

#endif
