// Runs the probe on a device and compares its bits with the host's.
#include "backends/sycl/self_test.h"

#include <algorithm>
#include <string>
#include <vector>

#include "api/error.h"
#include "backends/sycl/device_code/probe.h"
#include "exact/native_binary64.h"

namespace speedqa::sycl_backend {
namespace {

std::vector<float> inputs() {
    std::vector<float> values;
    std::uint32_t state = 1;
    for (int i = 0; i < probe_inputs; ++i) {
        state = state * 1664525u + 1013904223u;
        values.push_back(exact::float_of(0x3f800000u | state >> 9));
    }
    return values;
}

std::vector<std::uint32_t> device_results(sycl::queue& queue, const sycl::kernel& probe,
                                          const std::vector<float>& values) {
    std::vector<std::uint32_t> results(probe_results);
    const std::size_t input_bytes = values.size() * sizeof(float);
    const std::size_t result_bytes = results.size() * sizeof(std::uint32_t);
    auto* memory = sycl::malloc_device<unsigned char>(input_bytes + result_bytes, queue);
    if (!memory) throw Error(SPEEDQA_OUT_OF_MEMORY, "no device memory is available");
    const auto release = [&queue](unsigned char* data) { sycl::free(data, queue); };
    const std::unique_ptr<unsigned char, decltype(release)> owner(memory, release);
    queue.memcpy(memory, values.data(), input_bytes);
    queue.submit([&](sycl::handler& handler) {
        handler.set_args(reinterpret_cast<const float*>(memory),
                         reinterpret_cast<std::uint32_t*>(memory + input_bytes));
        handler.parallel_for(sycl::nd_range<2>({1, 32}, {1, 32}), probe);
    });
    queue.memcpy(results.data(), memory + input_bytes, result_bytes).wait_and_throw();
    return results;
}

}  // namespace

void test_arithmetic(sycl::queue& queue, const sycl::kernel& probe) {
    const std::vector<float> values = inputs();
    std::vector<std::uint32_t> right(probe_results);
    sycl_backend::probe<exact::NativeBinary64>(values.data(), right.data());
    const std::vector<std::uint32_t> results = device_results(queue, probe, values);
    const auto difference = std::mismatch(results.begin(), results.end(), right.begin());
    if (difference.first == results.end()) return;
    const auto kind = (difference.first - results.begin()) / probe_triples;
    throw Error(SPEEDQA_DEVICE, std::string("its scores would not be exact: ") + probe_names[kind] +
                                    " have other bits than IEEE 754");
}

}  // namespace speedqa::sycl_backend
