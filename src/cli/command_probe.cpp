// The command "probe": what a device's arithmetic really does, and whether that of speedqa is exact on it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "api/error.h"
#include "backends/registry.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/device_choice.h"
#include "cli/exit_code.h"
#include "cli/option_values.h"
#include "cli/print.h"
#include "cli/probe_report.h"
#include "cli/usage.h"

namespace speedqa::cli {
namespace {

struct ProbeArguments {
    Arguments device;
    probe::Effort effort;
    bool json = false;
};

// A device that is named is probed even if it can't be used: the probe may show why.
DeviceChoice chosen(ScorerSettings settings, const std::string& wish) {
    if (!wish.empty()) choose_device(wish, list_devices(), settings);
    if (!settings.more_devices.empty())
        throw UsageError(fmt::format("--device {}: must be one device; probe them one after another", wish));
    if (settings.backend != "auto" && settings.device >= 0) {
        Backend& backend = find_backend(settings.backend);
        for (const DeviceInfo& device : backend.devices())
            if (device.index == settings.device) return {&backend, device};
    }
    return speedqa::choose_device(settings.backend, settings.device);
}

int run_probe(const ProbeArguments& arguments) {
    const DeviceChoice choice = chosen(arguments.device.settings, arguments.device.device);
    const auto device = choice.backend->make_probe(choice.device.index);
    const probe::Report report = probe::run(*device, arguments.effort);
    print(arguments.json ? probe_json(report, choice.device) : probe_table(report, choice.device));
    if (report.exact()) return exit_done;
    throw Error(
        SPEEDQA_DEVICE,
        fmt::format("{} device {} ({}): not every row of speedqa's is exact: its scores would be wrong",
                    choice.device.backend, choice.device.index, choice.device.name));
}

}  // namespace

Run declare_probe(CLI::App& parser) {
    const auto arguments = std::make_shared<ProbeArguments>();
    declare_device_choice(parser, arguments->device);
    parser.add_flag("--json", arguments->json, "Write the table as JSON");
    add_integer(parser, "--operands", {1, std::int64_t{1} << 40},
                fmt::format("Operands of each operation; without it {}", arguments->effort.operands),
                [arguments = arguments.get()](std::int64_t operands) {
                    arguments->effort.operands = static_cast<std::uint64_t>(operands);
                });
    return [arguments] { return run_probe(*arguments); };
}

}  // namespace speedqa::cli
