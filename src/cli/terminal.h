// What the terminal can show.
#pragma once

#include <string>
#include <string_view>

namespace speedqa::cli {

bool is_terminal(int descriptor);

// Columns; 80 where there is no terminal to ask.
int terminal_width(int descriptor);

// True if the environment's locale says UTF-8 (LC_ALL, else LC_CTYPE, else LANG). The process keeps the C
// locale.
bool has_utf8_locale();

// `text` with control characters other than line breaks replaced by "?": a file's name must not steer a
// terminal.
std::string printable(std::string_view text);

// The same without line breaks: where a name with one must not make two lines.
std::string printable_line(std::string_view text);

}  // namespace speedqa::cli
