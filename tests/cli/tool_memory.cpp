// How much memory a run takes, which must not depend on the length of the clips.
#include <gmock/gmock.h>

#include <fstream>

#include "clips.h"
#include "tool.h"

namespace speedqa {
namespace {

class ToolMemory : public ToolTest {
  protected:
    // A clip with the frames of `clip` repeated `times` times.
    static std::string repeated(const std::string& clip, int times) {
        const std::size_t header = clip.find('\n') + 1;
        std::string longer = clip.substr(0, header);
        for (int i = 0; i < times; ++i) longer += clip.substr(header);
        return longer;
    }

    // Peak in KiB of a run.
    long peak(std::vector<std::string> arguments, const Surroundings& surroundings = {}) const {
        arguments.insert(arguments.end(), {"--csv", "-q"});
        const Outcome outcome = run(std::move(arguments), surroundings);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome.peak_kib;
    }
};

constexpr long mib = 1024;

// 200 frames of both clips are 117 MiB. What may differ is how many frames wait at a time.
TEST_F(ToolMemory, does_not_grow_with_the_clip) {
    const std::string clip = y4m_clip({.width = 320, .height = 320, .frames = 10});
    put("short.y4m", clip);
    put("long.y4m", repeated(clip, 20));
    for (const char* threads : {"1", "2"}) {
        const auto files = [&](const char* name) {
            return peak({"-r", name, "-d", name, "--threads", threads});
        };
        const auto pipe = [&](const char* name) {
            return peak({"-r", "-", "-d", name, "--threads", threads}, {.input = name});
        };
        EXPECT_LT(files("long.y4m"), files("short.y4m") + 24 * mib) << threads << " threads";
        EXPECT_LT(pipe("long.y4m"), pipe("short.y4m") + 32 * mib) << threads << " threads";
    }
}

// The clips are holes but for their FRAME lines.
TEST_F(ToolMemory, of_4k_stays_within_64_mib_and_two_frames_for_each_thread) {
    constexpr int frames = 12;
    constexpr long frame = 3840L * 2160 * 3 / 2;
    const std::string header = "YUV4MPEG2 W3840 H2160 F25:1 Ip C420\n";
    std::ofstream clip(path("4k.y4m"), std::ios::binary);
    clip << header;
    for (int i = 0; i < frames; ++i) (clip << "FRAME\n").seekp(frame, std::ios::cur);
    clip.close();
    std::filesystem::resize_file(path("4k.y4m"), header.size() + frames * (6 + frame));
    for (const int threads : {1, 2, 4, 8}) {
        const long limit = 64 * mib + threads * 2 * frame / 1024;
        const std::vector<std::string> run = {"-r",     "4k.y4m",    "-d",
                                              "4k.y4m", "--threads", std::to_string(threads)};
        EXPECT_LE(peak(run), limit) << threads << " threads";
        if (threads > 2) continue;  // frames out of turn may keep their predecessors for longer
        std::vector<std::string> both = run;
        both.insert(both.end(), {"--feature", "speed_chroma", "--feature", "speed_temporal"});
        EXPECT_LE(peak(both), limit) << threads << " threads, both features";
    }
}

}  // namespace
}  // namespace speedqa
