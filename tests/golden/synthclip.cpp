// speedqa_synthclip: writes one side of a synthetic clip to a file, for tests of the command line and for use
// by hand.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>

#include "golden/clip_file.h"

namespace {

using namespace speedqa;
using namespace speedqa::golden;

constexpr const char* usage =
    "usage: speedqa_synthclip NAME ref|dis y4m|raw OUTPUT\n"
    "       speedqa_synthclip --list\n";

void list_clips() {
    for (const ClipSpec& spec : clip_specs())
        std::cout << spec.name << ": " << describe(spec.format) << ", " << spec.frames << " frames\n";
}

template <typename Value>
Value choose(const std::string& given, const char* first, Value first_value, const char* second,
             Value second_value) {
    if (given == first) return first_value;
    if (given == second) return second_value;
    throw std::invalid_argument(given + ": must be " + first + " or " + second);
}

void write_clip(const std::string& name, const std::string& side, const std::string& kind,
                const std::string& path) {
    const ClipSpec& spec = clip_spec(name);
    const Side chosen = choose(side, "ref", Side::reference, "dis", Side::distorted);
    const auto write = choose(kind, "y4m", write_y4m, "raw", write_raw);
    std::ofstream out(path, std::ios::binary);
    write(spec, chosen, out);
    out.close();
    if (!out) throw std::runtime_error(path + ": can't be written");
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc == 2 && std::string(argv[1]) == "--list") {
            list_clips();
        } else if (argc == 5) {
            write_clip(argv[1], argv[2], argv[3], argv[4]);
        } else {
            std::fputs(usage, stderr);
            return 2;
        }
        return EXIT_SUCCESS;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "speedqa_synthclip: %s\n", error.what());
        return EXIT_FAILURE;
    }
}
