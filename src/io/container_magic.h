// Tells the files of common containers from raw samples by their first bytes.
#pragma once

#include <cstddef>
#include <span>

namespace speedqa {

// How many bytes the marks need at most: eight packets of an MPEG transport stream.
inline constexpr std::size_t container_magic_bytes = 8 * 192;

// The name of the container whose marks `start` bears, or nullptr. Only marks of four bytes or more count, so
// that raw samples do not look like one by chance.
const char* container_by_magic(std::span<const std::byte> start);

}  // namespace speedqa
