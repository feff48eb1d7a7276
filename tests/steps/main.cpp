// Checks every step of the CPU backend at every SIMD level of this machine against the plain step, bit for
// bit; then, if asked, times them.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#include "backends/cpu/cpu_features.h"
#include "steps/step_check.h"

namespace {

using namespace speedqa;
using namespace speedqa::steps;

struct Arguments {
    std::string level;  // all where empty
    std::string step;
    std::uint64_t seed = 0;
    bool bench = false;
    bool list = false;
};

bool parse(int argc, char** argv, Arguments& arguments) {
    std::random_device device;
    arguments.seed = device();
    for (int i = 1; i < argc; ++i) {
        const bool has_value = i + 1 < argc;
        if (std::strcmp(argv[i], "--bench") == 0)
            arguments.bench = true;
        else if (std::strcmp(argv[i], "--list-levels") == 0)
            arguments.list = true;
        else if (std::strcmp(argv[i], "--level") == 0 && has_value)
            arguments.level = argv[++i];
        else if (std::strcmp(argv[i], "--step") == 0 && has_value)
            arguments.step = argv[++i];
        else if (std::strcmp(argv[i], "--seed") == 0 && has_value)
            arguments.seed = std::strtoull(argv[++i], nullptr, 0);
        else
            return false;
    }
    return true;
}

std::vector<NamedCheck> all_checks() {
    std::vector<NamedCheck> all = filter_checks();
    for (const auto& more : {statistics_checks(), block_checks()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

// The levels that were asked for, slowest first.
std::vector<Level> chosen_levels(const std::string& name) {
    std::vector<Level> levels;
    for (const CpuLevel& known : cpu_levels()) {
        if (!name.empty() && known.name != name) continue;
        restrict_targets(known.mask);
        levels.push_back({known.name, known.mask, active_steps()});
        if (levels.back().steps.level != known.name) {
            std::printf("FAILED: level %s was asked for, %s is active\n", known.name.c_str(),
                        levels.back().steps.level);
            std::exit(1);
        }
    }
    restrict_targets(0);
    return levels;
}

int check_level(const Level& level, const Arguments& arguments) {
    int failures = 0;
    int comparisons = 0;
    for (const NamedCheck& named : all_checks()) {
        if (!arguments.step.empty() && arguments.step != named.step) continue;
        StepCheck check(named.step, level, arguments.seed);
        named.run(check);
        failures += check.failures();
        comparisons += check.comparisons();
    }
    std::printf("%s: %d comparisons, %d failed\n", level.name.c_str(), comparisons, failures);
    return comparisons == 0 ? 1 : failures;
}

}  // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    if (!parse(argc, argv, arguments)) {
        std::fputs(
            "usage: check_steps [--level NAME] [--step NAME] [--seed NUMBER] [--bench] [--list-levels]\n",
            stderr);
        return 2;
    }
    if (arguments.list) {
        for (const CpuLevel& level : cpu_levels()) std::printf("%s\n", level.name.c_str());
        return 0;
    }
    std::printf("seed %llu\n", static_cast<unsigned long long>(arguments.seed));
    const std::vector<Level> levels = chosen_levels(arguments.level);
    if (levels.empty()) {
        std::printf("level %s: not on this machine\n", arguments.level.c_str());
        return 77;
    }
    int failures = 0;
    for (const Level& level : levels) failures += check_level(level, arguments);
    if (failures > 0) return 1;
    if (arguments.bench)
        for (const Level& level : levels) bench_steps(level, arguments.seed);
    return 0;
}
