// Writes synthetic clips as files.
#include "golden/clip_file.h"

#include <string>

#include "golden/clip_generator.h"

namespace speedqa::golden {
namespace {

void write_frame(const ClipSpec& spec, int index, Side side, std::ostream& out) {
    const ClipFrame both = make_frame(spec, index);
    const Frame& frame = side == Side::reference ? both.reference : both.distorted;
    out.write(static_cast<const char*>(frame.view.planes[0].data),
              static_cast<std::streamsize>(frame_bytes(spec.format)));
}

// "420jpeg", "422p10", "mono", "mono12".
std::string y4m_colour_space(const FrameFormat& format) {
    const bool mono = format.chroma == ChromaSubsampling::yuv400;
    std::string name = mono ? "mono" : chroma_name(format.chroma);
    if (format.bit_depth > 8)
        name.append(mono ? "" : "p").append(std::to_string(format.bit_depth));
    else if (format.chroma == ChromaSubsampling::yuv420)
        name.append("jpeg");
    return name;
}

}  // namespace

void write_raw(const ClipSpec& spec, Side side, std::ostream& out) {
    for (int index = 0; index < spec.frames; ++index) write_frame(spec, index, side, out);
}

void write_y4m(const ClipSpec& spec, Side side, std::ostream& out) {
    out << "YUV4MPEG2 W" << spec.format.width << " H" << spec.format.height << " F25:1 Ip A1:1 C"
        << y4m_colour_space(spec.format) << '\n';
    for (int index = 0; index < spec.frames; ++index) {
        out << "FRAME\n";
        write_frame(spec, index, side, out);
    }
}

}  // namespace speedqa::golden
