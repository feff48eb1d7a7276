// A few operations whose bits tell whether a device, with its compiler, computes as the kernels need.
// Compiled for the device and for the host, which gives the right bits.
#pragma once

#include "exact/error_free.h"
#include "exact/pairs_only.h"

namespace speedqa::sycl_backend {

inline constexpr int probe_inputs = 256;  // from 1 to 2
inline constexpr int probe_triples = probe_inputs - 2;

// What is computed; its results, probe_triples each but for the last, follow one another.
inline constexpr const char* probe_names[] = {
    "a*b + c without fusing", "fused a*b + c", "subnormal numbers", "divisions",
    "square roots",           "inverse roots", "sums in order"};
inline constexpr int probe_kinds = sizeof probe_names / sizeof *probe_names;
inline constexpr int probe_results = (probe_kinds - 1) * probe_triples + 1;

template <class Arithmetic>
SPEEDQA_HOST_DEVICE void probe(const float* inputs, std::uint32_t* results) {
    float sum = 0.0f;
    for (int i = 0; i < probe_inputs; ++i) sum = exact::in_order(sum + inputs[i]);
    results[probe_results - 1] = exact::bits_of(sum);
    for (int i = 0; i < probe_triples; ++i) {
        const float a = inputs[i], b = inputs[i + 1], c = inputs[i + 2];
        std::uint32_t* to = results + i;
        const auto put = [&to](float x) {
            *to = exact::bits_of(x);
            to += probe_triples;
        };
        put(a * b - c);
        put(exact::fused_multiply_add(a, b, -c));
        put(a * exact::float_of(0x00500000u) + b * exact::float_of(0x00000003u));
        put(Arithmetic::divide(a, b));
        put(Arithmetic::square_root(a));
        put(Arithmetic::inverse_root(a));
    }
}

}  // namespace speedqa::sycl_backend
