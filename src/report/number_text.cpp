// Numbers as text.
#include "report/number_text.h"

#include <charconv>

namespace speedqa {
namespace {

template <typename Number>
std::string to_text(Number value) {
    char text[32];  // a double takes at most 24 characters
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace

std::string shortest(float value) {
    return to_text(value);
}
std::string shortest(double value) {
    return to_text(value);
}

double shortest_value(float value) {
    const std::string text = shortest(value);
    double number = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace speedqa
