// Checks of the steps from samples to the small image.
#include <algorithm>

#include "steps/step_check.h"

namespace speedqa::steps {
namespace {

constexpr int sizes[] = {5, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17, 20, 31, 32, 33, 37};

// Samples by kind: noise, all the same, least and most, a slope.
void fill_plane(Random& random, int kind, int most, Plane& plane) {
    const int level = random.below(most + 1);
    for (int y = 0; y < plane.height(); ++y)
        for (int x = 0; x < plane.width(); ++x) {
            const int noise = random.below(most + 1);
            const int samples[] = {noise, level, noise % 2 == 0 ? 0 : most, (x * 3 + y * 5) % (most + 1)};
            plane.set(x, y, samples[kind]);
        }
}

struct Source {
    Plane plane;
    Plane subtracted;

    Source(Random& random, const ImageTables& tables, int bytes, int most)
        : plane(tables.source_width, tables.source_height, bytes, random.below(20), random.below(8) == 0),
          subtracted(tables.source_width, tables.source_height, bytes, random.below(20),
                     random.below(8) == 0) {
        fill_plane(random, random.below(4), most, plane);
        fill_plane(random, random.below(4), most, subtracted);
    }
};

void compare_decimated(StepCheck& check, int width, int height, const std::string& options, int depth) {
    const std::string feature = "speed_chroma" + (options.empty() ? "" : "=" + options);
    const Plan plan = plan_for(check.random, width, height, feature, depth);
    const ImageTables& tables = plan.features[0].tables;
    const Source source(check.random, tables, depth > 8 ? 2 : 1, (1 << depth) - 1);
    ScaleTables prepared;
    if (tables.prescale.taps > 0) check.steps.prepare_scale(tables, prepared);
    for (const bool difference : {false, true}) {
        const ImageSource image{source.plane.view(), difference ? source.subtracted.view() : PlaneView{}};
        const auto count = static_cast<std::size_t>(tables.small_width * tables.small_height);
        Floats got(count), want(count);
        check.plain.decimate(tables, image, check.plain_scratch, want.data());
        if (tables.prescale.taps > 0)
            check.steps.scale_and_decimate(tables, prepared, image, check.scratch, got.data());
        else
            check.steps.decimate(tables, image, check.scratch, got.data());
        check.expect_equal(std::to_string(tables.source_width) + "x" + std::to_string(tables.source_height) +
                               " " + std::to_string(depth) + "-bit" + (difference ? " difference " : " ") +
                               options,
                           got, want);
    }
}

void check_decimate(StepCheck& check) {
    for (const int width : sizes)
        for (const int depth : {8, 10, 12, 16})
            compare_decimated(check, width, check.random.one_of({5, 6}), "", depth);
    for (const char* kernelscale :
         {"0.4444", "0.5", "0.711111", "1.111111", "1.3333", "1.5", "1.6", "2", "2.4", "3", "3.7113"})
        for (const int depth : {8, 10})
            compare_decimated(check, check.random.one_of({5, 7, 16, 19, 33}), 5,
                              std::string("speed_kernelscale=") + kernelscale, depth);
}

void check_scale_and_decimate(StepCheck& check) {
    for (const char* method : {"nearest", "bilinear", "bicubic", "lanczos4"})
        for (const char* prescale : {"0.1", "0.25", "0.5", "0.6", "0.73", "1.5", "2", "4"})
            for (const int depth : {8, 10, 16}) {
                const std::string kernelscale = check.random.below(4) == 0 ? ":speed_kernelscale=2" : "";
                compare_decimated(check, check.random.one_of({5, 6, 9, 16, 17}), 5,
                                  std::string("speed_prescale=") + prescale +
                                      ":speed_prescale_method=" + method + kernelscale,
                                  depth);
            }
    // Bilinear by one half has a way of its own.
    for (const char* kernelscale : {"0.5", "1", "1.5", "2.4", "3.7113"})
        for (const int width : sizes)
            for (const int depth : {8, 10})
                compare_decimated(check, width, check.random.one_of({5, 6, 8}),
                                  std::string("speed_prescale=0.5:speed_prescale_method=bilinear") +
                                      ":speed_kernelscale=" + kernelscale,
                                  depth);
}

void check_local_mean(StepCheck& check) {
    for (const int width : sizes)
        for (const char* kernelscale : {"0.5", "1", "2", "3", "3.7113"})
            for (int kind = 0; kind < image_kinds; ++kind) {
                const int height = check.random.one_of({5, 6, 9});
                const std::string options = std::string("speed_kernelscale=") + kernelscale;
                const Plan plan = plan_for(check.random, width, height, "speed_chroma=" + options, 8);
                const ImageTables& tables = plan.features[0].tables;
                const auto count = static_cast<std::size_t>(tables.small_width * tables.small_height);
                Floats decimated(count), got(count), want(count);
                fill_image(check.random, kind, decimated);
                check.plain.subtract_local_mean(tables, decimated.data(), check.plain_scratch, want.data());
                check.steps.subtract_local_mean(tables, decimated.data(), check.scratch, got.data());
                check.expect_equal(std::to_string(width) + "x" + std::to_string(height) + ", kind " +
                                       std::to_string(kind) + ", " + options,
                                   got, want);
            }
}

}  // namespace

std::vector<NamedCheck> filter_checks() {
    return {{"decimate", check_decimate},
            {"scale_and_decimate", check_scale_and_decimate},
            {"subtract_local_mean", check_local_mean}};
}

}  // namespace speedqa::steps
