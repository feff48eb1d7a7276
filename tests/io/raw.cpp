// Raw YUV: the user says what it is, and is told where that can't be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <filesystem>
#include <fstream>

#include "clips.h"
#include "io/clip_reader.h"

namespace speedqa::test {
namespace {

using testing::HasSubstr;

constexpr FrameFormat small{10, 6, ChromaSubsampling::yuv420, 8};

TEST(Raw, FormatsAreRead) {
    const Folder folder;
    for (const auto chroma : {ChromaSubsampling::yuv400, ChromaSubsampling::yuv420, ChromaSubsampling::yuv422,
                              ChromaSubsampling::yuv444}) {
        for (const int bit_depth : {8, 10, 12, 16}) {
            const FrameFormat format{7, 5, chroma, bit_depth};
            const std::string samples = noise(format, 4);
            const auto clip = open_clip(folder.write("clip.yuv", samples), raw_format(format), {});
            EXPECT_EQ(clip->info().format, format);
            EXPECT_EQ(clip->info().container, "raw YUV");
            EXPECT_EQ(clip->info().frame_count, 4);
            EXPECT_EQ(read_all(*clip), samples) << describe(format);
        }
    }
}

TEST(Raw, MissingPartsOfTheFormatAreNamedWithTheirOptions) {
    const Folder folder;
    const std::string path = folder.write("clip.yuv", noise(small, 3));
    RawFormat raw = raw_format(small);
    raw.chroma.reset();
    raw.bit_depth.reset();
    const std::string message = error_of(SPEEDQA_INPUT, [&] { open_clip(path, raw, {}); });
    EXPECT_THAT(message, HasSubstr("clip.yuv: "));
    EXPECT_THAT(message, HasSubstr("raw YUV it lacks: pixel format (-p), bit depth (-b)"));
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { open_clip(path, {}, {}); }),
                HasSubstr("width (-w), height (-h)"));
}

TEST(Raw, ImpossibleFormatsAreRefused) {
    const Folder folder;
    const std::string path = folder.write("clip.yuv", noise(small, 3));
    const auto message_for = [&](const FrameFormat& format) {
        return error_of(SPEEDQA_INVALID_ARGUMENT, [&] { open_clip(path, raw_format(format), {}); });
    };
    EXPECT_THAT(message_for({10, 6, ChromaSubsampling::yuv420, 9}),
                HasSubstr("--bitdepth 9: must be 8, 10, 12 or 16"));
    EXPECT_THAT(message_for({0, 6, ChromaSubsampling::yuv420, 8}),
                HasSubstr("--width 0: must be from 1 to 65536"));
    EXPECT_THAT(message_for({10, 65537, ChromaSubsampling::yuv420, 8}), HasSubstr("--height 65537"));
}

TEST(Raw, LengthMustBeAWholeNumberOfFrames) {
    const Folder folder;
    const std::string path = folder.write("clip.yuv", noise(small, 3) + "1234567");
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { open_clip(path, raw_format(small), {}); }),
                HasSubstr("clip.yuv: its 277 bytes are not a whole number of 10x6 4:2:0 8-bit frames of 90 "
                          "bytes: 7 bytes"));
}

TEST(Raw, EightBitSamplesTakenForTenBitsAreNoticed) {
    const Folder folder;
    const std::string path = folder.write("clip.yuv", noise({20, 10, ChromaSubsampling::yuv420, 8}, 4));
    const auto clip = open_clip(path, raw_format({20, 10, ChromaSubsampling::yuv420, 10}), {});
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { clip->read(); }),
                HasSubstr("clip.yuv: frame 0: the Y sample in column 0, row 0 is "));
}

TEST(Raw, EverySampleAboveTheMaximumIsFound) {
    const Folder folder;
    const FrameFormat format{33, 3, ChromaSubsampling::yuv400, 12};
    for (std::size_t sample = 0; sample < 99; ++sample) {
        std::string samples = noise(format, 1);
        samples[2 * sample] = '\0';
        samples[2 * sample + 1] = '\x10';
        const auto clip = open_clip(folder.write("clip.yuv", samples), raw_format(format), {});
        const std::string place =
            "column " + std::to_string(sample % 33) + ", row " + std::to_string(sample / 33);
        EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { clip->read(); }), HasSubstr(place + " is 4096"));
    }
}

// A file with a hole of `frames` frames, then `samples`.
std::string sparse_clip(const Folder& folder, const FrameFormat& format, std::int64_t frames,
                        const std::string& samples) {
    const std::string path = folder.write("clip.yuv", "");
    const auto hole = static_cast<std::uintmax_t>(frames) * frame_bytes(format);
    std::filesystem::resize_file(path, hole + samples.size());
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(hole));
    file << samples;
    return path;
}

