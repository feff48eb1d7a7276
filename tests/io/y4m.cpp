// Y4M: every spelling of the header that programs write, and what is wrong is named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "clips.h"
#include "io/clip_reader.h"

namespace speedqa::test {
namespace {

using testing::HasSubstr;

constexpr FrameFormat small{10, 6, ChromaSubsampling::yuv420, 8};

std::string with_tags(const std::string& tags) {
    return y4m(tags, small, noise(small, 3));
}

class Y4m : public testing::Test {
  protected:
    std::string error_for(const std::string& content, speedqa_status status = SPEEDQA_INPUT) const {
        const std::string path = folder_.write("bad.y4m", content);
        std::string message = error_of(status, [&] { read_clip(path); });
        EXPECT_THAT(message, HasSubstr("bad.y4m: "));
        return message;
    }

    ClipInfo info_for(const std::string& content) const {
        return open_clip(folder_.write("clip.y4m", content), {}, {})->info();
    }

    Folder folder_;
};

class Y4mHeaders : public testing::TestWithParam<std::string> {};

TEST_P(Y4mHeaders, GiveTheSameSamples) {
    const Folder folder;
    const auto clip = open_clip(folder.write("clip.y4m", with_tags(GetParam())), {}, {});
    EXPECT_EQ(clip->info().format, small);
    EXPECT_EQ(clip->info().container, "Y4M");
    EXPECT_EQ(read_all(*clip), noise(small, 3));
}

INSTANTIATE_TEST_SUITE_P(, Y4mHeaders,
                         testing::Values("W10 H6 F25:1 Ip A1:1 C420jpeg", "W10 H6", "H6 W10 F25:1",
                                         "C420 H6 A0:0 W10 F24000:1001 Ip", "W10  H6   C420mpeg2 ", " W10 H6",
                                         "W10 H6 C420paldv\r", "W10 H6 F0:0 I?", "W10 H6 F25",
                                         "W10 H6 F25:1 Ip XYSCSS=420MPEG2", "W10 H6 C420paldv XYSCSS=422",
                                         "W10 H6 Zunknown X", "W10 H6 X" + std::string(60, 'Y'),
                                         "W10 H6 C420 X" + std::string(300, 'Y'),
                                         "X" + std::string(300, 'Y') + " W10 H6",
                                         "W10 H6 X" + std::string(65000, 'Y')),
                         [](const auto& test) { return "Header" + std::to_string(test.index); });

struct Chroma {
    const char* tag;
    ChromaSubsampling chroma;
    int bit_depth;
};

class Y4mChroma : public testing::TestWithParam<Chroma> {};

TEST_P(Y4mChroma, OfOddSizesIsRead) {
    const auto [tag, chroma, bit_depth] = GetParam();
    const FrameFormat format{7, 5, chroma, bit_depth};
    const std::string samples = noise(format, 3);
    const Folder folder;
    // Headers of both parities: samples of two bytes then lie at even and at odd addresses.
    for (const char* filler : {" X", " XY"}) {
        const auto clip = open_clip(
            folder.write("clip.y4m", y4m(std::string("W7 H5 C") + tag + filler, format, samples)), {}, {});
        EXPECT_EQ(clip->info().format, format);
        std::string read;
        while (const Frame frame = clip->read()) {
            for (int plane = 0; plane < plane_count(format); ++plane) {
                const auto address = reinterpret_cast<std::uintptr_t>(frame.view.planes[plane].data);
                EXPECT_EQ(address % static_cast<std::uintptr_t>(bytes_per_sample(format)), 0u);
            }
            read += bytes_of(frame, format);
        }
        EXPECT_EQ(read, samples);
    }
}

INSTANTIATE_TEST_SUITE_P(
    , Y4mChroma,
    testing::Values(
        Chroma{"420", ChromaSubsampling::yuv420, 8}, Chroma{"422", ChromaSubsampling::yuv422, 8},
        Chroma{"444", ChromaSubsampling::yuv444, 8}, Chroma{"mono", ChromaSubsampling::yuv400, 8},
        Chroma{"420p10", ChromaSubsampling::yuv420, 10}, Chroma{"422p10", ChromaSubsampling::yuv422, 10},
        Chroma{"444p10", ChromaSubsampling::yuv444, 10}, Chroma{"mono10", ChromaSubsampling::yuv400, 10},
        Chroma{"420p12", ChromaSubsampling::yuv420, 12}, Chroma{"422p12", ChromaSubsampling::yuv422, 12},
        Chroma{"444p12", ChromaSubsampling::yuv444, 12}, Chroma{"mono12", ChromaSubsampling::yuv400, 12},
        Chroma{"420p16", ChromaSubsampling::yuv420, 16}, Chroma{"422p16", ChromaSubsampling::yuv422, 16},
        Chroma{"444p16", ChromaSubsampling::yuv444, 16}, Chroma{"mono16", ChromaSubsampling::yuv400, 16}),
    [](const auto& test) { return std::string("C") + test.param.tag; });

TEST_F(Y4m, OtherChromaFormatsAreRefusedByName) {
    for (const char* tag : {"420p9", "420p14", "422p9", "411", "440", "410", "mono9", "420p", "yuv"}) {
        const std::string message = error_for(with_tags(std::string("W10 H6 C") + tag), SPEEDQA_UNSUPPORTED);
        EXPECT_THAT(message, HasSubstr(std::string("chroma format ") + tag + ": must be one of 420, "));
    }
    EXPECT_THAT(error_for(with_tags("W10 H6 XYSCSS=411"), SPEEDQA_UNSUPPORTED), HasSubstr("411"));
}

TEST_F(Y4m, WithoutChromaTagTheExtensionGivesTheFormat) {
    EXPECT_EQ(info_for("YUV4MPEG2 W10 H6 XYSCSS=444\n").format.chroma, ChromaSubsampling::yuv444);
    EXPECT_EQ(info_for("YUV4MPEG2 W10 H6 XYSCSS=422P10\n").format.bit_depth, 10);
}

TEST_F(Y4m, SizesAreChecked) {
    EXPECT_THAT(error_for(with_tags("H6")), HasSubstr("no width (W tag)"));
    EXPECT_THAT(error_for(with_tags("W10")), HasSubstr("no height (H tag)"));
    for (const char* tag : {"W0", "W-10", "W", "W10x", "W65537", "W99999999999999999999", "W+10"}) {
        EXPECT_THAT(error_for(with_tags(std::string("H6 ") + tag)),
                    HasSubstr(std::string("tag ") + tag + ": "));
    }
    EXPECT_THAT(error_for(with_tags("W65536 H65536 C444p16")),
                HasSubstr("of its 25769803776 bytes are missing"));
}

TEST_F(Y4m, InterlacingRangeAndRateAreReported) {
    for (const char* tag : {"It", "Ib", "Im"})
        EXPECT_TRUE(info_for(with_tags(std::string("W10 H6 ") + tag)).interlaced);
    for (const char* tag : {"Ip", "I?", ""})
        EXPECT_FALSE(info_for(with_tags(std::string("W10 H6 ") + tag)).interlaced);
    EXPECT_EQ(info_for(with_tags("W10 H6")).range, ColorRange::unknown);
    EXPECT_EQ(info_for(with_tags("W10 H6 XCOLORRANGE=FULL")).range, ColorRange::full);
    EXPECT_EQ(info_for(with_tags("W10 H6 XCOLORRANGE=LIMITED")).range, ColorRange::limited);
    const ClipInfo info = info_for(with_tags("W10 H6 F30000:1001"));
    EXPECT_EQ(info.rate_numerator, 30000);
    EXPECT_EQ(info.rate_denominator, 1001);
    EXPECT_EQ(info_for(with_tags("W10 H6 F0:0")).rate_denominator, 0);
}

TEST_F(Y4m, UnknownTagsAreNoted) {
    EXPECT_THAT(info_for(with_tags("W10 H6 Ip A1:1 XANY")).notes, testing::IsEmpty());
    EXPECT_THAT(info_for(with_tags("W10 H6 Q7")).notes, testing::ElementsAre(HasSubstr("Q7")));
}

TEST_F(Y4m, HeaderThatIsTooLongOrCutOffIsRefused) {
    EXPECT_THAT(error_for(with_tags("W10 H6 X" + std::string(65536, 'Y'))),
                HasSubstr("the Y4M header is longer than 65536 bytes"));
    EXPECT_THAT(error_for("YUV4MPEG2 W10 H6"), HasSubstr("the Y4M header is cut off"));
    EXPECT_THAT(error_for("YUV4MPEG2"), HasSubstr("the Y4M header is cut off"));
}

TEST_F(Y4m, FrameLinesMayCarryParameters) {
    const std::string samples = noise(small, 12);
    for (const std::size_t longest : {12u, 5000u, 65000u}) {
        std::string content = "YUV4MPEG2 W10 H6\n";
        for (std::size_t frame = 0; frame < 12; ++frame) {
            const std::size_t length = frame == 11 ? longest : frame;
            content += "FRAME Ip XCOMMENT=" + std::string(length, 'n') + (frame % 2 ? "\r\n" : "\n") +
                       samples.substr(frame * frame_bytes(small), frame_bytes(small));
        }
        EXPECT_EQ(read_clip(folder_.write("clip.y4m", content)), samples);
        const auto clip = open_clip(folder_.path("clip.y4m"), {}, {});
        EXPECT_EQ(clip->info().frame_count, std::nullopt);
        clip->skip(7);
        EXPECT_EQ(read_all(*clip), samples.substr(7 * frame_bytes(small)));
    }
}

TEST_F(Y4m, FrameLineThatIsTooLongOrCutOffIsRefused) {
    const std::string frame = "FRAME\n" + noise(small, 1);
    EXPECT_THAT(error_for("YUV4MPEG2 W10 H6\n" + frame + "FRAME X" + std::string(70000, 'n') + "\n"),
                HasSubstr("the FRAME line of frame 1 is longer than 65536 bytes"));
    EXPECT_THAT(error_for("YUV4MPEG2 W10 H6\n" + frame + "FRAME Ip"),
                HasSubstr("FRAME line of frame 1 is cut off"));
    EXPECT_THAT(error_for("YUV4MPEG2 W10 H6\n" + frame + "FRA"), HasSubstr("frame 1: byte 113 "));
    EXPECT_THAT(error_for("YUV4MPEG2 W10 H6\n" + frame + "FRAMES\n"), HasSubstr("frame 1: byte 113 "));
}

TEST_F(Y4m, CutOffFrameIsAnErrorThatCountsTheBytes) {
    const std::string whole = with_tags("W10 H6");
    EXPECT_THAT(error_for(whole.substr(0, whole.size() - 20)),
                HasSubstr("frame 2 is cut off: 20 of its 90 bytes are missing"));
    EXPECT_THAT(error_for(whole.substr(0, whole.size() - 90)),
                HasSubstr("frame 2 is cut off: all its 90 bytes"));
    // The missing bytes are noticed where the planes that are there are not even wanted.
    const auto clip = open_clip(folder_.path("bad.y4m"), {}, {.luma = true, .chroma = false});
    clip->skip(2);
    error_of(SPEEDQA_INPUT, [&] { clip->skip(1); });
}

TEST_F(Y4m, HeaderAloneIsAClipWithoutFrames) {
    const auto clip = open_clip(folder_.write("clip.y4m", "YUV4MPEG2 W10 H6\n"), {}, {});
    EXPECT_EQ(clip->info().frame_count, 0);
    EXPECT_FALSE(clip->read());
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { clip->skip(1); }),
                HasSubstr("can't skip 1 frames: the clip has only 0"));
}

