// UTF-8 text as code points and back.
#include "report/utf8.h"

namespace speedqa {
namespace {

struct Decoded {
    char32_t character = replacement_character;
    std::size_t bytes = 1;
};

unsigned byte_at(std::string_view text, std::size_t index) {
    return index < text.size() ? static_cast<unsigned char>(text[index]) : 0u;
}

// The character at the start of `text`. Overlong forms, surrogates and values past U+10FFFF are not well
// formed.
Decoded decode_first(std::string_view text) {
    const unsigned lead = byte_at(text, 0);
    if (lead < 0x80) return {lead, 1};
    const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4) return {};
    char32_t character = lead & (0x7Fu >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        const unsigned next = byte_at(text, i);
        if ((next & 0xC0u) != 0x80u) return {};
        character = character << 6 | (next & 0x3Fu);
    }
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = character >= 0xD800 && character <= 0xDFFF;
    if (character < least[bytes] || surrogate || character > 0x10FFFF) return {};
    return {character, bytes};
}

}  // namespace

std::u32string utf8_decode(std::string_view text) {
    std::u32string characters;
    while (!text.empty()) {
        const Decoded first = decode_first(text);
        characters += first.character;
        text.remove_prefix(first.bytes);
    }
    return characters;
}

std::string utf8_encode(char32_t character) {
    const auto byte = [](char32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
    const auto tail = [&](int shift) { return byte(0x80 | (character >> shift & 0x3F)); };
    if (character < 0x80) return {byte(character)};
    if (character < 0x800) return {byte(0xC0 | character >> 6), tail(0)};
    if (character < 0x10000) return {byte(0xE0 | character >> 12), tail(6), tail(0)};
    return {byte(0xF0 | character >> 18), tail(12), tail(6), tail(0)};
}

}  // namespace speedqa
