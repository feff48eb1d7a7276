// Reads the text files of data/: lines of words; empty lines and # comments are left out.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace speedqa::golden {

// The words of one line. The readers throw std::runtime_error that says where, if a word is missing or not as
// asked.
class Line {
  public:
    Line(std::string where, std::vector<std::string> words)
        : where_(std::move(where)), words_(std::move(words)) {}

    std::size_t size() const { return words_.size(); }
    const std::string& word(std::size_t index) const;
    int number(std::size_t index) const;
    std::uint32_t bits(std::size_t index) const;  // 8 hex digits

    // "amp=220", or "box" alone.
    std::pair<std::string_view, std::optional<int>> key_value(std::size_t index) const;

    [[noreturn]] void fail(const std::string& message) const;

  private:
    int to_number(std::string_view text) const;

    std::string where_;
    std::vector<std::string> words_;
};

// Calls `use` for each line of data/`file` in order. Throws std::runtime_error if the file can't be read.
void for_each_line(std::string_view file, const std::function<void(const Line&)>& use);

}  // namespace speedqa::golden
