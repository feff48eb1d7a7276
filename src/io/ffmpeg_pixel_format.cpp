// The pixel formats of FFmpeg that are read, and how their samples become planes.
#include "io/ffmpeg_pixel_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "api/error.h"

namespace speedqa {
namespace {

// Names, because newer versions of FFmpeg have more of them. Samples of two bytes are little-endian.
constexpr std::string_view accepted_names[] = {
    "yuv420p",  "yuv420p10le",  "yuv420p12le",  "yuv420p16le",  "yuvj420p",  //
    "yuv422p",  "yuv422p10le",  "yuv422p12le",  "yuv422p16le",  "yuvj422p",  //
    "yuv444p",  "yuv444p10le",  "yuv444p12le",  "yuv444p16le",  "yuvj444p",  //
    "gray",     "gray10le",     "gray12le",     "gray16le",                  //
    "yuva420p", "yuva420p10le", "yuva420p16le",                              //
    "yuva422p", "yuva422p10le", "yuva422p12le", "yuva422p16le",              //
    "yuva444p", "yuva444p10le", "yuva444p12le", "yuva444p16le",              //
    "nv12",     "nv21",         "nv16",         "nv24",         "nv42",      //
    "p010le",   "p012le",       "p016le",                                    //
    "p210le",   "p212le",       "p216le",                                    //
    "p410le",   "p412le",       "p416le",
};

bool is_accepted(std::string_view name) {
    return std::find(std::begin(accepted_names), std::end(accepted_names), name) != std::end(accepted_names);
}

// The accepted format that loses least.
const char* nearest_accepted(AVPixelFormat format) {
    std::vector<AVPixelFormat> planar;
    for (const std::string_view name : accepted_names) {
        if (name.starts_with("yuv4") || name.starts_with("gray"))
            planar.push_back(ffmpeg().av_get_pix_fmt(name.data()));
    }
    planar.push_back(AV_PIX_FMT_NONE);
    return ffmpeg().av_get_pix_fmt_name(
        ffmpeg().avcodec_find_best_pix_fmt_of_list(planar.data(), format, 0, nullptr));
}

ChromaSubsampling chroma_of(const AVPixFmtDescriptor& format) {
    if (format.nb_components < 3) return ChromaSubsampling::yuv400;
    if (format.log2_chroma_w == 0) return ChromaSubsampling::yuv444;
    return format.log2_chroma_h == 0 ? ChromaSubsampling::yuv422 : ChromaSubsampling::yuv420;
}

// True if each plane of the frame holds the samples of one component alone, from top to bottom, in the low
// bits.
bool lies_in_planes(const AVFrame& frame, const FrameFormat& format) {
    const AVPixFmtDescriptor& layout =
        *ffmpeg().av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
    const auto sample = static_cast<std::uintptr_t>(bytes_per_sample(format));
    for (int plane = 0; plane < plane_count(format); ++plane) {
        const AVComponentDescriptor& component = layout.comp[plane];
        const bool alone = component.plane == plane && component.step == bytes_per_sample(format);
        const bool aligned = reinterpret_cast<std::uintptr_t>(frame.data[plane]) % sample == 0 &&
                             frame.linesize[plane] % bytes_per_sample(format) == 0;
        if (!alone || !aligned || component.shift != 0 || frame.linesize[plane] < 0) return false;
    }
    return true;
}

template <typename Sample>
void gather(const AVFrame& frame, const AVComponentDescriptor& component, PlaneSize size, std::byte* target) {
    for (int y = 0; y < size.height; ++y) {
        const std::uint8_t* source = frame.data[component.plane] +
                                     std::ptrdiff_t{frame.linesize[component.plane]} * y + component.offset;
        for (int x = 0; x < size.width; ++x, source += component.step, target += sizeof(Sample)) {
            Sample sample;
            std::memcpy(&sample, source, sizeof sample);
            sample = static_cast<Sample>(sample >> component.shift);
            std::memcpy(target, &sample, sizeof sample);
        }
    }
}

Frame gather_planes(const AVFrame& source, const FrameFormat& format, BufferPool& pool) {
    const AVPixFmtDescriptor& layout =
        *ffmpeg().av_pix_fmt_desc_get(static_cast<AVPixelFormat>(source.format));
    const std::shared_ptr<std::byte> buffer = pool.take();
    Frame frame;
    frame.owner = buffer;
    std::byte* target = buffer.get();
    for (int plane = 0; plane < plane_count(format); ++plane) {
        const PlaneSize size = stored_plane_size(format, plane);
        const std::ptrdiff_t stride = std::ptrdiff_t{size.width} * bytes_per_sample(format);
        frame.view.planes[plane] = {target, stride};
        if (bytes_per_sample(format) == 1) {
            gather<std::uint8_t>(source, layout.comp[plane], size, target);
        } else {
            gather<std::uint16_t>(source, layout.comp[plane], size, target);
        }
        target += stride * size.height;
    }
    return frame;
}

}  // namespace

PixelFormat accept_pixel_format(AVPixelFormat format, const std::string& clip) {
    const AVPixFmtDescriptor* layout = ffmpeg().av_pix_fmt_desc_get(format);
    const std::string_view name = layout ? layout->name : "unknown";
    if (!is_accepted(name)) {
        const char* nearest = layout ? nearest_accepted(format) : "yuv420p";
        throw Error(
            SPEEDQA_UNSUPPORTED,
            fmt::format(
                "{}: its pixel format {} is not read: it must be YUV 4:2:0, 4:2:2, 4:4:4 or grey, of 8, 10, "
                "12 or 16 bits; to convert it: ffmpeg -i IN -pix_fmt {} -strict -1 OUT.y4m",
                clip, name, nearest));
    }
    return {chroma_of(*layout), layout->comp[0].depth, (layout->flags & AV_PIX_FMT_FLAG_ALPHA) != 0,
            name.starts_with("yuvj")};
}

Frame planes_of(FfmpegHandle<AVFrame> source, const FrameFormat& format, std::optional<BufferPool>& pool) {
    if (!lies_in_planes(*source, format)) {
        if (!pool) pool.emplace(frame_bytes(format));
        return gather_planes(*source, format, *pool);
    }
    Frame frame;
    for (int plane = 0; plane < plane_count(format); ++plane) {
        frame.view.planes[plane] = {source->data[plane], source->linesize[plane]};
    }
    frame.owner = std::shared_ptr<AVFrame>(std::move(source));
    return frame;
}

}  // namespace speedqa
