// What is at the path may be anything: each case has its own message, and every name works.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "clips.h"
#include "io/clip_reader.h"

namespace speedqa::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string opening(const std::string& path) {
    return error_of(SPEEDQA_INPUT, [&] { open_clip(path, {}, {}); });
}

TEST(Files, EachFailureHasItsMessage) {
    const Folder folder;
    EXPECT_EQ(opening(folder.path("missing.y4m")), folder.path("missing.y4m") + ": no such file");
    EXPECT_EQ(opening(folder.path("")), folder.path("") + ": is a directory, not a clip");
    EXPECT_EQ(opening(folder.write("empty.y4m", "")), folder.path("empty.y4m") + ": is empty");
    EXPECT_THAT(opening(folder.write("text.y4m", "This is no clip.\n")),
                HasSubstr("text.y4m: not Y4M, and "));
}

// Linux gives the files of /proc no length, though some have content.
TEST(Files, FilesWithoutALengthAreReadToTheirEnd) {
    EXPECT_THAT(opening("/proc/self/status"), HasSubstr("/proc/self/status: not Y4M, and "));
}

TEST(Files, MissingPermissionIsNamed) {
    const Folder folder;
    const std::string path = folder.write("secret.y4m", "YUV4MPEG2 W2 H2\n");
    ASSERT_EQ(::chmod(folder.path("").c_str(), 0755), 0);
    ASSERT_EQ(::chmod(path.c_str(), 0), 0);
    const uid_t user = ::geteuid();
    const uid_t nobody = 65534;
    ASSERT_EQ(::seteuid(user == 0 ? nobody : user), 0) << "root may read everything";
    const std::string message = opening(path);
    ASSERT_EQ(::seteuid(user), 0);
    EXPECT_EQ(message, path + ": no permission to read it");
}

TEST(Files, NamesAreTakenLiterally) {
    const Folder folder;
    const std::string source = folder.make_source(64, 48, 3);
    folder.ffmpeg("-i clip.y4m -c:v ffv1 clip.mkv");
    for (const char* name :
         {"a b, [c] 'd' é漢字.mkv", "file:x.mkv", "http:%3d%d.mkv", "-", "pipe:0", "concat:a|b", "clip.mp4",
          "clip.yuv", "clip.png", "$(x)`y`\\\".mkv", "no_ending"}) {
        for (const char* from : {"clip.mkv", "clip.y4m"}) {
            std::filesystem::copy_file(folder.path(from), folder.path(name),
                                       std::filesystem::copy_options::overwrite_existing);
            EXPECT_EQ(read_clip(folder.path(name)), read_clip(source)) << name;
        }
    }
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path(""));
    EXPECT_EQ(read_clip("pipe:0"), read_clip(source));
    EXPECT_EQ(read_clip("./-"), read_clip(source));
    std::filesystem::current_path(before);
}

TEST(Files, PlaylistsDoNotLeadToOtherFiles) {
    const Folder folder;
    folder.make_source(64, 48, 3);
    folder.ffmpeg("-i clip.y4m -c:v libx264 -f hls list.m3u8");
    folder.write("list.ffconcat", "ffconcat version 1.0\nfile clip.y4m\n");
    for (const char* name : {"list.m3u8", "list.ffconcat"}) {
        EXPECT_THAT(opening(folder.path(name)), StartsWith(folder.path(name) + ": ")) << name;
    }
    EXPECT_THAT(opening(folder.path("list.m3u8")), HasSubstr("refers to another file"));
}

TEST(Files, WithoutVideoIsAnError) {
    const Folder folder;
    folder.ffmpeg("-f lavfi -i sine=d=1 -c:a aac sound.m4a");
    EXPECT_THAT(opening(folder.path("sound.m4a")), HasSubstr("finds no video in it"));
}

}  // namespace
}  // namespace speedqa::test