TEST_F(Y4m, FramesAreCountedWhereTheirLinesArePlain) {
    EXPECT_EQ(info_for(with_tags("W10 H6")).frame_count, 3);
    EXPECT_EQ(info_for(y4m("W10 H6", small, noise(small, 3), "FRAME Ip\n")).frame_count, std::nullopt);
    const std::string whole = with_tags("W10 H6");
    EXPECT_EQ(info_for(whole.substr(0, whole.size() - 20)).frame_count, std::nullopt);
}

TEST_F(Y4m, SkippingGoesToTheFrame) {
    const auto clip = open_clip(folder_.write("clip.y4m", with_tags("W10 H6")), {}, {});
    clip->skip(2);
    EXPECT_EQ(bytes_of(clip->read(), small), noise(small, 3).substr(2 * frame_bytes(small)));
    EXPECT_FALSE(clip->read());
    const auto again = open_clip(folder_.path("clip.y4m"), {}, {});
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { again->skip(50); }),
                HasSubstr("clip.y4m: can't skip 50 frames: the clip has only 3"));
}

TEST_F(Y4m, OnlyTheSelectedPlanesAreRead) {
    const std::string path = folder_.write("clip.y4m", with_tags("W10 H6"));
    const std::string first = noise(small, 3).substr(0, frame_bytes(small));
    const Frame luma = open_clip(path, {}, {.luma = true, .chroma = false})->read();
    EXPECT_EQ(luma.view.planes[1].data, nullptr);
    EXPECT_EQ(bytes_of(luma, small), first.substr(0, 60));
    const Frame chroma = open_clip(path, {}, {.luma = false, .chroma = true})->read();
    EXPECT_EQ(chroma.view.planes[0].data, nullptr);
    EXPECT_TRUE(chroma);
    EXPECT_EQ(bytes_of(chroma, small), first.substr(60));
}

