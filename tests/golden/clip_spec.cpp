// Reads data/clips.txt.
#include "golden/clip_spec.h"

#include <array>
#include <stdexcept>

#include "golden/text.h"

namespace speedqa::golden {
namespace {

template <typename Value, std::size_t size>
Value look_up(const std::array<std::pair<std::string_view, Value>, size>& table, std::string_view name,
              const Line& line) {
    for (const auto& [key, value] : table)
        if (key == name) return value;
    line.fail("unknown word " + std::string(name));
}

constexpr std::array<std::pair<std::string_view, Pattern>, 7> patterns{{{"flat", Pattern::flat},
                                                                        {"texture", Pattern::texture},
                                                                        {"fine", Pattern::fine},
                                                                        {"columns", Pattern::columns},
                                                                        {"gradient", Pattern::gradient},
                                                                        {"sparse", Pattern::sparse},
                                                                        {"clipped", Pattern::clipped}}};

constexpr std::array<std::pair<std::string_view, int PlaneSpec::*>, 5> plane_numbers{
    {{"base", &PlaneSpec::base},
     {"amp", &PlaneSpec::amplitude},
     {"steps", &PlaneSpec::steps},
     {"vx", &PlaneSpec::velocity_x},
     {"vy", &PlaneSpec::velocity_y}}};

constexpr std::array<std::pair<std::string_view, DistortionKind>, 4> distortion_kinds{
    {{"quant", DistortionKind::quantise},
     {"box", DistortionKind::box},
     {"grain", DistortionKind::grain},
     {"flat", DistortionKind::flat}}};

ChromaSubsampling chroma_subsampling(int number, const Line& line) {
    switch (number) {
        case 400:
            return ChromaSubsampling::yuv400;
        case 420:
            return ChromaSubsampling::yuv420;
        case 422:
            return ChromaSubsampling::yuv422;
        case 444:
            return ChromaSubsampling::yuv444;
        default:
            line.fail("unknown chroma subsampling");
    }
}

ClipSpec read_clip(const Line& line) {
    ClipSpec spec;
    spec.name = line.word(1);
    for (std::size_t i = 2; i < line.size(); ++i) {
        const auto [key, value] = line.key_value(i);
        if (!value) line.fail(std::string(key) + " has no value");
        if (key == "width")
            spec.format.width = *value;
        else if (key == "height")
            spec.format.height = *value;
        else if (key == "chroma")
            spec.format.chroma = chroma_subsampling(*value, line);
        else if (key == "bit_depth")
            spec.format.bit_depth = *value;
        else if (key == "frames")
            spec.frames = *value;
        else if (key == "seed")
            spec.seed = static_cast<std::uint32_t>(*value);
        else
            line.fail("unknown word " + std::string(key));
    }
    return spec;
}

// "plane PATTERN key=value ... | distortion ..."
void read_plane(const Line& line, ClipSpec& spec) {
    PlaneSpec plane;
    plane.pattern = look_up(patterns, line.word(1), line);
    std::size_t i = 2;
    for (; line.word(i) != "|"; ++i) {
        const auto [key, value] = line.key_value(i);
        plane.*look_up(plane_numbers, key, line) = value.value();
    }
    std::vector<Distortion> distortions;
    for (++i; i < line.size(); ++i) {
        const auto [key, value] = line.key_value(i);
        distortions.push_back({look_up(distortion_kinds, key, line), value.value_or(0)});
    }
    spec.planes.push_back(plane);
    spec.distortions.push_back(std::move(distortions));
}

std::vector<ClipSpec> read_clips() {
    std::vector<ClipSpec> clips;
    for_each_line("clips.txt", [&clips](const Line& line) {
        if (line.word(0) == "clip")
            clips.push_back(read_clip(line));
        else if (line.word(0) == "plane" && !clips.empty())
            read_plane(line, clips.back());
        else
            line.fail("unknown word " + line.word(0));
    });
    return clips;
}

}  // namespace

const std::vector<ClipSpec>& clip_specs() {
    static const std::vector<ClipSpec> clips = read_clips();
    return clips;
}

const ClipSpec& clip_spec(std::string_view name) {
    for (const ClipSpec& spec : clip_specs())
        if (spec.name == name) return spec;
    throw std::out_of_range("no clip " + std::string(name) + " in clips.txt");
}

}  // namespace speedqa::golden
