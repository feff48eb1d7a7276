// What the command "probe" prints: a table for people, or the same as JSON.
#include "cli/probe_report.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "cli/terminal.h"

namespace speedqa::cli {
namespace {

using probe::Operation;
using probe::Report;
using probe::Row;

constexpr auto no_number = std::numeric_limits<std::uint64_t>::max();

double percent(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

// What a row tells about the device.
std::string reading(const Row& row) {
    const bool good = row.differ == 0;
    if (row.entry.ours) return good ? "exact" : "WRONG";
    switch (row.entry.operation) {
        case Operation::nothing:
            return good ? "" : "operands differ: its integers are WRONG";
        case Operation::multiply_add:
        case Operation::multiply_add_f64:
            if (good) return "rounds twice, not fused";
            return fmt::format("FUSED in {:.1f} % of the {} operands where it shows",
                               percent(row.fused, row.telling), row.telling);
        case Operation::fused_multiply_add:
            return good ? "rounds once" : "NOT fused";
        case Operation::sum:
            return good ? "in order" : "NOT in order";
        case Operation::subnormal_sum:
        case Operation::subnormal_product:
            return good ? "subnormals kept" : "subnormals NOT kept";
        case Operation::inverse_root:
            return good ? "correctly rounded" : "two roundings at least, as everywhere";
        default:
            return good ? "correctly rounded" : "NOT correctly rounded";
    }
}

std::string ulps_text(const Row& row) {
    if (row.differ == 0 || !row.entry.format) return "-";
    if (row.ulps == no_number) return "NaN";
    return row.ulps < 10'000'000 ? std::to_string(row.ulps)
                                 : fmt::format("{:.1e}", static_cast<double>(row.ulps));
}

std::string word_text(std::uint64_t word) {
    return word >> 32 == 0 ? fmt::format("{:08x}", word) : fmt::format("{:016x}", word);
}

std::string example_text(const Row& row) {
    const probe::Example& worst = row.worst;
    return fmt::format("    worst at a, b, c = {} {} {}: right {}, given {}\n", word_text(worst.operands.a),
                       word_text(worst.operands.b), word_text(worst.operands.c), word_text(worst.right),
                       word_text(worst.given));
}

struct Unit {
    const char* name;
    double seconds;
};

// The last column of numbers, the device's own time, is there for our rows alone.
std::string row_text(const Report& report, const Row& row, const Unit& unit) {
    const double native = native_seconds(report, row);
    const std::string share =
        row.differ == 0 ? "0" : fmt::format("{:.3g} %", percent(row.differ, row.operands));
    std::string text =
        fmt::format("{:<27} {:<24} {:>10} {:>8} {:>8} {:>8.4g}", row.entry.text, row.entry.operands,
                    row.differ, share, ulps_text(row), row.seconds / unit.seconds);
    if (row.entry.ours)
        text += fmt::format(" {:>8}", native == 0 ? "" : fmt::format("{:.4g}", native / unit.seconds));
    const std::string told = reading(row);
    text += told.empty() ? "\n" : "  " + told + "\n";
    return row.differ == 0 ? text : text + example_text(row);
}

nlohmann::ordered_json row_json(const Report& report, const Row& row) {
    nlohmann::ordered_json json = {{"operation", row.entry.name},    {"text", row.entry.text},
                                   {"operands", row.entry.operands}, {"ours", row.entry.ours},
                                   {"compared", row.operands},       {"differ", row.differ},
                                   {"reading", reading(row)},        {"seconds", row.seconds}};
    if (row.ulps == no_number)
        json["max_ulp"] = nullptr;  // a NaN
    else
        json["max_ulp"] = row.ulps;
    if (const double native = native_seconds(report, row); native != 0) json["native_seconds"] = native;
    if (row.telling != 0) {
        json["fusing_shows"] = row.telling;
        json["fused"] = row.fused;
    }
    if (row.differ != 0)
        json["worst"] = {{"a", word_text(row.worst.operands.a)},
                         {"b", word_text(row.worst.operands.b)},
                         {"c", word_text(row.worst.operands.c)},
                         {"right", word_text(row.worst.right)},
                         {"given", word_text(row.worst.given)}};
    return json;
}

}  // namespace

std::string probe_table(const Report& report, const DeviceInfo& device) {
    const Row& first = report.rows.front();
    const Unit unit = first.seconds < 1e-10 ? Unit{"ps", 1e-12} : Unit{"ns", 1e-9};
    std::string table = fmt::format("device    {}:{}, {}\noperands  {} for each operation\n", device.backend,
                                    device.index, device.name, first.operands);
    for (const bool ours : {false, true}) {
        table += ours ? "\nWhat speedqa computes in its place: every row must be exact\n"
                      : "\nThe device's own arithmetic, as plain source\n";
        table += fmt::format("{:<27} {:<24} {:>10} {:>8} {:>8} {:>8}{}\n", "operation", "operands", "differ",
                             "share", "max ulp", unit.name, ours ? " device's" : "");
        for (const Row& row : report.rows)
            if (row.entry.ours == ours) table += row_text(report, row, unit);
    }
    return printable(table);
}

std::string probe_json(const Report& report, const DeviceInfo& device) {
    using nlohmann::ordered_json;
    ordered_json rows = ordered_json::array();
    for (const Row& row : report.rows) rows.push_back(row_json(report, row));
    const ordered_json json = {{"backend", device.backend}, {"device_index", device.index},
                               {"device", device.name},     {"driver", device.driver},
                               {"exact", report.exact()},   {"rows", rows}};
    return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace speedqa::cli