TEST_F(Y4m, AlphaPlaneIsLeftOut) {
    const FrameFormat format{10, 6, ChromaSubsampling::yuv444, 8};
    const std::string samples = noise(format, 3);
    std::string content = "YUV4MPEG2 W10 H6 C444alpha\n";
    for (std::size_t frame = 0; frame < 3; ++frame) {
        content += "FRAME\n" + samples.substr(frame * 180, 180) + std::string(60, 'a');
    }
    const auto clip = open_clip(folder_.write("clip.y4m", content), {}, {});
    EXPECT_EQ(clip->info().format, format);
    EXPECT_THAT(clip->info().notes, testing::ElementsAre(HasSubstr("alpha")));
    EXPECT_EQ(read_all(*clip), samples);
}

TEST_F(Y4m, SamplesAboveTheBitDepthAreAnError) {
    const FrameFormat format{10, 6, ChromaSubsampling::yuv422, 10};
    std::string samples = noise(format, 3);
    const std::size_t v_row_2_column_3 = 2 * frame_bytes(format) + 2 * (60 + 30 + 2 * 5 + 3);
    samples[v_row_2_column_3] = '\0';
    samples[v_row_2_column_3 + 1] = '\4';
    const std::string path = folder_.write("clip.y4m", y4m("W10 H6 C422p10", format, samples));
    const auto clip = open_clip(path, {}, {});
    clip->read();
    clip->read();
    EXPECT_THAT(
        error_of(SPEEDQA_INPUT, [&] { clip->read(); }),
        HasSubstr(
            "clip.y4m: frame 2: the V sample in column 3, row 2 is 1024, but 10-bit samples end at 1023"));
    const auto luma = open_clip(path, {}, {.luma = true, .chroma = false});
    EXPECT_EQ(read_all(*luma).size(), 3u * 120);
}

TEST_F(Y4m, OptionsForRawClipsMustAgree) {
    const std::string path = folder_.write("clip.y4m", with_tags("W10 H6"));
    EXPECT_EQ(read_all(*open_clip(path, raw_format(small), {})), noise(small, 3));
    RawFormat partly;
    partly.width = 10;
    EXPECT_EQ(read_all(*open_clip(path, partly, {})), noise(small, 3));
    partly.width = 12;
    const std::string message = error_of(SPEEDQA_INVALID_ARGUMENT, [&] { open_clip(path, partly, {}); });
    EXPECT_THAT(message, HasSubstr("10x6 4:2:0 8-bit"));
    EXPECT_THAT(message, HasSubstr("12x6 4:2:0 8-bit"));
}

TEST_F(Y4m, FileThatBecomesShorterIsAnError) {
    const std::string path = folder_.write("clip.y4m", with_tags("W10 H6"));
    const auto clip = open_clip(path, {}, {});
    clip->read();
    ASSERT_EQ(::truncate(path.c_str(), 150), 0);
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { clip->read(); }),
                HasSubstr("became shorter while it was read"));
}

}  // namespace
}  // namespace speedqa::test
