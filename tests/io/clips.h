// Makes small clips for the tests of the readers, and reads clips as plain bytes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "api/error.h"
#include "io/clip_reader.h"

namespace speedqa::test {

// A folder that is removed, with what is in it, at the end of the test.
class Folder {
  public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string path(const std::string& name) const { return path_ + "/" + name; }

    // Writes a file and returns its path.
    std::string write(const std::string& name, const std::string& content) const;

    // Runs the ffmpeg program in the folder; throws if it fails.
    void ffmpeg(const std::string& arguments) const;

    // Makes clip.y4m of moving noise, of which encoders make all kinds of pictures, and returns its path.
    std::string make_source(int width, int height, int frames,
                            const std::string& pixel_format = "yuv420p") const;

  private:
    std::string path_;
};

std::string read_file(const std::string& path);

// Samples without regularity, within the bit depth: `frames` frames as they lie in a raw file.
std::string noise(const FrameFormat& format, int frames);

// A Y4M clip: the header tags, and the frames of `samples`, each behind `frame_line`.
std::string y4m(const std::string& tags, const FrameFormat& format, const std::string& samples,
                const std::string& frame_line = "FRAME\n");

// The bytes of the planes of a frame, or of all frames that are left, without padding.
std::string bytes_of(const Frame& frame, const FrameFormat& format);
std::string read_all(ClipReader& clip);

// Opens a clip without options and reads it through.
std::string read_clip(const std::string& path);

RawFormat raw_format(const FrameFormat& format);

// The message of the Error that `action` throws; fails the test if it has another status or throws none.
std::string error_of(speedqa_status status, const std::function<void()>& action);

}  // namespace speedqa::test
