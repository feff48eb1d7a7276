// The table of options, and reading them from text.
#include "speed/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "api/error.h"
#include "speed/option_table.h"
#include "speed/text.h"

namespace speedqa {
namespace {

// The kernelscales that libvmaf's filters were made for; one within 1e-3 of these is accepted.
constexpr std::array<float, 21> kernelscales = {
    1.0f,        1.0f / 2.0f, 3.0f / 2.0f,  2.0f,         2.0f / 3.0f, 2.4f,      360.0f / 97.0f,
    4.0f / 3.0f, 3.5f / 3.0f, 3.75f / 3.0f, 4.25f / 3.0f, 5.0f / 3.0f, 3.0f,      1.0f / 2.25f,
    1.4746f,     1.54f,       1.6f,         1.06667f,     0.711111f,   0.740740f, 1.111111f};

bool is_kernelscale(double value) {
    return std::any_of(kernelscales.begin(), kernelscales.end(), [value](float allowed) {
        return static_cast<double>(std::fabs(static_cast<float>(value) - allowed)) < 1e-3;
    });
}

std::optional<double> to_number(std::string_view text) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

[[noreturn]] void refuse(const FeatureRequest& request, const OptionInfo& option, std::string_view value,
                         const std::string& allowed) {
    throw Error(SPEEDQA_INVALID_ARGUMENT, std::string(feature_name(request.feature)) + ": " + option.name +
                                              "=" + std::string(value) + ": must be " + allowed);
}

const OptionInfo& find_option(Feature feature, std::string_view name) {
    std::vector<std::string> names;
    for (const OptionInfo& option : option_table) {
        if (!applies_to(option, feature)) continue;
        if (name == option.name || name == option.alias) return option;
        names.push_back(std::string(option.name) + " (" + option.alias + ")");
    }
    throw Error(SPEEDQA_INVALID_ARGUMENT, std::string(feature_name(feature)) + ": unknown option '" +
                                              std::string(name) + "': must be one of " + join(names, ", "));
}

double number_in_range(const FeatureRequest& request, const OptionInfo& option, std::string_view value) {
    const std::optional<double> number = to_number(value);
    if (!number || *number < option.minimum || *number > option.maximum)
        refuse(request, option, value,
               "a number from " + format_g(option.minimum) + " to " + format_g(option.maximum));
    return *number;
}

}  // namespace

const char* feature_name(Feature feature) {
    return feature == Feature::speed_chroma ? "speed_chroma" : "speed_temporal";
}

int score_count(Feature feature) {
    return feature == Feature::speed_chroma ? 3 : 1;
}

void set_option(FeatureRequest& request, std::string_view name, std::string_view value) {
    const OptionInfo& option = find_option(request.feature, name);
    Options& options = request.options;
    switch (option.kind) {
        case OptionKind::number: {
            const double number = number_in_range(request, option, value);
            if (option.number == &Options::kernelscale && !is_kernelscale(number)) {
                std::vector<std::string> allowed;
                for (const float scale : kernelscales)
                    allowed.push_back(format_g(static_cast<double>(scale)));
                refuse(request, option, value, "within 0.001 of one of " + join(allowed, ", "));
            }
            options.*option.number = number;
            return;
        }
        case OptionKind::integer: {
            const double number = number_in_range(request, option, value);
            if (number != std::floor(number)) refuse(request, option, value, "a whole number from 0 to 6");
            options.weight_var_mode = static_cast<int>(number);
            return;
        }
        case OptionKind::boolean:
            if (value != "true" && value != "false") refuse(request, option, value, "true or false");
            options.use_ref_diff = value == "true";
            return;
        case OptionKind::method: {
            for (const PrescaleMethod method : {PrescaleMethod::nearest, PrescaleMethod::bilinear,
                                                PrescaleMethod::bicubic, PrescaleMethod::lanczos4}) {
                if (value != prescale_method_name(method)) continue;
                options.prescale_method = method;
                return;
            }
            refuse(request, option, value, "nearest, bilinear, bicubic or lanczos4");
        }
    }
}

FeatureRequest parse_feature(std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::string_view name = text.substr(0, equals);
    FeatureRequest request;
    if (name == "speed_temporal") {
        request.feature = Feature::speed_temporal;
    } else if (name != "speed_chroma") {
        throw Error(SPEEDQA_INVALID_ARGUMENT,
                    "feature '" + std::string(name) + "': must be speed_chroma or speed_temporal");
    }
    if (equals == std::string_view::npos) return request;
    for (const std::string_view part : split(text.substr(equals + 1), ':')) {
        const std::size_t split_at = part.find('=');
        if (split_at == std::string_view::npos || split_at == 0)
            throw Error(SPEEDQA_INVALID_ARGUMENT, "feature '" + std::string(text) + "': '" +
                                                      std::string(part) +
                                                      "' must be option=value; options are separated by ':'");
        set_option(request, part.substr(0, split_at), part.substr(split_at + 1));
    }
    return request;
}

}  // namespace speedqa
