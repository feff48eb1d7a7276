// Runs the operations of the probe on a device and compares them with the right results.
#include "probe/probe.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>

namespace speedqa::probe {
namespace {

constexpr std::uint64_t chunk = std::uint64_t{1} << 20;
constexpr std::uint64_t part = std::uint64_t{1} << 14;  // compared by one thread at a time
constexpr int rounds = 3;

bool is_nan(std::uint64_t word, const Format& format) {
    return (word & (format.sign - 1)) > format.infinity();
}

// Numbers in order, -0 and +0 one place apart.
std::int64_t place(std::uint64_t word, const Format& format) {
    const auto size = static_cast<std::int64_t>(word & (format.sign - 1));
    return (word & format.sign) != 0 ? -1 - size : size;
}

std::uint64_t distance(std::uint64_t a, std::uint64_t b, const Format* format) {
    if (!format) return 1;
    if (is_nan(a, *format) || is_nan(b, *format)) return std::numeric_limits<std::uint64_t>::max();
    const std::int64_t x = place(a, *format), y = place(b, *format);
    return x > y ? static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y)
                 : static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x);
}

bool is_same(const Entry& entry, std::uint64_t given, std::uint64_t right) {
    if (given == right) return true;
    return !entry.ours && entry.format && is_nan(given, *entry.format) && is_nan(right, *entry.format);
}

void compare(Row& row, std::uint64_t n, std::uint64_t given) {
    const Entry& entry = row.entry;
    const Operands operands = entry.at(n);
    const std::uint64_t right = entry.expected(operands);
    const bool is_multiply_add =
        entry.operation == Operation::multiply_add || entry.operation == Operation::multiply_add_f64;
    if (is_multiply_add) {
        const std::uint64_t fused =
            entry.operation == Operation::multiply_add ? fused_f32(operands) : fused_f64(operands);
        row.telling += fused != right;
        row.fused += fused != right && fused == given;
    }
    ++row.operands;
    if (is_same(entry, given, right)) return;
    ++row.differ;
    const std::uint64_t ulps = distance(given, right, entry.format);
    if (ulps <= row.ulps) return;
    row.ulps = ulps;
    row.worst = {operands, right, given};
}

void add(Row& row, const Row& other) {
    row.operands += other.operands;
    row.differ += other.differ;
    row.telling += other.telling;
    row.fused += other.fused;
    if (other.ulps <= row.ulps) return;
    row.ulps = other.ulps;
    row.worst = other.worst;
}

// Compares results[i] with operand first + i, on all processors.
void compare_all(Row& row, std::uint64_t first, std::span<const std::uint64_t> results) {
    const std::size_t threads = std::max(1u, std::thread::hardware_concurrency());
    std::vector<Row> found(threads, Row{.entry = row.entry});
    std::vector<std::thread> running;
    for (std::size_t thread = 0; thread < threads; ++thread)
        running.emplace_back([&, thread] {
            for (std::size_t start = thread * part; start < results.size(); start += threads * part)
                for (std::size_t i = start; i < std::min(start + part, results.size()); ++i)
                    compare(found[thread], first + i, results[i]);
        });
    for (std::thread& each : running) each.join();
    for (const Row& each : found) add(row, each);
}

double seconds_of(Device& device, Operation operation, std::uint32_t count) {
    const auto start = std::chrono::steady_clock::now();
    device.repeat(operation, count);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The best of some rounds that are long enough for launching not to count.
double time_of(Device& device, Operation operation, double least_seconds) {
    std::uint32_t count = 1u << 14;
    while (count < 1u << 31 && seconds_of(device, operation, count) < least_seconds) count *= 2;
    double best = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds; ++round) best = std::min(best, seconds_of(device, operation, count));
    return best / count;
}

}  // namespace

bool Report::exact() const {
    return std::all_of(rows.begin(), rows.end(),
                       [](const Row& row) { return !row.entry.ours || row.differ == 0; });
}

Report run(Device& device, const Effort& effort) {
    Report report;
    const std::uint64_t operands = effort.operands;
    std::vector<std::uint64_t> results(std::min(chunk, operands));
    for (const Entry& entry : catalogue()) {
        if (entry.binary64 && !device.has_binary64()) continue;
        Row row{.entry = entry};
        for (std::uint64_t first = 0; first < operands; first += chunk) {
            const std::span<std::uint64_t> some(results.data(), std::min(chunk, operands - first));
            device.run(entry.operation, first, some);
            compare_all(row, first, some);
        }
        row.seconds = time_of(device, entry.operation, effort.least_seconds);
        report.rows.push_back(row);
    }
    return report;
}

double native_seconds(const Report& report, const Row& row) {
    const auto seconds_of_row = [&report](Operation operation) {
        for (const Row& other : report.rows)
            if (other.entry.operation == operation) return other.seconds;
        return 0.0;
    };
    if (row.entry.beside == Operation::nothing) return 0;
    const double seconds = seconds_of_row(row.entry.beside);
    const bool is_inverse_root = row.entry.operation == Operation::our_inverse_root;
    return seconds == 0 && is_inverse_root ? seconds_of_row(Operation::inverse_root)
                                           : seconds;  // without fp64
}

}  // namespace speedqa::probe
