// Small clips for the tests.
#include "clips.h"

#include <random>

namespace speedqa {
namespace {

constexpr std::size_t default_frame_bytes = 160 * 160 * 3;
constexpr std::size_t marker_bytes = 6;  // "FRAME\n"

}  // namespace

std::string y4m_clip(const ClipSpec& spec) {
    const bool wide = spec.tags.find("C444p10") != std::string::npos;
    const bool mono = spec.tags.find("Cmono") != std::string::npos;
    const int luma = spec.width * spec.height;
    const bool full_chroma = spec.tags.find("C444") != std::string::npos;
    const int quarter = ((spec.width + 1) / 2) * ((spec.height + 1) / 2);
    const int chroma = mono ? 0 : 2 * (full_chroma ? luma : quarter);
    std::mt19937 random(spec.seed);
    std::string clip = "YUV4MPEG2 W" + std::to_string(spec.width) + " H" + std::to_string(spec.height) + " " +
                       spec.tags + "\n";
    for (int frame = 0; frame < spec.frames; ++frame) {
        clip += "FRAME\n";
        for (int i = 0; i < luma + chroma; ++i) {
            const auto noise = random() % 200 + 20;
            const auto sample = i >= luma && spec.flat_chroma ? 128 : noise;
            clip += static_cast<char>(sample);
            if (wide) clip += '\0';
        }
    }
    return clip;
}

std::string squares_clip(unsigned first_seed, int frames) {
    constexpr int across = 25;
    constexpr int down = 5;
    constexpr int side = 16;
    std::string clip = "YUV4MPEG2 W400 H80 F25:1 Ip Cmono\n";
    for (int frame = 0; frame < frames; ++frame) {
        std::mt19937 random(first_seed + static_cast<unsigned>(frame));
        clip += "FRAME\n";
        for (int i = 0; i < down; ++i) {
            std::string row;
            for (int j = 0; j < across; ++j) row += std::string(side, static_cast<char>(random() % 256));
            for (int k = 0; k < side; ++k) clip += row;
        }
    }
    return clip;
}

std::string first_frames(const std::string& clip, int count) {
    const std::size_t header = clip.find('\n') + 1;
    return clip.substr(0, header + static_cast<std::size_t>(count) * (marker_bytes + default_frame_bytes));
}

std::string raw_frames(const std::string& clip) {
    std::string raw;
    for (std::size_t at = clip.find('\n') + 1; at < clip.size(); at += marker_bytes + default_frame_bytes) {
        raw += clip.substr(at + marker_bytes, default_frame_bytes);
    }
    return raw;
}

}  // namespace speedqa
