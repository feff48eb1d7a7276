// A C++ program that uses the installed headers of the exact arithmetic: bits of quotients and roots.
#include <speedqa/exact.h>

#include <bit>
#include <cstdint>
#include <cstdio>

namespace {

int differences = 0;

void expect(const char* what, float got, std::uint32_t want) {
    const auto bits = std::bit_cast<std::uint32_t>(got);
    if (bits == want) return;
    std::fprintf(stderr, "%s: %08x, expected %08x\n", what, bits, want);
    ++differences;
}

}  // namespace

int main() {
    using speedqa::exact::divide_f32;
    using speedqa::exact::square_root_f32;
    expect("1 / 3", divide_f32(1.0f, 3.0f), 0x3eaaaaab);
    expect("the smallest normal number / 3", divide_f32(0x1p-126f, 3.0f), 0x002aaaab);
    expect("-0 / 5", divide_f32(-0.0f, 5.0f), 0x80000000);
    expect("the root of 2", square_root_f32(2.0f), 0x3fb504f3);
    expect("the root of the smallest subnormal", square_root_f32(0x1p-149f), 0x1a3504f3);
    return differences == 0 ? 0 : 1;
}
