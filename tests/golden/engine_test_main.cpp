// Runs the golden tests on the engine that the command line names.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "golden/engine_fixture.h"

namespace {

constexpr const char* usage =
    "options beside GoogleTest's: --backend NAME, --device INDEX, --batch PAIRS, --no-graph,\n"
    "--no-fp64, --layout NAME (of frames in device memory, see device_layout.cpp; or pinned),\n"
    "--optional (skip where the device is missing)\n";

bool parse(int argc, char** argv, speedqa::golden::EngineChoice& choice) {
    for (int i = 1; i < argc; ++i) {
        const auto is = [&](const char* name) { return std::strcmp(argv[i], name) == 0; };
        const bool has_value = i + 1 < argc;
        if (is("--no-graph"))
            choice.graph = false;
        else if (is("--no-fp64"))
            choice.fp64 = false;
        else if (is("--optional"))
            choice.optional = true;
        else if (is("--backend") && has_value)
            choice.backend = argv[++i];
        else if (is("--layout") && has_value)
            choice.layout = argv[++i];
        else if (is("--cpu-level") && has_value)
            choice.cpu_level = argv[++i];
        else if (is("--device") && has_value)
            choice.device = std::atoi(argv[++i]);
        else if (is("--batch") && has_value)
            choice.batch = std::atoi(argv[++i]);
        else
            return false;
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (!parse(argc, argv, speedqa::golden::engine_choice())) {
        std::fputs(usage, stderr);
        return 2;
    }
    return RUN_ALL_TESTS();
}
