// The command "devices": what each backend found on this machine.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "api/scorer.h"
#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/print.h"
#include "cli/terminal.h"
#include "speed/text.h"

namespace speedqa::cli {
namespace {

const char* kind_name(DeviceKind kind) {
    return kind == DeviceKind::cpu ? "cpu" : kind == DeviceKind::gpu ? "gpu" : "other";
}

std::string devices_json(const std::vector<DeviceInfo>& devices) {
    using nlohmann::ordered_json;
    ordered_json list = ordered_json::array();
    for (const DeviceInfo& device : devices) {
        ordered_json properties = ordered_json::object();
        for (const auto& [name, value] : device.properties) properties[name] = value;
        list.push_back({{"backend", device.backend},
                        {"index", device.index},
                        {"kind", kind_name(device.kind)},
                        {"name", device.name},
                        {"driver", device.driver},
                        {"usable", device.usable},
                        {"reason", device.reason},
                        {"properties", properties}});
    }
    return list.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string devices_table(const std::vector<DeviceInfo>& devices) {
    std::size_t name_width = 4;
    for (const DeviceInfo& device : devices) name_width = std::max(name_width, device.name.size());
    std::string table = fmt::format("{:<8} {:>5}  {:<{}}  usable\n", "backend", "index", "name", name_width);
    for (const DeviceInfo& device : devices) {
        table += fmt::format("{:<8} {:>5}  {:<{}}  {}\n", device.backend, device.index, device.name,
                             name_width, device.usable ? "yes" : "no: " + device.reason);
        std::vector<std::string> details;
        if (!device.driver.empty()) details.push_back("driver " + device.driver);
        for (const auto& [name, value] : device.properties) details.push_back(name + " " + value);
        if (!details.empty()) table += fmt::format("{:16}{}\n", "", join(details, ", "));
    }
    return printable(table);
}

}  // namespace

Run declare_devices(CLI::App& parser) {
    const auto json = std::make_shared<bool>(false);
    parser.add_flag("--json", *json, "Write the list as JSON");
    return [json] {
        const std::vector<DeviceInfo> devices = list_devices();
        print(*json ? devices_json(devices) : devices_table(devices));
        return exit_done;
    };
}

}  // namespace speedqa::cli
