// Pipes, named pipes and standard input: the content comes once, at its own pace.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <future>
#include <set>
#include <thread>

#include "clips.h"
#include "io/clip_reader.h"

namespace speedqa::test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr FrameFormat small{10, 6, ChromaSubsampling::yuv420, 8};

void write_all(int descriptor, const std::string& content) {
    std::size_t done = 0;
    while (done < content.size()) {
        const ssize_t written = ::write(descriptor, content.data() + done, content.size() - done);
        if (written <= 0) return;
        done += static_cast<std::size_t>(written);
    }
}

// A pipe into which a thread writes `content` and, unless told to keep it open, ends it.
class Pipe {
  public:
    explicit Pipe(const std::string& content, bool keep_open = false) {
        ::signal(SIGPIPE, SIG_IGN);
        if (::pipe2(ends_.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
        writer_ = std::jthread([this, content, keep_open] {
            write_all(ends_[1], content);
            if (!keep_open) ::close(std::exchange(ends_[1], -1));
        });
    }
    ~Pipe() {
        ::close(ends_[0]);
        writer_.join();
        if (ends_[1] >= 0) ::close(ends_[1]);
    }

    int reading_end() const { return ends_[0]; }
    std::string path() const { return "/dev/fd/" + std::to_string(ends_[0]); }

  private:
    std::array<int, 2> ends_{};
    std::jthread writer_;
};

// Makes `descriptor` standard input until the end of the test.
class StandardInput {
  public:
    explicit StandardInput(int descriptor) : saved_(::dup(STDIN_FILENO)) { ::dup2(descriptor, STDIN_FILENO); }
    ~StandardInput() {
        ::dup2(saved_, STDIN_FILENO);
        ::close(saved_);
    }

  private:
    int saved_;
};

TEST(Pipes, CarryY4m) {
    const FrameFormat format{300, 200, ChromaSubsampling::yuv444, 16};
    const std::string samples = noise(format, 9);
    const Pipe pipe(y4m("W300 H200 C444p16", format, samples, "FRAME Ip\n"));
    const auto clip = open_clip(pipe.path(), {}, {});
    EXPECT_EQ(clip->info().frame_count, std::nullopt);
    clip->skip(2);
    EXPECT_EQ(read_all(*clip), samples.substr(2 * frame_bytes(format)));
}

TEST(Pipes, GiveOnlyTheSelectedPlanes) {
    const std::string samples = noise(small, 3);
    std::string luma;
    std::string chroma;
    for (std::size_t frame = 0; frame < 3; ++frame) {
        luma += samples.substr(frame * 90, 60);
        chroma += samples.substr(frame * 90 + 60, 30);
    }
    const Pipe first(samples);
    EXPECT_EQ(read_all(*open_clip(first.path(), raw_format(small), {.luma = true, .chroma = false})), luma);
    const Pipe second(samples);
    EXPECT_EQ(read_all(*open_clip(second.path(), raw_format(small), {.luma = false, .chroma = true})),
              chroma);
}

TEST(Pipes, CutOffClipIsAnError) {
    const Pipe raw(noise(small, 3).substr(0, 200));
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { read_all(*open_clip(raw.path(), raw_format(small), {})); }),
                HasSubstr("frame 2 is cut off: 70 of its 90 bytes are missing"));
    const Pipe y4m_clip(y4m("W10 H6", small, noise(small, 3)).substr(0, 250));
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { read_clip(y4m_clip.path()); }),
                HasSubstr("frame 2 is cut off"));
    const Pipe empty("");
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { read_clip(empty.path()); }), HasSubstr("is empty"));
}

TEST(Pipes, CarryCompressedClips) {
    const Folder folder;
    const std::string source = folder.make_source(64, 48, 5);
    for (const char* name : {"clip.mkv", "clip.ts", "clip.h264", "moved.mp4"}) {
        folder.ffmpeg(
            std::string("-i clip.y4m -c:v libx264 -preset ultrafast -qp 0 -bf 2 -movflags faststart ") +
            name);
        const Pipe pipe(read_file(folder.path(name)));
        EXPECT_EQ(read_clip(pipe.path()), read_clip(source)) << name;
    }
}

TEST(Pipes, Mp4ThatNeedsSeekingIsRefused) {
    const Folder folder;
    folder.make_source(320, 240, 20);
    folder.ffmpeg("-i clip.y4m -c:v libx264 -preset ultrafast -qp 0 clip.mp4");
    const Pipe pipe(read_file(folder.path("clip.mp4")));
    error_of(SPEEDQA_INPUT, [&] { read_clip(pipe.path()); });
}

TEST(Pipes, NamedPipeWhoseWriterStartsLate) {
    const Folder folder;
    const std::string path = folder.path("clip.fifo");
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    const std::string content = y4m("W10 H6", small, noise(small, 3));
    std::jthread writer([&] {
        std::this_thread::sleep_for(300ms);
        const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        for (const char& byte : content) {
            write_all(descriptor, {byte});
            if (&byte - content.data() == 4) std::this_thread::sleep_for(100ms);
        }
        ::close(descriptor);
    });
    EXPECT_EQ(read_clip(path), noise(small, 3));
}

