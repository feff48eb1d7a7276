// Clips that FFmpeg decodes: the same samples as the ffmpeg program gives, in the order of presentation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "clips.h"
#include "io/clip_reader.h"

namespace speedqa::test {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

constexpr const char* all_frames = " -fps_mode passthrough -f rawvideo ";

struct Encoding {
    const char* name;
    const char* pixel_format;
    const char* output;  // arguments that make it, the file name last
};

std::string file_of(const char* output) {
    const std::string arguments = output;
    return arguments.substr(arguments.rfind(' ') + 1);
}

class Compressed : public testing::TestWithParam<Encoding> {};

TEST_P(Compressed, SamplesAreThoseOfTheFfmpegProgram) {
    const Folder folder;
    folder.make_source(146, 98, 9, GetParam().pixel_format);
    folder.ffmpeg(std::string("-i clip.y4m ") + GetParam().output);
    const std::string file = file_of(GetParam().output);
    folder.ffmpeg("-i " + file + all_frames + "expected.yuv");
    const auto clip = open_clip(folder.path(file), {}, {});
    EXPECT_THAT(clip->info().notes, IsEmpty());
    EXPECT_EQ(clip->info().format.width, 146);
    EXPECT_EQ(clip->info().format.height, 98);
    EXPECT_EQ(read_all(*clip), read_file(folder.path("expected.yuv")));
}

INSTANTIATE_TEST_SUITE_P(
    , Compressed,
    testing::Values(Encoding{"h264_mp4", "yuv420p", "-c:v libx264 -preset ultrafast -bf 3 a.mp4"},
                    Encoding{"h264_ts", "yuv420p", "-c:v libx264 -preset ultrafast -bf 3 a.ts"},
                    Encoding{"h264_stream", "yuv420p", "-c:v libx264 -preset ultrafast -bf 3 a.h264"},
                    Encoding{"h264_422", "yuv422p10le", "-c:v libx264 -preset ultrafast a.mkv"},
                    Encoding{"h264_444", "yuv444p", "-c:v libx264 -preset ultrafast a.mkv"},
                    Encoding{"h264_grey", "gray", "-c:v libx264 -preset ultrafast a.mkv"},
                    Encoding{"h264_full_range", "yuvj420p", "-c:v libx264 -preset ultrafast a.mkv"},
                    Encoding{"hevc_mp4", "yuv420p10le",
                             "-c:v libx265 -preset ultrafast -x265-params log-level=none a.mp4"},
                    Encoding{"hevc_stream", "yuv420p12le",
                             "-c:v libx265 -preset ultrafast -x265-params log-level=none a.hevc"},
                    Encoding{"av1_mkv", "yuv420p", "-c:v libaom-av1 -usage realtime -cpu-used 8 a.mkv"},
                    Encoding{"av1_ivf", "yuv420p10le", "-c:v libaom-av1 -usage realtime -cpu-used 8 a.ivf"},
                    Encoding{"av1_obu", "yuv420p", "-c:v libaom-av1 -usage realtime -cpu-used 8 a.obu"},
                    Encoding{"vp9_webm", "yuv444p", "-c:v libvpx-vp9 -deadline realtime a.webm"},
                    Encoding{"vp8_ivf", "yuv420p", "-c:v libvpx a.ivf"},
                    Encoding{"ffv1_mkv", "yuv420p16le", "-c:v ffv1 -level 3 a.mkv"},
                    Encoding{"ffv1_grey", "gray12le", "-c:v ffv1 a.nut"},
                    Encoding{"mpeg2_mpg", "yuv420p", "-c:v mpeg2video -bf 2 a.mpg"},
                    Encoding{"mpeg4_avi", "yuv420p", "-c:v mpeg4 -bf 2 a.avi"},
                    Encoding{"mjpeg", "yuvj422p", "-c:v mjpeg a.mjpeg"},
                    Encoding{"prores_mov", "yuv444p10le", "-c:v prores_ks -profile:v 4444 a.mov"},
                    Encoding{"rawvideo_nut", "yuv422p", "-c:v rawvideo a.nut"},
                    Encoding{"v210_mov", "yuv422p10le", "-c:v v210 a.mov"}),
    [](const auto& test) { return test.param.name; });

// Lossless encodings of one source, made as users make them: all are the source again.
class Carriers : public testing::TestWithParam<Encoding> {};

TEST_P(Carriers, DoNotShiftOrPadFrames) {
    const Folder folder;
    const std::string source = folder.make_source(192, 108, 12);
    folder.ffmpeg(std::string(GetParam().pixel_format) + " -i clip.y4m " + GetParam().output);
    const auto clip = open_clip(folder.path(file_of(GetParam().output)), {}, {});
    EXPECT_EQ(clip->info().format, (FrameFormat{192, 108, ChromaSubsampling::yuv420, 8}));
    EXPECT_EQ(read_all(*clip), read_clip(source));
}

INSTANTIATE_TEST_SUITE_P(
    , Carriers,
    testing::Values(
        Encoding{"b_frames", "", "-c:v libx264 -preset ultrafast -qp 0 -bf 3 a.mp4"},
        Encoding{"offset_mp4", "", "-output_ts_offset 3.48 -c:v libx264 -preset ultrafast -qp 0 -bf 3 a.mp4"},
        Encoding{"offset_ts", "", "-muxdelay 1.4 -c:v libx264 -preset ultrafast -qp 0 -bf 3 a.ts"},
        Encoding{"wrong_rate", "-r 50", "-c:v ffv1 a.mkv"},
        Encoding{"open_gop", "",
                 "-c:v libx264 -preset ultrafast -qp 0 -bf 3 -x264-params open-gop=1:keyint=5 a.mkv"},
        Encoding{"fragments", "",
                 "-c:v libx264 -preset ultrafast -qp 0 -movflags frag_keyframe+empty_moov a.mp4"},
        Encoding{"hevc_padding", "",
                 "-c:v libx265 -preset ultrafast -x265-params lossless=1:log-level=none a.mp4"},
        Encoding{"hdr_tags", "",
                 "-c:v ffv1 -color_trc smpte2084 -color_primaries bt2020 -colorspace bt2020nc a.mkv"},
        Encoding{"alpha", "", "-pix_fmt yuva420p -c:v ffv1 a.mkv"},
        Encoding{"nv12", "", "-pix_fmt nv12 -c:v rawvideo a.nut"},
        Encoding{"nv21", "", "-pix_fmt nv21 -c:v rawvideo a.nut"}),
    [](const auto& test) { return test.param.name; });

class Ffmpeg : public testing::Test {
  protected:
    // Makes a file from `input`, by default the source, and opens it.
    std::unique_ptr<ClipReader> make(const std::string& output,
                                     const std::string& input = "-i clip.y4m") const {
        folder_.ffmpeg(input + " " + output);
        return open_clip(folder_.path(file_of(output.c_str())), {}, {});
    }

