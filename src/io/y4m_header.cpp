// The header line of a Y4M clip.
#include "io/y4m_header.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "api/error.h"
#include "io/plane_reader.h"

namespace speedqa {
namespace {

struct ChromaTag {
    std::string_view name;
    ChromaSubsampling chroma;
    int bit_depth;
    bool alpha = false;
};

// The siting of chroma samples (jpeg, mpeg2, paldv) does not change the samples.
constexpr ChromaTag chroma_tags[] = {
    {"420", ChromaSubsampling::yuv420, 8},
    {"420jpeg", ChromaSubsampling::yuv420, 8},
    {"420mpeg2", ChromaSubsampling::yuv420, 8},
    {"420paldv", ChromaSubsampling::yuv420, 8},
    {"420p10", ChromaSubsampling::yuv420, 10},
    {"420p12", ChromaSubsampling::yuv420, 12},
    {"420p16", ChromaSubsampling::yuv420, 16},
    {"420alpha", ChromaSubsampling::yuv420, 8, true},
    {"422", ChromaSubsampling::yuv422, 8},
    {"422p10", ChromaSubsampling::yuv422, 10},
    {"422p12", ChromaSubsampling::yuv422, 12},
    {"422p16", ChromaSubsampling::yuv422, 16},
    {"422alpha", ChromaSubsampling::yuv422, 8, true},
    {"444", ChromaSubsampling::yuv444, 8},
    {"444p10", ChromaSubsampling::yuv444, 10},
    {"444p12", ChromaSubsampling::yuv444, 12},
    {"444p16", ChromaSubsampling::yuv444, 16},
    {"444alpha", ChromaSubsampling::yuv444, 8, true},
    {"mono", ChromaSubsampling::yuv400, 8},
    {"mono10", ChromaSubsampling::yuv400, 10},
    {"mono12", ChromaSubsampling::yuv400, 12},
    {"mono16", ChromaSubsampling::yuv400, 16},
};

std::string all_chroma_tags() {
    std::vector<std::string_view> names;
    for (const ChromaTag& tag : chroma_tags) names.push_back(tag.name);
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

// The number that is the whole of `text`, if it is one that an int holds.
std::optional<int> whole_number(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

class HeaderParser {
  public:
    explicit HeaderParser(const std::string& clip) : clip_(clip) {}

    void read_tag(std::string_view tag) {
        const std::string_view value = tag.substr(1);
        switch (tag.front()) {
            case 'W':
                header_.format.width = size(tag, value);
                break;
            case 'H':
                header_.format.height = size(tag, value);
                break;
            case 'C':
                chroma_ = std::string(value);
                break;
            case 'F':
                read_rate(value);
                break;
            case 'I':
                read_interlacing(tag, value);
                break;
            case 'X':
                read_extension(value);
                break;
            case 'A':
                break;
            default:
                note_unknown(tag);
        }
    }

    Y4mHeader finish() {
        if (header_.format.width == 0) fail("the Y4M header has no width (W tag)");
        if (header_.format.height == 0) fail("the Y4M header has no height (H tag)");
        if (!chroma_) chroma_ = extension_chroma_.value_or("420");
        const auto* tag = std::find_if(std::begin(chroma_tags), std::end(chroma_tags),
                                       [&](const ChromaTag& known) { return known.name == *chroma_; });
        if (tag == std::end(chroma_tags)) {
            throw Error(SPEEDQA_UNSUPPORTED, fmt::format("{}: Y4M chroma format {}: must be one of {}", clip_,
                                                         shortened(*chroma_), all_chroma_tags()));
        }
        header_.format.chroma = tag->chroma;
        header_.format.bit_depth = tag->bit_depth;
        header_.alpha = tag->alpha;
        if (tag->alpha) header_.notes.emplace_back("the alpha plane is ignored");
        return std::move(header_);
    }

  private:
    [[noreturn]] void fail(const std::string& reason) const {
        throw Error(SPEEDQA_INPUT, fmt::format("{}: {}", clip_, reason));
    }

    static std::string shortened(std::string_view tag) {
        constexpr std::size_t longest = 40;
        return tag.size() <= longest ? std::string(tag) : std::string(tag.substr(0, longest)) + "...";
    }

    int size(std::string_view tag, std::string_view value) const {
        const std::optional<int> size = whole_number(value);
        if (!size || *size < 1 || *size > largest_size) {
            fail(fmt::format("Y4M tag {}: width and height must be from 1 to {}", shortened(tag),
                             largest_size));
        }
        return *size;
    }

    // Rates play no part in scores: one that can't be read, and 0:0, count as unknown.
    void read_rate(std::string_view value) {
        const std::size_t colon = std::min(value.find(':'), value.size());
        const auto numerator = whole_number(value.substr(0, colon));
        const auto denominator = whole_number(value.substr(std::min(colon + 1, value.size())));
        const bool known = numerator && denominator && *numerator > 0 && *denominator > 0;
        header_.rate_numerator = known ? *numerator : 0;
        header_.rate_denominator = known ? *denominator : 0;
    }

    void read_interlacing(std::string_view tag, std::string_view value) {
        header_.interlaced = value == "t" || value == "b" || value == "m";
        if (!header_.interlaced && value != "p" && value != "?") note_unknown(tag);
    }

    void read_extension(std::string_view value) {
        constexpr std::string_view chroma = "YSCSS=";
        constexpr std::string_view range = "COLORRANGE=";
        if (value.starts_with(chroma)) extension_chroma_ = lower(value.substr(chroma.size()));
        if (value == "COLORRANGE=FULL") header_.range = ColorRange::full;
        if (value == "COLORRANGE=LIMITED") header_.range = ColorRange::limited;
        if (value.starts_with(range) && header_.range == ColorRange::unknown) note_unknown(value);
    }

    void note_unknown(std::string_view tag) {
        header_.notes.push_back(fmt::format("the Y4M tag {} is not known and ignored", shortened(tag)));
    }

    const std::string& clip_;
    Y4mHeader header_;
    std::optional<std::string> chroma_;
    std::optional<std::string> extension_chroma_;
};

}  // namespace

Y4mHeader parse_y4m_header(std::string_view line, const std::string& clip) {
    HeaderParser parser(clip);
    line.remove_prefix(std::min(y4m_magic.size(), line.size()));
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(' '), line.size());
        if (end > 0) parser.read_tag(line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return parser.finish();
}

}  // namespace speedqa
