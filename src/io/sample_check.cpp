// Finds samples that the bit depth does not allow: the sign of a clip that is not what it was taken for.
#include "io/sample_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "api/error.h"

namespace speedqa {
namespace {

using Row = std::span<const std::uint16_t>;

Row row_of(const PlaneView& plane, PlaneSize size, int row) {
    const auto* start = static_cast<const std::byte*>(plane.data) + row * plane.stride;
    return {reinterpret_cast<const std::uint16_t*>(start), static_cast<std::size_t>(size.width)};
}

// Compilers turn this loop into vector code. The maximum is 2^n - 1, so one bit above it in any sample shows
// in the union.
std::uint16_t union_of_bits(Row row) {
    std::uint16_t bits = 0;
    for (const std::uint16_t sample : row) bits |= sample;
    return bits;
}

}  // namespace

void check_samples(const FrameView& frame, const FrameFormat& format, const std::string& clip,
                   std::int64_t number, const std::function<void()>& looked_at) {
    if (format.bit_depth != 10 && format.bit_depth != 12) return;
    const int maximum = (1 << format.bit_depth) - 1;
    for (int plane = 0; plane < plane_count(format); ++plane) {
        if (!frame.planes[plane].data) continue;
        const PlaneSize size = stored_plane_size(format, plane);
        const int some_rows = 1 + (1 << 19) / size.width;
        for (int y = 0; y < size.height; ++y) {
            const Row row = row_of(frame.planes[plane], size, y);
            if (y % some_rows == 0) looked_at();
            if (union_of_bits(row) <= maximum) continue;
            const auto wrong =
                std::find_if(row.begin(), row.end(), [&](int sample) { return sample > maximum; });
            throw Error(
                SPEEDQA_INPUT,
                fmt::format(
                    "{}: frame {}: the {} sample in column {}, row {} is {}, but {}-bit samples end at "
                    "{}; is the format right?",
                    clip, number, "YUV"[plane], wrong - row.begin(), y, *wrong, format.bit_depth, maximum));
        }
    }
    looked_at();
}

}  // namespace speedqa
