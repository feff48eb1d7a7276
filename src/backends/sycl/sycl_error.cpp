// What the SYCL runtime throws, as errors of speedqa.
#include "backends/sycl/sycl_error.h"

#include <new>
#include <string_view>
#include <sycl/sycl.hpp>

namespace speedqa::sycl_backend {
namespace {

// Drivers report a lack of memory at different places, mostly as a plain error of the runtime.
bool tells_of_memory(std::string_view message) {
    for (const std::string_view name :
         {"OUT_OF_HOST_MEMORY", "OUT_OF_DEVICE_MEMORY", "OUT_OF_RESOURCES", "MEM_OBJECT_ALLOCATION_FAILURE"})
        if (message.find(name) != std::string_view::npos) return true;
    return false;
}

speedqa_status status_of(const std::exception& exception) {
    if (const auto* error = dynamic_cast<const Error*>(&exception)) return error->status();
    if (dynamic_cast<const std::bad_alloc*>(&exception)) return SPEEDQA_OUT_OF_MEMORY;
    const auto* error = dynamic_cast<const sycl::exception*>(&exception);
    const bool memory =
        (error && error->code() == sycl::errc::memory_allocation) || tells_of_memory(exception.what());
    return memory ? SPEEDQA_OUT_OF_MEMORY : SPEEDQA_DEVICE;
}

// The first line that tells an error, where the text is a compiler's; else all of it.
std::string essence(const std::string& text) {
    const std::size_t error = text.find("error:");
    const std::size_t end = text.find('\n', error);
    if (error == std::string::npos || end == std::string::npos) return text;
    const std::size_t before = text.rfind('\n', error);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    return text.substr(begin, end - begin);
}

}  // namespace

std::string one_line(const std::string& text) {
    std::string line;
    for (const char c : text) {
        const bool blank = c == '\n' || c == '\r' || c == '\t' || c == ' ';
        if (!blank)
            line += c;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
}

Error error_of(const std::string& where, const std::exception& exception) {
    return Error(status_of(exception), where + ": " + one_line(essence(exception.what())));
}

}  // namespace speedqa::sycl_backend
