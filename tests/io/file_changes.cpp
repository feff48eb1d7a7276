// What happens to a file while its frames are in use, and files that can't be mapped.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "clips.h"
#include "io/read_ahead.h"

namespace speedqa::test {
namespace {

using testing::HasSubstr;

constexpr FrameFormat format{128, 128, ChromaSubsampling::yuv444, 8};  // a frame is twelve pages
constexpr std::size_t frame_size = 3 * 128 * 128;

std::unique_ptr<ClipReader> open_raw_file(const std::string& path) {
    return open_clip(path, raw_format(format), {});
}

std::string shorter_error(const ClipReader& clip) {
    return error_of(SPEEDQA_INPUT, [&] { clip.check_given(); });
}

TEST(FileChanges, FramesOfAFileThatBecomesShorterDoNotEndTheProcess) {
    const Folder folder;
    const std::string samples = noise(format, 4);
    const std::string path = folder.write("clip.yuv", samples);
    const auto clip = open_raw_file(path);
    const Frame first = clip->read();
    const Frame second = clip->read();
    EXPECT_EQ(bytes_of(first, format), samples.substr(0, frame_size));
    clip->check_given();
    ASSERT_EQ(::truncate(path.c_str(), frame_size), 0);
    EXPECT_EQ(bytes_of(second, format), std::string(frame_size, '\0'));
    EXPECT_EQ(bytes_of(first, format), samples.substr(0, frame_size));
    EXPECT_EQ(shorter_error(*clip),
              path + ": became shorter while it was read: 196608 bytes at first, 49152 now");
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { clip->read(); }), HasSubstr("became shorter"));
}

// Within a page there is no signal: the system fills it with zeros.
TEST(FileChanges, OneByteLessIsSeen) {
    const Folder folder;
    const std::string path = folder.write("clip.yuv", noise(format, 2));
    const auto clip = read_ahead(open_raw_file(path), 1);
    const Frame first = clip->read();
    ASSERT_EQ(::truncate(path.c_str(), 2 * frame_size - 1), 0);
    EXPECT_THAT(shorter_error(*clip), HasSubstr("98304 bytes at first, 98303 now"));
}

// The zeros stay when the file has its length again, so the loss must not be forgotten.
TEST(FileChanges, AFileThatIsWrittenAnewIsSeen) {
    const Folder folder;
    const std::string path = folder.write("clip.yuv", noise(format, 2));
    const auto clip = open_raw_file(path);
    const Frame first = clip->read();
    ASSERT_EQ(::truncate(path.c_str(), 0), 0);
    EXPECT_EQ(bytes_of(first, format), std::string(frame_size, '\0'));
    folder.write("clip.yuv", noise(format, 2));
    EXPECT_THAT(shorter_error(*clip), HasSubstr("can't be read: Input/output error"));
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { clip->read(); }), HasSubstr("can't be read"));
}

TEST(FileChanges, WhatIsAddedIsNotRead) {
    const Folder folder;
    const std::string samples = noise(format, 3);
    const std::string path = folder.write("clip.yuv", samples);
    const auto clip = open_raw_file(path);
    const std::string first = bytes_of(clip->read(), format);
    std::ofstream(path, std::ios::binary | std::ios::app) << samples;
    EXPECT_EQ(first + read_all(*clip), samples);
    clip->check_given();
}

// The address space has room for a buffer of one frame but not for a mapping.
TEST(FileChanges, FilesThatCanNotBeMappedAreRead) {
    const Folder folder;
    const std::string samples = noise(format, 200);
    const auto clip = open_raw_file(folder.write("clip.yuv", samples));
    std::int64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    struct rlimit before {};
    ASSERT_EQ(::getrlimit(RLIMIT_AS, &before), 0);
    const auto limit = static_cast<rlim_t>(pages * ::sysconf(_SC_PAGESIZE) + (2 << 20));
    const struct rlimit tight { limit, before.rlim_max };
    ASSERT_EQ(::setrlimit(RLIMIT_AS, &tight), 0);
    const Frame frame = clip->read();
    ASSERT_EQ(::setrlimit(RLIMIT_AS, &before), 0);
    EXPECT_EQ(bytes_of(frame, format), samples.substr(0, frame_size));
    EXPECT_EQ(read_all(*clip), samples.substr(frame_size));
}

// Frames of 6 MB have a mapping each. The file is a hole: nothing of it is on the disk.
TEST(FileChanges, MoreFramesThanMappingsAreRead) {
    const Folder folder;
    const FrameFormat large{1024, 1024, ChromaSubsampling::yuv444, 16};
    const std::string path = folder.write("clip.yuv", "");
    ASSERT_EQ(::truncate(path.c_str(), 520 * static_cast<std::int64_t>(frame_bytes(large))), 0);
    const auto clip = open_clip(path, raw_format(large), {.chroma = false});
    std::vector<Frame> frames;
    while (Frame frame = clip->read()) frames.push_back(std::move(frame));
    EXPECT_EQ(frames.size(), 520U);
    ASSERT_EQ(::truncate(path.c_str(), 0), 0);
    for (const Frame& frame : frames) EXPECT_EQ(*static_cast<const char*>(frame.view.planes[0].data), 0);
}

// Touches a page that is gone from a file that this program did not map for a clip.
void touch_foreign_mapping(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDWR);
    auto* const page = static_cast<volatile char*>(::mmap(nullptr, 4096, PROT_READ, MAP_SHARED, file, 0));
    if (::truncate(path.c_str(), 0) == 0) static_cast<void>(page[0]);
}

TEST(FileChangesDeathTest, SignalsOfOthersStillEndTheProcess) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "AddressSanitizer has a handler of its own, which ends the process in its way";
#endif
    const Folder folder;
    const std::string path = folder.write("clip.yuv", noise(format, 1));
    const auto clip = open_raw_file(path);
    const Frame frame = clip->read();
    EXPECT_EXIT(::raise(SIGBUS), testing::KilledBySignal(SIGBUS), "");
    EXPECT_EXIT(touch_foreign_mapping(folder.write("other", "text")), testing::KilledBySignal(SIGBUS), "");
}

}  // namespace
}  // namespace speedqa::test