    std::string failure(const std::string& file) const {
        return error_of(SPEEDQA_INPUT, [&] { read_clip(folder_.path(file)); });
    }

    // Writes bad.EXTENSION: `file` after `damage`.
    void damage(const std::string& file, const std::string& bad,
                const std::function<void(std::string&)>& damage) const {
        std::string content = read_file(folder_.path(file));
        damage(content);
        folder_.write(bad, content);
    }

    Folder folder_;
    std::string source_ = folder_.make_source(192, 108, 12);
};

void flip_middle(std::string& content) {
    for (std::size_t i = 0; i < content.size() / 10; ++i) content[content.size() / 2 + i] ^= 0x5A;
}

void cut(std::string& content) {
    content.resize(content.size() * 2 / 3);
}

TEST_F(Ffmpeg, DamageIsAnError) {
    make("-c:v libx264 -preset ultrafast -qp 0 -bf 2 a.mkv");
    make("-c:v ffv1 -level 3 -slices 4 b.mkv");
    make("-c:v mpeg4 -bf 2 c.avi");
    make("-c:v libx264 -preset ultrafast -qp 0 d.ts");
    for (const char* file : {"a.mkv", "b.mkv", "c.avi", "d.ts"}) {
        damage(file, "bad", flip_middle);
        EXPECT_THAT(failure("bad"),
                    AnyOf(HasSubstr("bad: frame "), HasSubstr("bad: the container is damaged")))
            << file;
    }
}

// FFV1 marks each slice with a checksum, and FFmpeg fills a wrong slice from the frame before without an
// error code.
TEST_F(Ffmpeg, DamagedFrameIsNamed) {
    make("-c:v ffv1 -level 3 -slices 4 -g 1 a.nut");
    damage("a.nut", "bad", [](std::string& content) { content[content.size() / 2] ^= 1; });
    const auto clip = open_clip(folder_.path("bad"), {}, {});
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { read_all(*clip); }),
                MatchesRegex(".*bad: frame [4-7]: can't be decoded: .*"));
}

