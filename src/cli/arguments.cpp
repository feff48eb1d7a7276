// What the command line asks for when clips are to be scored.
#include "cli/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "api/error.h"
#include "cli/option_values.h"
#include "cli/usage.h"
#include "speed/text.h"

namespace speedqa::cli {
namespace {

constexpr int largest_size = 1 << 20;  // a guard against typing errors; io and plan have the real limits

const std::vector<std::string> backend_names = {"auto", "cpu", "sycl", "cuda", "hip"};

ChromaSubsampling parse_chroma(const std::string& text) {
    for (const ChromaSubsampling chroma : {ChromaSubsampling::yuv420, ChromaSubsampling::yuv422,
                                           ChromaSubsampling::yuv444, ChromaSubsampling::yuv400}) {
        if (text == chroma_name(chroma)) return chroma;
    }
    refuse_value("--pixel_format", text, "420, 422, 444 or 400");
}

int parse_bit_depth(const std::string& text) {
    for (const int depth : {8, 10, 12, 16}) {
        if (text == std::to_string(depth)) return depth;
    }
    refuse_value("--bitdepth", text, "8, 10, 12 or 16");
}

void declare_input(CLI::App& parser, Arguments& arguments) {
    const IntegerRange size = {1, largest_size};
    const auto group = [](CLI::Option* option) { option->group("Input"); };
    group(add_text(parser, "-r,--reference", "CLIP", "Reference clip; - is standard input",
                   [&](const std::string& path) { arguments.reference = path; }));
    group(add_text(parser, "-d,--distorted", "CLIP", "Distorted clip; - is standard input",
                   [&](const std::string& path) { arguments.distorted = path; }));
    group(add_integer(parser, "-w,--width", size, "Width of raw clips",
                      [&](std::int64_t width) { arguments.raw.width = static_cast<int>(width); }));
    group(add_integer(parser, "-h,--height", size, "Height of raw clips",
                      [&](std::int64_t height) { arguments.raw.height = static_cast<int>(height); }));
    group(add_text(parser, "-p,--pixel_format", "420|422|444|400", "Chroma subsampling of raw clips",
                   [&](const std::string& text) { arguments.raw.chroma = parse_chroma(text); }));
    group(add_text(parser, "-b,--bitdepth", "8|10|12|16", "Bit depth of raw clips",
                   [&](const std::string& text) { arguments.raw.bit_depth = parse_bit_depth(text); }));
    group(add_integer(parser, "--frame_cnt", {0}, "Read at most N frame pairs; 0: all",
                      [&](std::int64_t frames) {
                          if (frames > 0) arguments.frame_limit = frames;
                      }));
    group(add_integer(parser, "--frame_skip_ref", {0}, "Leave out the first N frames of the reference",
                      [&](std::int64_t frames) { arguments.skip_reference = frames; }));
    group(add_integer(parser, "--frame_skip_dist", {0}, "Leave out the first N frames of the distorted clip",
                      [&](std::int64_t frames) { arguments.skip_distorted = frames; }));
    group(add_integer(parser, "--subsample", {1, std::numeric_limits<int>::max()},
                      "Score frames 0, N, 2N, ...",
                      [&](std::int64_t every) { arguments.settings.subsample = static_cast<int>(every); }));
}

// An option that may be given several times; `make` turns a value into a request.
void add_requests(CLI::App& parser, Arguments& arguments, const std::string& name, const std::string& type,
                  const std::string& description, FeatureRequest (*make)(std::string_view)) {
    const auto read = [&arguments, name, make](const CLI::results_t& values) {
        for (const std::string& value : values) {
            try {
                arguments.requests.push_back(make(value));
            } catch (const Error& error) {
                throw UsageError(fmt::format("{}: {}", name, error.what()));
            }
        }
        return true;
    };
    parser.add_option(name, read, description)
        ->type_name(type)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group("Features");
}

void declare_features(CLI::App& parser, Arguments& arguments) {
    add_requests(parser, arguments, "--feature", "NAME[=OPTION=VALUE:...]",
                 "Score this feature: speed_chroma or speed_temporal, with its options; may be repeated",
                 parse_feature);
    add_requests(parser, arguments, "--preset", "NAME",
                 "Score speed_chroma as this VMAF model does; may be repeated: " + join(preset_names(), ", "),
                 preset);
    parser.add_flag("-n,--no_prediction")
        ->description("Accepted for scripts made for libvmaf; there is no model here")
        ->group("Features");
    add_text(parser, "-m,--model", "MODEL", "", [](const std::string& model) {
        throw UsageError(
            fmt::format("--model {}: speedqa computes features, not a model's score; the presets are the "
                        "option sets of the VMAF models: --preset {}",
                        model, join(preset_names(), ", ")));
    })->group("");  // not listed in --help
}

void declare_output(CLI::App& parser, Arguments& arguments) {
    add_text(parser, "-o,--output", "FILE",
             "Write the scores to this file; - is standard output. Without it: a table, or the format asked "
             "for, on "
             "standard output",
             [&](const std::string& path) { arguments.output = path; })
        ->group("Output");
    for (const ReportFormat& format : report_formats()) {
        const bool is_default = &format == report_formats().data();
        const auto choose = [&arguments, format](std::int64_t) {
            if (arguments.format) {
                throw UsageError(fmt::format("--{} and --{}: give one output format",
                                             arguments.format->option, format.option));
            }
            arguments.format = format;
        };
        parser
            .add_flag_function("--" + std::string(format.option), choose,
                               fmt::format("Write {}{}", format.name, is_default ? " (the default)" : ""))
            ->group("Output");
    }
    parser.add_flag("-q,--quiet", arguments.quiet, "Say nothing but errors")->group("Output");
    parser.add_flag("-v,--version", arguments.version, "Print version, features, backends and input support");
}

void declare_device(CLI::App& parser, Arguments& arguments) {
    declare_device_choice(parser, arguments);
    const auto group = [](CLI::Option* option) { option->group("Device"); };
    group(add_integer(parser, "--threads", {0, 1024}, "Threads that compute on the CPU; 0: one for each core",
                      [&](std::int64_t threads) { arguments.settings.threads = static_cast<int>(threads); }));
    group(add_integer(parser, "--batch", {0, 4096}, "Frame pairs computed together; 0: the backend chooses",
                      [&](std::int64_t batch) { arguments.settings.batch = static_cast<int>(batch); }));
    const auto no_graph = [&](std::int64_t) { arguments.settings.graph = false; };
    group(parser.add_flag_function("--no-graph", no_graph, "Do not replay recorded command graphs on a GPU"));
}

}  // namespace

void declare_device_choice(CLI::App& parser, Arguments& arguments) {
    const auto backend = [&](const std::string& name) {
        if (std::find(backend_names.begin(), backend_names.end(), name) == backend_names.end()) {
            refuse_value("--backend", name, "auto, cpu, sycl, cuda or hip");
        }
        arguments.settings.backend = name;
    };
    const auto group = [](CLI::Option* option) { option->group("Device"); };
    group(add_text(parser, "--backend", "auto|cpu|sycl|cuda|hip",
                   "What computes; auto takes a GPU where there is one", backend));
    group(add_text(parser, "--device", "INDEX|NAME",
                   "Index within the backend, or part of the name, as 'speedqa devices' lists them; several "
                   "indices, as 0,1, score side by side",
                   [&](const std::string& device) { arguments.device = device; }));
}

void declare_arguments(CLI::App& parser, Arguments& arguments) {
    declare_input(parser, arguments);
    declare_features(parser, arguments);
    declare_output(parser, arguments);
    declare_device(parser, arguments);
}

void check_arguments(const Arguments& arguments) {
    if (arguments.reference.empty()) throw UsageError("--reference: a clip is required");
    if (arguments.distorted.empty()) throw UsageError("--distorted: a clip is required");
    if (arguments.reference == "-" && arguments.distorted == "-") {
        throw UsageError("--reference - and --distorted -: only one clip can come from standard input");
    }
}

}  // namespace speedqa::cli
