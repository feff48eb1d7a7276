// Reading ahead changes neither the frames nor where an error comes.
#include "io/read_ahead.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "clips.h"

namespace speedqa::test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr FrameFormat small{10, 6, ChromaSubsampling::yuv420, 8};

// Counts in its frames and fails at one of them.
class CountingClip final : public ClipReader {
  public:
    CountingClip(int frames, int failing, std::atomic<int>& read)
        : frames_(frames), failing_(failing), read_(read) {
        info_.path = "counting";
    }
    const ClipInfo& info() const override { return info_; }
    Frame read() override {
        if (next_ == failing_) throw Error(SPEEDQA_INPUT, "counting: frame " + std::to_string(next_));
        if (next_ == frames_) return {};
        const auto number = std::make_shared<int>(next_++);
        ++read_;
        Frame frame;
        frame.view.planes[0] = {number.get(), 1};
        frame.owner = number;
        return frame;
    }
    void skip(std::int64_t frames) override {
        next_ += static_cast<int>(frames);
        skipped_ = true;
    }
    bool skipped() const { return skipped_; }

  private:
    ClipInfo info_;
    int frames_;
    int failing_;
    int next_ = 0;
    bool skipped_ = false;
    std::atomic<int>& read_;
};

int number_of(const Frame& frame) {
    return *static_cast<const int*>(frame.view.planes[0].data);
}

TEST(ReadAhead, KeepsTheOrder) {
    std::atomic<int> read = 0;
    const auto clip = read_ahead(std::make_unique<CountingClip>(1000, -1, read), 3);
    for (int frame = 0; frame < 1000; ++frame) ASSERT_EQ(number_of(clip->read()), frame);
    EXPECT_FALSE(clip->read());
    EXPECT_FALSE(clip->read());
    EXPECT_EQ(clip->info().path, "counting");
}

TEST(ReadAhead, GivesTheFramesAheadOfAnErrorFirst) {
    std::atomic<int> read = 0;
    const auto clip = read_ahead(std::make_unique<CountingClip>(1000, 7, read), 20);
    for (int frame = 0; frame < 7; ++frame) {
        ASSERT_EQ(number_of(clip->read()), frame);
        std::this_thread::sleep_for(1ms);
    }
    EXPECT_EQ(error_of(SPEEDQA_INPUT, [&] { clip->read(); }), "counting: frame 7");
    EXPECT_EQ(error_of(SPEEDQA_INPUT, [&] { clip->read(); }), "counting: frame 7");
}

TEST(ReadAhead, NoMoreFramesWaitThanAllowed) {
    std::atomic<int> read = 0;
    const auto clip = read_ahead(std::make_unique<CountingClip>(1000, -1, read), 3);
    std::this_thread::sleep_for(20ms);
    EXPECT_EQ(read, 0) << "nothing is read before the first call";
    clip->read();
    std::this_thread::sleep_for(50ms);
    EXPECT_EQ(read, 1 + 3 + 1) << "the one given, those that wait, and the one in hand";
}

TEST(ReadAhead, SkipsAsTheClipDoesBeforeTheFirstFrame) {
    std::atomic<int> read = 0;
    const auto clip = read_ahead(std::make_unique<CountingClip>(1000, -1, read), 3);
    clip->skip(500);
    EXPECT_EQ(read, 0);
    EXPECT_EQ(number_of(clip->read()), 500);
    clip->skip(10);
    EXPECT_EQ(number_of(clip->read()), 511);
    EXPECT_THAT(error_of(SPEEDQA_INPUT, [&] { clip->skip(1000); }), HasSubstr("the clip has only 1000"));
}

TEST(ReadAhead, MayBeGivenUpAtAnyTime) {
    for (int frames = 0; frames < 20; ++frames) {
        std::atomic<int> read = 0;
        const auto clip = read_ahead(std::make_unique<CountingClip>(1000, -1, read), 2);
        for (int frame = 0; frame < frames; ++frame) clip->read();
    }
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    const std::string content = y4m("W10 H6", small, noise(small, 1));
    ASSERT_EQ(::write(ends[1], content.data(), content.size()), static_cast<ssize_t>(content.size()));
    {
        const auto clip = read_ahead(open_clip("/dev/fd/" + std::to_string(ends[0]), {}, {}), 2);
        EXPECT_EQ(bytes_of(clip->read(), small), noise(small, 1));
        std::this_thread::sleep_for(20ms);  // its thread waits for a frame that never comes
    }
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST(ReadAhead, CompressedAndPlainClipsAreReadAtTheSameTime) {
    const Folder folder;
    const std::string source = folder.make_source(160, 96, 12);
    folder.ffmpeg("-i clip.y4m -c:v libx264 -qp 0 -bf 2 clip.mkv");
    const auto plain = read_ahead(open_clip(source, {}, {}), 4);
    const auto compressed = read_ahead(open_clip(folder.path("clip.mkv"), {}, {}), 4);
    const FrameFormat format = plain->info().format;
    for (int frame = 0; frame < 12; ++frame) {
        ASSERT_EQ(bytes_of(plain->read(), format), bytes_of(compressed->read(), format)) << frame;
    }
    EXPECT_FALSE(plain->read());
    EXPECT_FALSE(compressed->read());
}

}  // namespace
}  // namespace speedqa::test