TEST_F(Ffmpeg, CutOffClipIsAnError) {
    make("-c:v libx264 -preset ultrafast -qp 0 -bf 2 a.mkv");
    make("-c:v libx264 -preset ultrafast -qp 0 -bf 2 -movflags faststart b.mp4");
    make("-c:v libx264 -preset ultrafast -qp 0 -bf 2 -g 3 -movflags frag_keyframe+empty_moov c.mp4");
    make("-c:v mpeg4 d.avi");
    make("-c:v libx264 -preset ultrafast -qp 0 e.ts");
    make("-c:v libvpx f.ivf");
    for (const char* file : {"a.mkv", "b.mp4", "c.mp4", "d.avi", "e.ts", "f.ivf"}) {
        damage(file, "bad", cut);
        EXPECT_THAT(failure("bad"), HasSubstr("bad: ")) << file;
    }
}

TEST_F(Ffmpeg, Mp4CutOffBetweenFramesIsAnError) {
    make("-c:v v210 -pix_fmt yuv422p10le -movflags faststart a.mov");
    constexpr std::size_t packet = 192 * 8 / 3 * 108;  // 48 pixels in 128 bytes
    damage("a.mov", "bad", [](std::string& content) { content.resize(content.size() - 3 * packet); });
    EXPECT_THAT(
        failure("bad"),
        MatchesRegex(
            ".*bad: frame [0-9]: the container is damaged: it is cut off: 9 of 12 packets are there"));
}

TEST_F(Ffmpeg, ChangeOfSizeIsAnErrorThatNamesTheFrame) {
    make("-c:v libx264 -preset ultrafast -qp 0 -bf 0 a.h264");
    make("-vf scale=96:54 -c:v libx264 -preset ultrafast -qp 0 -bf 0 b.h264");
    damage("a.h264", "both.h264",
           [&](std::string& content) { content += read_file(folder_.path("b.h264")); });
    EXPECT_THAT(failure("both.h264"),
                HasSubstr("frame 12: the clip changes from 192x108 yuv420p to 96x54 yuv420p"));
}

TEST_F(Ffmpeg, PictureIsCutAsTheStreamSays) {
    make("-c:v libx264 -preset ultrafast -qp 0 a.h264");
    const auto clip = make("-c copy -bsf:v h264_metadata=crop_left=6:crop_top=2 b.h264", "-i a.h264");
    folder_.ffmpeg("-i clip.y4m -vf crop=186:106:6:2:exact=1 -f rawvideo expected.yuv");
    EXPECT_EQ(clip->info().format.width, 186);
    EXPECT_EQ(clip->info().format.height, 106);
    EXPECT_EQ(read_all(*clip), read_file(folder_.path("expected.yuv")));
}

TEST_F(Ffmpeg, OtherPixelFormatsAreRefusedWithTheCommandThatConverts) {
    const std::pair<const char*, const char*> refused[] = {
        {"yuv411p", "yuv422p"},        {"yuv440p", "yuv444p"},
        {"yuv410p", "yuv420p"},        {"bgr0", "yuv444p"},
        {"yuv420p9le", "yuv420p10le"}, {"yuv420p14le", "yuv420p16le"},
        {"gray9le", "gray10le"},       {"ya8", "gray"}};
    for (const auto& [format, nearest] : refused) {
        const std::string message = error_of(SPEEDQA_UNSUPPORTED, [&, name = format] {
            make(std::string("-frames:v 1 -strict -1 -c:v ffv1 -pix_fmt ") + name + " a.mkv");
        });
        EXPECT_THAT(message, HasSubstr(std::string("a.mkv: its pixel format ") + format + " is not read"));
        EXPECT_THAT(message,
                    HasSubstr(std::string("ffmpeg -i IN -pix_fmt ") + nearest + " -strict -1 OUT.y4m"));
    }
    EXPECT_THAT(error_of(SPEEDQA_UNSUPPORTED, [&] { make("-c:v libx264rgb a.mp4"); }), HasSubstr("gbrp"));
    EXPECT_THAT(error_of(SPEEDQA_UNSUPPORTED, [&] { make("-frames:v 1 a.png"); }), HasSubstr("rgb24"));
}

TEST_F(Ffmpeg, AlphaIsNoted) {
    const auto clip = make("-pix_fmt yuva444p10le -c:v ffv1 a.mkv");
    EXPECT_EQ(clip->info().format, (FrameFormat{192, 108, ChromaSubsampling::yuv444, 10}));
    EXPECT_THAT(clip->info().notes, ElementsAre("the alpha plane is ignored"));
}

