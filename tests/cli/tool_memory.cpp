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

    // Peak in KiB of a run on the CPU: what the runtimes of GPUs take does not count.
    long peak(std::vector<std::string> arguments, const Surroundings& surroundings = {}) const {
        arguments.insert(arguments.end(), {"--backend", "cpu", "--csv", "-q"});
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

// A clip that is holes but for its FRAME lines. Samples of two bytes lie at even addresses: else they would
// be copied.
void write_4k_clip(const std::string& path, const std::string& chroma, int frames, long frame_bytes) {
    const std::string header = "YUV4MPEG2 W3840 H2160 F25:1 C" + chroma + (chroma == "420" ? "\n" : " Ip \n");
    std::ofstream clip(path, std::ios::binary);
    clip << header;
    for (int i = 0; i < frames; ++i) (clip << "FRAME\n").seekp(frame_bytes, std::ios::cur);
    clip.close();
    std::filesystem::resize_file(path, header.size() + static_cast<std::size_t>(frames * (6 + frame_bytes)));
}

TEST_F(ToolMemory, of_4k_stays_within_64_mib_and_two_frames_for_each_thread) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "AddressSanitizer's own memory would count";
#endif
    for (const int sample_bytes : {1, 2}) {
        const long frame = 3840L * 2160 * 3 / 2 * sample_bytes;
        write_4k_clip(path("4k.y4m"), sample_bytes == 1 ? "420" : "420p10", 12, frame);
        for (const int threads : {1, 2, 4, 8}) {
            const long limit = 64 * mib + threads * 2 * frame / 1024;
            const std::vector<std::string> run = {"-r",     "4k.y4m",    "-d",
                                                  "4k.y4m", "--threads", std::to_string(threads)};
            EXPECT_LE(peak(run), limit) << threads << " threads, bytes a sample: " << sample_bytes;
            if (threads * sample_bytes > 2)
                continue;  // frames out of turn keep their predecessors for longer
            std::vector<std::string> both = run;
            both.insert(both.end(), {"--feature", "speed_chroma", "--feature", "speed_temporal"});
            EXPECT_LE(peak(both), limit)
                << threads << " threads, both features, bytes a sample: " << sample_bytes;
        }
    }
}

}  // namespace
}  // namespace speedqa
