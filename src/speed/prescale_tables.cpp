// Positions and weights of nearest, bilinear, bicubic and lanczos4 scaling, in the reference's roundings.
#include "speed/prescale_tables.h"

#include <cmath>

#include "speed/elementary.h"

namespace speedqa {
namespace {

constexpr double pi = 0x1.921fb54442d18p+1;

int mirror(int index, int last) {
    if (index < 0) return -index;
    return index > last ? 2 * last - index : index;
}

float bicubic_weight(float distance) {
    constexpr float a = -0.75f;
    const float t = std::fabs(distance);
    if (t < 1.0f) return ((a + 2.0f) * t - (a + 3.0f)) * t * t + 1.0f;
    if (t < 2.0f) return (((t - 5.0f) * t + 8.0f) * t - 4.0f) * a;
    return 0.0f;
}

float lanczos4_weight(float distance) {
    const double x = distance;
    if (x == 0.0) return 1.0f;
    if (x <= -4.0 || x >= 4.0) return 0.0f;
    return static_cast<float>(4.0 * sin_binary64(pi * x) * sin_binary64(pi * x / 4.0) / (pi * pi * x * x));
}

// Taps floor + first .. floor + last, weighted by their distance from the position.
void windowed_taps(AxisTaps& axis, float position, int first, int last, int last_sample,
                   float (*weight)(float)) {
    const int base = static_cast<int>(std::floor(position));
    const float fraction = position - static_cast<float>(base);
    for (int tap = first; tap <= last; ++tap) {
        axis.index.push_back(mirror(base + tap, last_sample));
        axis.weight.push_back(weight(static_cast<float>(tap) - fraction));
    }
}

void bilinear_taps(AxisTaps& axis, float position, int last_sample) {
    const int first = mirror(static_cast<int>(std::floor(position)), last_sample);
    const int second = mirror(static_cast<int>(std::ceil(position)), last_sample);
    const float distance = position - static_cast<float>(first);
    axis.index.insert(axis.index.end(), {first, second});
    axis.weight.insert(axis.weight.end(), {1.0f - distance, distance});
}

}  // namespace

bool is_unscaled(double prescale) {
    return std::fabs(prescale - 1.0) < 1e-3;
}

int scaled_size(int size, double prescale) {
    return is_unscaled(prescale) ? size : static_cast<int>(size * prescale + 0.5);
}

AxisTaps axis_taps(PrescaleMethod method, int source_size, int scaled_size) {
    const float ratio = static_cast<float>(source_size) / static_cast<float>(scaled_size);
    const int last = source_size - 1;
    AxisTaps axis;
    for (int k = 0; k < scaled_size; ++k) {
        const float position = static_cast<float>((k + 0.5) * static_cast<double>(ratio) - 0.5);
        switch (method) {
            case PrescaleMethod::nearest:
                axis.taps = 1;
                axis.index.push_back(static_cast<int>(static_cast<float>(k) * ratio));
                break;
            case PrescaleMethod::bilinear:
                axis.taps = 2;
                bilinear_taps(axis, position, last);
                break;
            case PrescaleMethod::bicubic:
                axis.taps = 4;
                windowed_taps(axis, position, -1, 2, last, bicubic_weight);
                break;
            case PrescaleMethod::lanczos4:
                axis.taps = 9;
                windowed_taps(axis, position, -4, 4, last, lanczos4_weight);
                break;
        }
    }
    return axis;
}

}  // namespace speedqa