TEST(Pipes, AFrameIsGivenBeforeTheNextOneIsWritten) {
    const std::string content = y4m("W10 H6", small, noise(small, 1));
    const Pipe pipe(content, true);
    const auto clip = open_clip(pipe.path(), {}, {});
    EXPECT_EQ(bytes_of(clip->read(), small), noise(small, 1));
}

TEST(Pipes, StandardInputIsNamedByADash) {
    const Pipe pipe(y4m("W10 H6", small, noise(small, 3)));
    const StandardInput input(pipe.reading_end());
    const auto clip = open_clip("-", {}, {});
    EXPECT_EQ(clip->info().path, "-");
    EXPECT_EQ(read_all(*clip), noise(small, 3));
}

TEST(Pipes, StandardInputMayBeAFile) {
    const Folder folder;
    const std::string path = folder.write("clip.y4m", "12345" + y4m("W10 H6", small, noise(small, 3)));
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    {
        // What was read ahead of the clip is not part of it.
        ASSERT_EQ(::lseek(descriptor, 5, SEEK_SET), 5);
        const StandardInput input(descriptor);
        EXPECT_EQ(read_clip("-"), noise(small, 3));
    }
    folder.make_source(64, 48, 3);
    folder.ffmpeg("-i clip.y4m -c:v libx264 -preset ultrafast -qp 0 clip.mp4");
    const int mp4 = ::open(folder.path("clip.mp4").c_str(), O_RDONLY | O_CLOEXEC);
    const StandardInput input(mp4);
    EXPECT_EQ(read_clip("-"), read_clip(folder.path("clip.y4m")));
    ::close(descriptor);
    ::close(mp4);
}

TEST(Pipes, StandardInputIsLeftAloneByOtherClips) {
    const Folder folder;
    folder.make_source(64, 48, 3);
    folder.ffmpeg("-i clip.y4m -c:v libx264 -preset ultrafast -qp 0 clip.mp4");
    const Pipe pipe("1\n2\n3\n");
    const StandardInput input(pipe.reading_end());
    read_clip(folder.path("clip.mp4"));
    read_clip(folder.path("clip.y4m"));
    char content[16] = {};
    EXPECT_EQ(::read(STDIN_FILENO, content, sizeof content), 6);
}

TEST(Pipes, OnePipeCarriesOneClip) {
    const Pipe pipe(y4m("W10 H6", small, noise(small, 1)));
    const StandardInput input(pipe.reading_end());
    auto first = open_clip("-", {}, {});
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { open_clip("-", {}, {}); }), HasSubstr("standard input: "));
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { open_clip(pipe.path(), {}, {}); }),
                HasSubstr("carries one clip"));
    read_all(*first);
    first.reset();
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { read_all(*open_clip("-", raw_format(small), {})); }),
                HasSubstr("is empty"));
}

TEST(Pipes, MemoryIsUsedAgain) {
    constexpr int frames = 500;
    const Pipe pipe(noise(small, frames));
    const auto clip = open_clip(pipe.path(), raw_format(small), {});
    std::set<const void*> addresses;
    Frame previous;
    int count = 0;
    while (Frame frame = clip->read()) {
        addresses.insert(frame.view.planes[0].data);
        previous = std::move(frame);
        ++count;
    }
    EXPECT_EQ(count, frames);
    EXPECT_LE(addresses.size(), 3u);
}

TEST(Pipes, FramesStayWhenTheReaderIsGone) {
    const Pipe pipe(noise(small, 2));
    auto clip = open_clip(pipe.path(), raw_format(small), {});
    const Frame first = clip->read();
    const Frame second = clip->read();
    clip.reset();
    EXPECT_EQ(bytes_of(first, small) + bytes_of(second, small), noise(small, 2));
}

TEST(Pipes, WaitingReaderCanBeInterrupted) {
    const Pipe pipe(y4m("W10 H6", small, noise(small, 1)), true);
    const auto clip = open_clip(pipe.path(), {}, {});
    clip->read();
    std::jthread interrupter([&] {
        std::this_thread::sleep_for(50ms);
        clip->interrupt();
    });
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { clip->read(); }), HasSubstr("reading was interrupted"));
    error_of(SPEEDQA_INPUT, [&] { clip->read(); });
}

// A program that writes both clips opens the second pipe only when the first one has a reader, and before it
// writes.
TEST(Pipes, TwoClipsMayBeOpenedAtTheSameTime) {
    const Folder folder;
    const std::string paths[2] = {folder.path("a"), folder.path("b")};
    for (const std::string& path : paths) ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    const std::string content = y4m("W10 H6", small, noise(small, 3));
    std::jthread writer([&] {
        const int first = ::open(paths[0].c_str(), O_WRONLY | O_CLOEXEC);
        const int second = ::open(paths[1].c_str(), O_WRONLY | O_CLOEXEC);
        write_all(first, content);
        write_all(second, content);
        ::close(first);
        ::close(second);
    });
    auto other = std::async(std::launch::async, [&] { return read_clip(paths[1]); });
    EXPECT_EQ(read_clip(paths[0]), noise(small, 3));
    EXPECT_EQ(other.get(), noise(small, 3));
}

}  // namespace
}  // namespace speedqa::test
