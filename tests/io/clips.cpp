// Makes small clips for the tests of the readers, and reads clips as plain bytes.
#include "clips.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>

namespace speedqa::test {

Folder::Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "speedqa_io_XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("can't make a folder for the test");
    path_ = name;
}

Folder::~Folder() {
    std::filesystem::remove_all(path_);
}

std::string Folder::write(const std::string& name, const std::string& content) const {
    std::ofstream file(path(name), std::ios::binary);
    file << content;
    if (!file.flush()) throw std::runtime_error("can't write " + path(name));
    return path(name);
}

void Folder::ffmpeg(const std::string& arguments) const {
    const std::string command =
        "cd '" + path_ + "' && '" SPEEDQA_FFMPEG_PROGRAM "' -nostdin -v error -y " + arguments;
    if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
}

std::string Folder::make_source(int width, int height, int frames, const std::string& pixel_format) const {
    std::ostringstream arguments;
    arguments << "-f lavfi -i testsrc2=s=" << width << "x" << height << ":r=25 -frames:v " << frames
              << " -vf noise=alls=20:allf=t+u:all_seed=3 -pix_fmt " << pixel_format << " -strict -1 clip.y4m";
    ffmpeg(arguments.str());
    return path("clip.y4m");
}

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("can't read " + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string noise(const FrameFormat& format, int frames) {
    std::mt19937 random(5);
    std::string samples;
    const std::size_t count = frame_bytes(format) / static_cast<std::size_t>(bytes_per_sample(format));
    for (std::size_t i = 0; i < count * static_cast<std::size_t>(frames); ++i) {
        const auto sample = random() >> (32 - format.bit_depth);
        samples.push_back(static_cast<char>(sample & 255));
        if (format.bit_depth > 8) samples.push_back(static_cast<char>(sample >> 8));
    }
    return samples;
}

std::string y4m(const std::string& tags, const FrameFormat& format, const std::string& samples,
                const std::string& frame_line) {
    std::string clip = "YUV4MPEG2 " + tags + "\n";
    for (std::size_t at = 0; at < samples.size(); at += frame_bytes(format)) {
        clip += frame_line + samples.substr(at, frame_bytes(format));
    }
    return clip;
}

std::string bytes_of(const Frame& frame, const FrameFormat& format) {
    std::string bytes;
    for (int plane = 0; plane < plane_count(format); ++plane) {
        const PlaneView& view = frame.view.planes[plane];
        if (!view.data) continue;
        const PlaneSize size = stored_plane_size(format, plane);
        for (int y = 0; y < size.height; ++y) {
            bytes.append(static_cast<const char*>(view.data) + y * view.stride,
                         static_cast<std::size_t>(size.width * bytes_per_sample(format)));
        }
    }
    return bytes;
}

std::string read_all(ClipReader& clip) {
    std::string bytes;
    while (const Frame frame = clip.read()) bytes += bytes_of(frame, clip.info().format);
    return bytes;
}

std::string read_clip(const std::string& path) {
    const auto clip = open_clip(path, {}, {});
    return read_all(*clip);
}

RawFormat raw_format(const FrameFormat& format) {
    return {format.width, format.height, format.chroma, format.bit_depth};
}

std::string error_of(speedqa_status status, const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), status) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "no error was thrown";
    return {};
}

}  // namespace speedqa::test
