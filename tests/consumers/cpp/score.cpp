// A C++ program that scores the synthetic clip sd_422_10 through the installed library: score REF.yuv DIS.yuv
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <span>
#include <speedqa/speedqa.hpp>
#include <vector>

namespace {

// u, v, uv of speed_chroma: fp32 bits, tests/golden/data/scores.txt.
constexpr std::array<std::array<std::uint32_t, 3>, 2> expected{
    {{0x405cce05, 0x409c9026, 0x40857b94}, {0x402c5ee5, 0x40a739bd, 0x407d6930}}};

std::vector<std::byte> read_file(const char* path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<std::byte> bytes;
    std::transform(std::istreambuf_iterator<char>(file), {}, std::back_inserter(bytes),
                   [](char c) { return static_cast<std::byte>(c); });
    return bytes;
}

void push_clips(speedqa::Context& context, const speedqa_format& format, const char* reference_path,
                const char* distorted_path) {
    const std::vector<std::byte> reference = read_file(reference_path);
    const std::vector<std::byte> distorted = read_file(distorted_path);
    const std::size_t bytes = speedqa::packed_frame_bytes(format);
    for (std::size_t first = 0; first < reference.size(); first += bytes)
        context.push(speedqa::packed_frame(format, std::span(reference).subspan(first, bytes)),
                     speedqa::packed_frame(format, std::span(distorted).subspan(first, bytes)));
}

int differences(const std::vector<float>& scores, std::size_t frame) {
    int count = 0;
    for (std::size_t i = 0; i < expected[frame].size(); ++i) {
        const auto bits = std::bit_cast<std::uint32_t>(scores.at(i));
        if (bits == expected[frame][i]) continue;
        std::fprintf(stderr, "frame %zu, score %zu: %08x, expected %08x\n", frame, i, bits,
                     expected[frame][i]);
        ++count;
    }
    return count;
}

int run(const char* reference, const char* distorted) {
    const speedqa_format format{720, 576, SPEEDQA_YUV422, 10};
    speedqa::Context context(speedqa::Config(format).add_feature("speed_chroma").set_backend("cpu"));
    push_clips(context, format, reference, distorted);
    int count = 0;
    for (std::size_t frame = 0; frame < expected.size(); ++frame)
        count += differences(context.scores(static_cast<std::int64_t>(frame)), frame);
    std::printf("%zu frames, %d differences\n", expected.size(), count);
    return count == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("usage: score REF.yuv DIS.yuv\n", stderr);
        return 2;
    }
    try {
        return run(argv[1], argv[2]);
    } catch (const speedqa::Exception& error) {
        std::fprintf(stderr, "status %d: %s\n", static_cast<int>(error.status()), error.what());
        return 1;
    }
}
