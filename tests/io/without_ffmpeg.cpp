// A build without FFmpeg's libraries reads Y4M and raw YUV, and says what it lacks for the rest.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "clips.h"
#include "io/clip_reader.h"

namespace speedqa::test {
namespace {

using testing::HasSubstr;

constexpr FrameFormat small{10, 6, ChromaSubsampling::yuv420, 8};

TEST(WithoutFfmpeg, CompressedClipsAreRefusedWithTheBuildOption) {
    const Folder folder;
    const std::string path =
        folder.write("clip.mp4", std::string("\0\0\0\x20", 4) + "ftypisom" + std::string(78, '\0'));
    const std::string message = error_of(SPEEDQA_UNSUPPORTED, [&] { open_clip(path, {}, {}); });
    EXPECT_THAT(message, HasSubstr("clip.mp4: "));
    EXPECT_THAT(message, HasSubstr("-DSPEEDQA_FFMPEG=ON"));
    EXPECT_EQ(error_of(SPEEDQA_UNSUPPORTED, [&] { open_clip(path, raw_format(small), {}); }), message);
}

TEST(WithoutFfmpeg, PlainClipsAreRead) {
    const Folder folder;
    EXPECT_EQ(read_clip(folder.write("clip.y4m", y4m("W10 H6", small, noise(small, 3)))), noise(small, 3));
    const std::string raw = folder.write("clip.yuv", noise(small, 3));
    EXPECT_EQ(read_all(*open_clip(raw, raw_format(small), {})), noise(small, 3));
    EXPECT_THAT(error_of(SPEEDQA_UNSUPPORTED, [&] { open_clip(raw, {}, {}); }), HasSubstr("width (-w)"));
}

}  // namespace
}  // namespace speedqa::test
