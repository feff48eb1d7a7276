// Tells the files of common containers from raw samples by their first bytes.
#include "io/container_magic.h"

#include <string_view>

namespace speedqa {
namespace {

constexpr std::size_t transport_packets = 8;

using std::string_view_literals::operator""sv;

struct Magic {
    std::size_t offset;
    std::string_view bytes;
    const char* container;
};

constexpr Magic magics[] = {
    {4, "ftyp"sv, "MP4 or QuickTime"},
    {4, "styp"sv, "MP4 segment"},
    {4, "moov"sv, "QuickTime"},
    {4, "moof"sv, "MP4 fragment"},
    {4, "mdat"sv, "QuickTime"},
    {4, "wide"sv, "QuickTime"},
    {0, "\x1A\x45\xDF\xA3"sv, "Matroska or WebM"},
    {8, "AVI "sv, "AVI"},
    {0, "DKIF"sv, "IVF"},
    {0, "FLV\x01"sv, "FLV"},
    {0, "OggS"sv, "Ogg"},
    {0, "\x30\x26\xB2\x75\x8E\x66\xCF\x11"sv, "ASF"},
    {0, "\x06\x0E\x2B\x34\x02\x05\x01\x01"sv, "MXF"},
    {0, "nut/multimedia container"sv, "NUT"},
    {0, "\x00\x00\x01\xBA"sv, "MPEG program stream"},
    {0, "\x89PNG\r\n\x1A\n"sv, "PNG"},
    {0, "GIF8"sv, "GIF"},
};

bool bears(std::span<const std::byte> start, std::size_t offset, std::string_view bytes) {
    const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
    return text.size() >= offset && text.substr(offset).starts_with(bytes);
}

// The header of a packet of an MPEG transport stream (ISO/IEC 13818-1, 2.4.3.2).
struct TransportPacket {
    explicit TransportPacket(std::span<const std::byte> bytes)
        : sync(bytes[0] == std::byte{0x47}),
          stream(std::to_integer<int>(bytes[1] & std::byte{0x1F}) << 8 | std::to_integer<int>(bytes[2])),
          content(std::to_integer<int>(bytes[3]) >> 4 & 3),
          counter(std::to_integer<int>(bytes[3]) & 15) {}

    bool valid() const { return sync && content != 0; }

    // In one stream the counter goes up by one with each payload: a picture of stripes repeats its bytes
    // instead.
    bool may_follow(const TransportPacket& previous) const {
        const bool counts = stream == previous.stream && stream != 0x1FFF && (content & 1) != 0;
        return !counts || counter == (previous.counter + 1) % 16;
    }

    bool sync;
    int stream;
    int content;
    int counter;
};

bool has_transport_packets(std::span<const std::byte> start, std::size_t size, std::size_t offset) {
    if (start.size() < transport_packets * size) return false;
    TransportPacket previous(start.subspan(offset));
    for (std::size_t i = 0; i < transport_packets; ++i) {
        const TransportPacket packet(start.subspan(i * size + offset));
        if (!packet.valid() || (i > 0 && !packet.may_follow(previous))) return false;
        previous = packet;
    }
    return true;
}

}  // namespace

const char* container_by_magic(std::span<const std::byte> start) {
    for (const Magic& magic : magics) {
        if (bears(start, magic.offset, magic.bytes)) return magic.container;
    }
    const bool transport = has_transport_packets(start, 188, 0) || has_transport_packets(start, 192, 4);
    return transport ? "MPEG transport stream" : nullptr;
}

}  // namespace speedqa
