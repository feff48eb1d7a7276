// Small clips for the tests: noise, so that every score is there and differs from frame to frame.
#pragma once

#include <string>

namespace speedqa {

struct ClipSpec {
    int width = 160;
    int height = 160;
    int frames = 20;
    unsigned seed = 1;
    std::string tags = "C444 F25:1 Ip A1:1";  // of the header, beside the size; C444, C444p10, C420, Cmono
    bool flat_chroma = false;
};

std::string y4m_clip(const ClipSpec& spec);

// A 400x80 4:0:0 8-bit clip whose frame i consists of 16x16 squares drawn from the seed `first_seed` + i.
// Compared with itself it has few samples for its covariances, and with seeds 498 and 499 variances that are
// negative: the logarithm of speed_temporal does not exist.
std::string squares_clip(unsigned first_seed, int frames);

// The first `count` frames of a 160x160 4:4:4 8-bit clip; the header stays.
std::string first_frames(const std::string& clip, int count);

// The frames of a 160x160 4:4:4 8-bit clip without header and markers.
std::string raw_frames(const std::string& clip);

}  // namespace speedqa
