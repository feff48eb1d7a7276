// FFmpeg's functions, loaded when the first clip needs them.
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/pixdesc.h>
}

namespace speedqa {

#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
#define SPEEDQA_FFMPEG_SIDE_DATA(AVCODEC, AVFORMAT) AVCODEC(av_packet_side_data_get)
#else
#define SPEEDQA_FFMPEG_SIDE_DATA(AVCODEC, AVFORMAT) AVFORMAT(av_stream_get_side_data)
#endif

// The functions that are used, by library.
#define SPEEDQA_FFMPEG_FUNCTIONS(AVUTIL, AVCODEC, AVFORMAT) \
    AVUTIL(av_display_rotation_get)                         \
    AVUTIL(av_frame_alloc)                                  \
    AVUTIL(av_frame_free)                                   \
    AVUTIL(av_free)                                         \
    AVUTIL(av_freep)                                        \
    AVUTIL(av_get_pix_fmt)                                  \
    AVUTIL(av_get_pix_fmt_name)                             \
    AVUTIL(av_log)                                          \
    AVUTIL(av_log_set_callback)                             \
    AVUTIL(av_malloc)                                       \
    AVUTIL(av_pix_fmt_desc_get)                             \
    AVUTIL(av_strerror)                                     \
    AVCODEC(av_packet_alloc)                                \
    AVCODEC(av_packet_free)                                 \
    AVCODEC(av_packet_unref)                                \
    AVCODEC(avcodec_alloc_context3)                         \
    AVCODEC(avcodec_descriptor_get)                         \
    AVCODEC(avcodec_find_best_pix_fmt_of_list)              \
    AVCODEC(avcodec_find_decoder)                           \
    AVCODEC(avcodec_free_context)                           \
    AVCODEC(avcodec_get_class)                              \
    AVCODEC(avcodec_get_name)                               \
    AVCODEC(avcodec_open2)                                  \
    AVCODEC(avcodec_parameters_to_context)                  \
    AVCODEC(avcodec_receive_frame)                          \
    AVCODEC(avcodec_send_packet)                            \
    AVFORMAT(av_find_best_stream)                           \
    AVFORMAT(av_guess_frame_rate)                           \
    AVFORMAT(av_probe_input_format3)                        \
    AVFORMAT(av_read_frame)                                 \
    AVFORMAT(avformat_alloc_context)                        \
    AVFORMAT(avformat_close_input)                          \
    AVFORMAT(avformat_find_stream_info)                     \
    AVFORMAT(avformat_get_class)                            \
    AVFORMAT(avformat_index_get_entries_count)              \
    AVFORMAT(avformat_open_input)                           \
    AVFORMAT(avio_alloc_context)                            \
    AVFORMAT(avio_context_free)                             \
    SPEEDQA_FFMPEG_SIDE_DATA(AVCODEC, AVFORMAT)

// FFmpeg comes with a hundred libraries, which take longer to load than some clips to score, so the program
// is not linked with it. A function has its own name here.
struct FfmpegLibrary {
#define SPEEDQA_MEMBER(name) decltype(&::name) name = nullptr;
    SPEEDQA_FFMPEG_FUNCTIONS(SPEEDQA_MEMBER, SPEEDQA_MEMBER, SPEEDQA_MEMBER)
#undef SPEEDQA_MEMBER
};

// Loads the libraries at the first call; of the version that this was compiled for. Throws Error
// (unsupported) at every call if they are not there.
const FfmpegLibrary& ffmpeg();

}  // namespace speedqa