TEST_F(Ffmpeg, CoverPictureIsNotTheVideo) {
    make("-c:v libx264 -preset ultrafast -qp 0 d.mp4");
    folder_.ffmpeg("-f lavfi -i color=red:s=300x300 -frames:v 1 cover.png");
    const auto attached =
        make("-map 1 -map 0 -c copy -disposition:v:0 attached_pic cov.mp4", "-i d.mp4 -i cover.png");
    EXPECT_EQ(read_all(*attached), read_clip(source_));
    const auto track =
        make("-map 1 -map 0 -c copy -disposition:v:0 default cov.mkv", "-i d.mp4 -i cover.png");
    EXPECT_THAT(track->info().notes, ElementsAre(HasSubstr("stream 1 (h264) is read")));
    EXPECT_EQ(read_all(*track), read_clip(source_));
    folder_.ffmpeg(
        "-f lavfi -i sine=d=1 -i cover.png -c:a flac -c:v copy -disposition:v:0 attached_pic song.flac");
    EXPECT_THAT(failure("song.flac"), HasSubstr("finds no video in it"));
}

TEST_F(Ffmpeg, ChoiceOfTwoVideosIsNoted) {
    folder_.ffmpeg("-i clip.y4m -vf negate -c:v ffv1 other.mkv");
    const auto clip = make("-map 1 -map 0 -c:v ffv1 -disposition:v:0 0 -disposition:v:1 default two.mkv",
                           "-i clip.y4m -i other.mkv");
    EXPECT_THAT(clip->info().notes,
                ElementsAre(AllOf(HasSubstr("stream 1 (ffv1) is read"), HasSubstr("ignored: 0 (ffv1)"))));
    EXPECT_EQ(read_all(*clip), read_clip(source_));
}

TEST_F(Ffmpeg, SoundIsPassedOver) {
    const auto clip =
        make("-c:v libx264 -preset ultrafast -qp 0 -c:a aac a.mp4", "-f lavfi -i sine=d=1 -i clip.y4m");
    EXPECT_THAT(clip->info().notes, IsEmpty());
    EXPECT_EQ(read_all(*clip), read_clip(source_));
}

TEST_F(Ffmpeg, RotationIsNotedAndNotApplied) {
    make("-c:v libx264 -preset ultrafast -qp 0 a.mp4");
    const auto clip = make("-c copy -metadata:s:v rotate=90 b.mp4", "-i a.mp4");
    EXPECT_THAT(clip->info().notes, ElementsAre(HasSubstr("90 degrees")));
    EXPECT_EQ(read_all(*clip), read_clip(source_));
}

TEST_F(Ffmpeg, InterlacingRangeAndRateAreReported) {
    EXPECT_TRUE(make("-vf setfield=tff -flags +ilme+ildct -c:v ffv1 a.mkv")->info().interlaced);
    EXPECT_TRUE(
        make("-vf setfield=tff -flags +ilme+ildct -c:v libx264 -preset ultrafast b.mkv")->info().interlaced);
    const auto plain = make("-c:v ffv1 c.mkv");
    EXPECT_FALSE(plain->info().interlaced);
    EXPECT_EQ(plain->info().range, ColorRange::unknown);
    EXPECT_EQ(plain->info().rate_numerator, 25);
    EXPECT_EQ(plain->info().rate_denominator, 1);
    EXPECT_EQ(plain->info().container, "Matroska / WebM, ffv1");
    EXPECT_EQ(make("-color_range tv -c:v ffv1 d.mkv")->info().range, ColorRange::limited);
    const auto full = make("-vf scale=in_range=tv:out_range=pc -pix_fmt yuvj420p -c:v ffv1 e.mkv");
    EXPECT_EQ(full->info().range, ColorRange::full);
    EXPECT_EQ(full->info().format, plain->info().format);
}

TEST_F(Ffmpeg, SkippingGoesToTheFrame) {
    make("-c:v libx264 -preset ultrafast -qp 0 -bf 3 a.mp4");
    const auto clip = open_clip(folder_.path("a.mp4"), {}, {});
    clip->skip(5);
    EXPECT_EQ(read_all(*clip), read_clip(source_).substr(5 * 192 * 108 * 3 / 2));
    const auto again = open_clip(folder_.path("a.mp4"), {}, {});
    again->skip(2);
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { again->skip(50); }),
                HasSubstr("can't skip 52 frames: the clip has only 12"));
}

TEST_F(Ffmpeg, SamplesAboveTheBitDepthAreAnError) {
    folder_.write("wide.yuv", std::string(64 * 48 * 2, '\xFF'));
    const std::string input = "-f rawvideo -pix_fmt gray10le -s 64x48 -i wide.yuv";
    const auto clip = make("-c copy a.nut", input);
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { clip->read(); }),
                HasSubstr("frame 0: the Y sample in column 0, row 0 is 65535"));
}

}  // namespace
}  // namespace speedqa::test
