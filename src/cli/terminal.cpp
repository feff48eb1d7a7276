// What the terminal can show.
#include "cli/terminal.h"

#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace speedqa::cli {

bool is_terminal(int descriptor) {
    return ::isatty(descriptor) == 1;
}

int terminal_width(int descriptor) {
    winsize size = {};
    const bool known =
        is_terminal(descriptor) && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

bool has_utf8_locale() {
    for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* value = std::getenv(variable);
        if (!value || !*value) continue;
        const std::string_view name(value);
        const std::size_t dot = name.find('.');
        const std::string charset(
            dot == std::string_view::npos ? "" : name.substr(dot + 1, name.find('@') - dot - 1));
        return ::strcasecmp(charset.c_str(), "utf-8") == 0 || ::strcasecmp(charset.c_str(), "utf8") == 0;
    }
    return false;
}

std::string printable(std::string_view text) {
    std::string shown(text);
    for (char& c : shown) {
        const bool control = (c >= 0 && c < ' ' && c != '\n') || c == '\x7f';
        if (control) c = '?';
    }
    return shown;
}

std::string printable_line(std::string_view text) {
    std::string shown = printable(text);
    std::replace(shown.begin(), shown.end(), '\n', '?');
    return shown;
}

}  // namespace speedqa::cli
