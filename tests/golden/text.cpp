// Reads the text files of data/.
#include "golden/text.h"

#include <charconv>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace speedqa::golden {

const std::string& Line::word(std::size_t index) const {
    if (index >= words_.size()) fail("word " + std::to_string(index) + " is missing");
    return words_[index];
}

int Line::number(std::size_t index) const {
    return to_number(word(index));
}

std::uint32_t Line::bits(std::size_t index) const {
    const std::string& text = word(index);
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (error != std::errc() || end != text.data() + text.size() || text.size() != 8)
        fail(text + " is not 8 hex digits");
    return value;
}

int Line::to_number(std::string_view text) const {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        fail(std::string(text) + " is not a number");
    return value;
}

std::pair<std::string_view, std::optional<int>> Line::key_value(std::size_t index) const {
    const std::string_view text = word(index);
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return {text, std::nullopt};
    return {text.substr(0, equals), to_number(text.substr(equals + 1))};
}

void Line::fail(const std::string& message) const {
    throw std::runtime_error(where_ + ": " + message);
}

void for_each_line(std::string_view file, const std::function<void(const Line&)>& use) {
    const std::string path = SPEEDQA_GOLDEN_DATA "/" + std::string(file);
    std::ifstream in(path);
    if (!in) throw std::runtime_error(path + ": can't be opened");
    std::string text;
    for (int number = 1; std::getline(in, text); ++number) {
        if (text.empty() || text.front() == '#') continue;
        std::istringstream split(text);
        std::vector<std::string> words;
        for (std::string word; split >> word;) words.push_back(word);
        use(Line(path + ":" + std::to_string(number), std::move(words)));
    }
}

}  // namespace speedqa::golden
