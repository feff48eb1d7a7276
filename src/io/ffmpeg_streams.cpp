// Chooses the video stream of a container that holds several.
#include "io/ffmpeg_streams.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

namespace speedqa {
namespace {

using Streams = std::vector<AVStream*>;

Streams video_streams(const AVFormatContext& format) {
    Streams videos;
    for (AVStream* stream : std::span(format.streams, format.nb_streams)) {
        if (stream->codecpar->codec_type == AVMEDIA_TYPE_VIDEO) videos.push_back(stream);
    }
    return videos;
}

bool is_cover(const AVStream* stream) {
    return stream->disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS);
}

// A codec of image files. Such a stream may be moving pictures too (motion JPEG).
bool is_picture(const AVStream* stream) {
    const AVCodecDescriptor* codec = ffmpeg().avcodec_descriptor_get(stream->codecpar->codec_id);
    const bool image_file =
        codec && codec->mime_types && std::string_view(codec->mime_types[0]).starts_with("image/");
    return image_file || (stream->disposition & AV_DISPOSITION_STILL_IMAGE);
}

Streams without(const Streams& streams, bool (*property)(const AVStream*)) {
    Streams rest;
    std::remove_copy_if(streams.begin(), streams.end(), std::back_inserter(rest), property);
    return rest;
}

// av_find_best_stream looks at all streams of a type, so those that are out are given another one meanwhile.
AVStream* best_of(AVFormatContext& format, const Streams& videos, const Streams& candidates) {
    for (AVStream* video : videos) video->codecpar->codec_type = AVMEDIA_TYPE_UNKNOWN;
    for (AVStream* candidate : candidates) candidate->codecpar->codec_type = AVMEDIA_TYPE_VIDEO;
    const int best = ffmpeg().av_find_best_stream(&format, AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
    for (AVStream* video : videos) video->codecpar->codec_type = AVMEDIA_TYPE_VIDEO;
    return best < 0 ? nullptr : format.streams[best];
}

std::string describe_stream(const AVStream* stream) {
    return fmt::format("{} ({})", stream->index, ffmpeg().avcodec_get_name(stream->codecpar->codec_id));
}

void note_choice(const Streams& videos, const AVStream* chosen, std::vector<std::string>& notes) {
    std::vector<std::string> others;
    for (const AVStream* video : videos) {
        if (video != chosen) others.push_back(describe_stream(video));
    }
    if (others.empty()) return;
    notes.push_back(fmt::format("stream {} is read; there are other video streams, which are ignored: {}",
                                describe_stream(chosen), fmt::join(others, ", ")));
}

const std::int32_t* display_matrix(const AVStream& stream) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    const AVPacketSideData* data = ffmpeg().av_packet_side_data_get(
        stream.codecpar->coded_side_data, stream.codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
    return data ? reinterpret_cast<const std::int32_t*>(data->data) : nullptr;
#else
    return reinterpret_cast<const std::int32_t*>(
        ffmpeg().av_stream_get_side_data(&stream, AV_PKT_DATA_DISPLAYMATRIX, nullptr));
#endif
}

void note_rotation(const AVStream& stream, std::vector<std::string>& notes) {
    const std::int32_t* matrix = display_matrix(stream);
    if (!matrix) return;
    const double degrees = ffmpeg().av_display_rotation_get(matrix);
    if (std::isnan(degrees) || std::lround(degrees) == 0) return;
    notes.push_back(fmt::format("a tag asks players to turn the clip by {} degrees; it is compared as coded",
                                std::lround(degrees)));
}

}  // namespace

AVStream* choose_video_stream(AVFormatContext& format, std::vector<std::string>& notes) {
    const Streams videos = video_streams(format);
    const Streams no_covers = without(videos, is_cover);
    const Streams moving = without(no_covers, is_picture);
    AVStream* chosen = best_of(format, videos, moving.empty() ? no_covers : moving);
    if (!chosen) return nullptr;
    note_choice(videos, chosen, notes);
    note_rotation(*chosen, notes);
    return chosen;
}

}  // namespace speedqa