long peak_kilobytes() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

TEST(Raw, SkipsFarBeyondTwoGigabytes) {
    const Folder folder;
    const FrameFormat format{640, 360, ChromaSubsampling::yuv420, 8};
    const std::string samples = noise(format, 2);
    const auto clip = open_clip(sparse_clip(folder, format, 20000, samples), raw_format(format), {});
    EXPECT_EQ(clip->info().frame_count, 20002);
    const long before = peak_kilobytes();
    clip->skip(20000);
    EXPECT_EQ(read_all(*clip), samples);
    EXPECT_LT(peak_kilobytes() - before, 20000);
}

TEST(Raw, LongClipsNeedLittleMemoryAndHeldFramesStay) {
    const Folder folder;
    const FrameFormat format{1920, 1080, ChromaSubsampling::yuv420, 8};
    const std::string samples = noise(format, 2);
    const std::string path = sparse_clip(folder, format, 300, samples);
    std::fstream(path, std::ios::binary | std::ios::in | std::ios::out) << samples;
    const auto clip = open_clip(path, raw_format(format), {});
    const Frame first = clip->read();
    const Frame second = clip->read();
    const long before = peak_kilobytes();
    clip->skip(1);
    for (int frame = 3; frame < 300; ++frame) ASSERT_TRUE(clip->read());
    EXPECT_EQ(read_all(*clip), samples);
    EXPECT_LT(peak_kilobytes() - before, 300000) << "of 930000 in the file";
    EXPECT_EQ(bytes_of(first, format) + bytes_of(second, format), samples);
}

TEST(Raw, CompressedClipIsNeverTakenForSamples) {
    const Folder folder;
    const std::string source = folder.make_source(64, 48, 4);
    folder.ffmpeg("-i clip.y4m -c:v libx264 -qp 0 clip.mp4");
    const std::string compressed = read_file(folder.path("clip.mp4"));
    for (const char* name : {"clip.mp4", "x.yuv"}) {
        folder.write(name, compressed);
        const FrameFormat format{64, 48, ChromaSubsampling::yuv420, 8};
        EXPECT_EQ(read_all(*open_clip(folder.path(name), raw_format(format), {})), read_clip(source));
        const std::string message = error_of(SPEEDQA_INVALID_ARGUMENT, [&] {
            open_clip(folder.path(name), raw_format({32, 48, ChromaSubsampling::yuv420, 8}), {});
        });
        EXPECT_THAT(message, HasSubstr("64x48 4:2:0 8-bit"));
        EXPECT_THAT(message, HasSubstr("32x48 4:2:0 8-bit"));
    }
}

// One line for each carrier whose first bytes leave no doubt; 1 by 1 pixel fits every length.
TEST(Raw, ContainersAreKnownByTheirContent) {
    const Folder folder;
    folder.make_source(256, 128, 4);
    const FrameFormat pixel{1, 1, ChromaSubsampling::yuv400, 8};
    for (const char* output :
         {"-c:v mpeg4 a.avi", "-c:v ffv1 a.mkv", "-c:v mpeg2video a.ts", "-c:v mpeg2video a.mpg",
          "-c:v libvpx a.ivf", "-c:v mpeg2video a.mxf", "-c:v flv a.flv", "-c:v wmv2 a.wmv",
          "-c:v libtheora a.ogv", "-c:v ffv1 a.nut", "-c:v mpeg4 a.mov", "-frames:v 1 a.gif",
          "-frames:v 1 a.png", "-c:v rv10 a.rm", "-c:v dnxhd -profile:v dnxhr_sq -pix_fmt yuv422p a.dnxhd"}) {
        folder.ffmpeg(std::string("-i clip.y4m ") + output);
        const std::string options = output;
        const std::string path = folder.path(options.substr(options.rfind(' ') + 1));
        EXPECT_THROW(open_clip(path, raw_format(pixel), {}), Error) << output;
    }
}

TEST(Raw, StripesAndRampsAreNotTakenForAContainer) {
    const Folder folder;
    const FrameFormat format{256, 64, ChromaSubsampling::yuv400, 8};
    for (int step = 0; step < 32; ++step) {
        std::string samples;
        for (int i = 0; i < 256 * 64 * 4; ++i) samples.push_back(static_cast<char>(0x47 + i * step));
        const auto clip = open_clip(folder.write("clip.yuv", samples), raw_format(format), {});
        EXPECT_EQ(clip->info().container, "raw YUV");
        EXPECT_EQ(read_all(*clip), samples) << step;
    }
}

}  // namespace
}  // namespace speedqa::test
