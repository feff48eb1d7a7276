// Whether two clips can be compared.
#include "cli/pairing.h"

#include <fmt/format.h>

#include <cstdint>

#include "api/error.h"
#include "speed/text.h"

namespace speedqa::cli {
namespace {

// FFmpeg's name for the format, "yuv420p10le".
std::string ffmpeg_format(const FrameFormat& format) {
    const bool gray = format.chroma == ChromaSubsampling::yuv400;
    const std::string base = gray ? "gray" : fmt::format("yuv{}p", chroma_name(format.chroma));
    return format.bit_depth == 8 ? base : fmt::format("{}{}le", base, format.bit_depth);
}

// `text` as one word of a shell command.
std::string shell_word(const std::string& text) {
    const bool plain = !text.empty() && text.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789._-+/:@%,=") == std::string::npos;
    if (plain) return text;
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

std::string conversion_command(const ClipInfo& from, const FrameFormat& to) {
    std::string command = "ffmpeg ";
    if (from.container == "raw YUV") {
        command += fmt::format("-f rawvideo -video_size {}x{} -pix_fmt {} ", from.format.width,
                               from.format.height, ffmpeg_format(from.format));
    }
    // A name that begins with a dash would be taken for an option.
    command +=
        "-i " + shell_word(from.path.starts_with("-") && from.path != "-" ? "./" + from.path : from.path);
    if (from.format.width != to.width || from.format.height != to.height) {
        command += fmt::format(" -vf scale={}:{}", to.width, to.height);
    }
    return command + fmt::format(" -pix_fmt {} -strict -1 converted.y4m", ffmpeg_format(to));
}

std::string rate_text(const ClipInfo& clip) {
    if (clip.rate_denominator == 1) return std::to_string(clip.rate_numerator);
    return fmt::format("{}/{}", clip.rate_numerator, clip.rate_denominator);
}

bool rates_differ(const ClipInfo& a, const ClipInfo& b) {
    const bool known =
        a.rate_numerator > 0 && a.rate_denominator > 0 && b.rate_numerator > 0 && b.rate_denominator > 0;
    return known && static_cast<std::int64_t>(a.rate_numerator) * b.rate_denominator !=
                        static_cast<std::int64_t>(b.rate_numerator) * a.rate_denominator;
}

// A clip that does not say is taken to be limited, as players do.
const char* range_text(const ClipInfo& clip) {
    return clip.range == ColorRange::full      ? "full"
           : clip.range == ColorRange::limited ? "limited"
                                               : "not stated";
}

}  // namespace

std::string clip_name(const ClipInfo& clip) {
    return clip.path == "-" ? "standard input" : clip.path;
}

void check_pair(const ClipInfo& reference, const ClipInfo& distorted) {
    const FrameFormat& a = reference.format;
    const FrameFormat& b = distorted.format;
    std::vector<std::string> differences;
    if (a.width != b.width || a.height != b.height) differences.push_back("sizes");
    if (a.chroma != b.chroma) differences.push_back("chroma formats");
    if (a.bit_depth != b.bit_depth) differences.push_back("bit depths");
    if (differences.empty()) return;
    throw Error(SPEEDQA_INVALID_ARGUMENT,
                fmt::format("{} is {}, {} is {}: {} must agree; to convert the distorted clip:\n  {}",
                            clip_name(reference), describe(a), clip_name(distorted), describe(b),
                            join(differences, " and "), conversion_command(distorted, a)));
}

std::vector<std::string> pair_warnings(const ClipInfo& reference, const ClipInfo& distorted) {
    std::vector<std::string> warnings;
    if (rates_differ(reference, distorted)) {
        warnings.push_back(fmt::format(
            "frame rates differ: {} has {}, {} has {} frames per second; frames are paired "
            "in order",
            clip_name(reference), rate_text(reference), clip_name(distorted), rate_text(distorted)));
    }
    if ((reference.range == ColorRange::full) != (distorted.range == ColorRange::full)) {
        warnings.push_back(fmt::format("colour ranges differ: {} {}, {} {}; samples are compared as stored",
                                       clip_name(reference), range_text(reference), clip_name(distorted),
                                       range_text(distorted)));
    }
    if (reference.interlaced || distorted.interlaced) {
        const bool both = reference.interlaced && distorted.interlaced;
        warnings.push_back(
            fmt::format("{} interlaced: frames are compared as they stand, both fields together",
                        both                   ? "both clips are"
                        : reference.interlaced ? clip_name(reference) + " is"
                                               : clip_name(distorted) + " is"));
    }
    return warnings;
}

}  // namespace speedqa::cli
