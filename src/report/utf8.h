// UTF-8 text as code points and back.
#pragma once

#include <string>
#include <string_view>

namespace speedqa {

inline constexpr char32_t replacement_character = 0xFFFD;

// Each byte that is no part of a well-formed sequence becomes U+FFFD.
std::u32string utf8_decode(std::string_view text);

std::string utf8_encode(char32_t character);

}  // namespace speedqa
