// The device that the user asked for, by index or name.
#include "cli/device_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "cli/usage.h"
#include "speed/text.h"

namespace speedqa::cli {
namespace {

std::string lower_case(std::string text) {
    for (char& c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return text;
}

std::optional<int> as_index(const std::string& text) {
    int index = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    const bool whole = error == std::errc() && stop == text.data() + text.size() && index >= 0;
    return whole ? std::optional<int>(index) : std::nullopt;
}

std::string id_of(const DeviceInfo& device) {
    return fmt::format("{}:{}", device.backend, device.index);
}

[[noreturn]] void refuse(const std::string& wish, const std::string& reason,
                         std::span<const DeviceInfo> devices) {
    std::vector<std::string> list;
    for (const DeviceInfo& device : devices) {
        list.push_back(fmt::format("{} ({})", id_of(device),
                                   device.usable ? device.name : "not usable: " + device.reason));
    }
    throw UsageError(fmt::format("--device {}: {}; devices: {}", wish, reason, join(list, ", ")));
}

bool answers_to(const DeviceInfo& device, const std::string& wish) {
    return lower_case(device.name).find(lower_case(wish)) != std::string::npos;
}

// "0" or "cuda:0", as in a list of several; a name may hold commas.
bool is_place(std::string_view text) {
    const std::size_t colon = text.find(':');
    return as_index(std::string(colon == text.npos ? text : text.substr(colon + 1))).has_value();
}

void choose_one(const std::string& wish, std::span<const DeviceInfo> devices, ScorerSettings& settings) {
    const bool any_backend = settings.backend == "auto";
    if (const std::optional<int> index = as_index(wish)) {
        if (any_backend) refuse(wish, "an index counts within a backend: give --backend too", devices);
        settings.device = *index;
        return;
    }
    std::vector<const DeviceInfo*> matches;
    for (const DeviceInfo& device : devices) {
        if (!any_backend && device.backend != settings.backend) continue;
        if (id_of(device) == wish) {
            matches = {&device};
            break;
        }
        if (!wish.empty() && answers_to(device, wish)) matches.push_back(&device);
    }
    if (matches.empty()) refuse(wish, "no device has this name", devices);
    if (matches.size() > 1) refuse(wish, "more than one device has this name", devices);
    settings.backend = matches.front()->backend;
    settings.device = matches.front()->index;
}

}  // namespace

void choose_device(const std::string& wish, std::span<const DeviceInfo> devices, ScorerSettings& settings) {
    const std::vector<std::string_view> places = split(wish, ',');
    if (places.size() == 1 || !std::all_of(places.begin(), places.end(), is_place))
        return choose_one(wish, devices, settings);
    choose_one(std::string(places.front()), devices, settings);
    for (std::size_t i = 1; i < places.size(); ++i) {
        const std::size_t colon = places[i].find(':');
        if (colon != std::string_view::npos && places[i].substr(0, colon) != settings.backend)
            refuse(wish, "several devices must be of one backend", devices);
        ScorerSettings other;
        other.backend = settings.backend;
        choose_one(std::string(places[i]), devices, other);
        settings.more_devices.push_back(other.device);
    }
}

}  // namespace speedqa::cli
