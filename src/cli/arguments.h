// What the command line asks for when clips are to be scored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "api/scorer.h"
#include "io/clip_reader.h"
#include "report/writers.h"
#include "speed/options.h"

namespace CLI {
class App;
}

namespace speedqa::cli {

struct Arguments {
    std::string reference;
    std::string distorted;
    RawFormat raw;
    std::vector<FeatureRequest> requests;  // empty: the tool chooses
    std::optional<std::string> output;
    std::optional<ReportFormat> format;
    ScorerSettings settings;
    std::string device;  // index or name; empty: the tool chooses
    std::optional<std::int64_t> frame_limit;
    std::int64_t skip_reference = 0;
    std::int64_t skip_distorted = 0;
    bool quiet = false;
    bool version = false;
};

// Declares the options on `parser`, which fills `arguments` when it parses; both must outlive the parse.
// Options and short forms are those of libvmaf's tool.
void declare_arguments(CLI::App& parser, Arguments& arguments);

// Only --backend and --device of them.
void declare_device_choice(CLI::App& parser, Arguments& arguments);

// What can be wrong with options taken together. Throws UsageError.
void check_arguments(const Arguments& arguments);

}  // namespace speedqa::cli
