// What this build is and has.
#include "cli/version.h"

#include <fmt/format.h>

#include "api/scorer.h"
#include "api/version.h"
#include "speed/text.h"

namespace speedqa::cli {
namespace {

constexpr const char* input_support =
    SPEEDQA_WITH_FFMPEG ? "Y4M, raw YUV, compressed clips by FFmpeg's libraries"
                        : "Y4M, raw YUV; compressed clips need a build with -DSPEEDQA_FFMPEG=ON";

std::string backend_lines() {
    std::string lines;
    for (const DeviceInfo& device : list_devices()) {
        const std::string state = device.usable ? device.name : "not usable: " + device.reason;
        lines += fmt::format("{:<10}{}:{}, {}\n", lines.empty() ? "devices" : "", device.backend,
                             device.index, state);
    }
    return lines;
}

}  // namespace

std::string version_text() {
    return fmt::format("speedqa {}\n{:<10}{}, {}\n{:<10}{}\n{}{:<10}{}\n", SPEEDQA_VERSION, "features",
                       feature_name(Feature::speed_chroma), feature_name(Feature::speed_temporal), "presets",
                       join(preset_names(), ", "), backend_lines(), "input", input_support);
}

}  // namespace speedqa::cli
