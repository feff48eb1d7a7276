// What the SYCL runtime throws, as errors of speedqa.
#pragma once

#include <exception>
#include <string>

#include "api/error.h"

namespace speedqa::sycl_backend {

// One line from a message of the runtime.
std::string one_line(const std::string& text);

Error error_of(const std::string& where, const std::exception& exception);

// Runs `work`; what it throws becomes an Error (device, out_of_memory, or the status of its own Error) that
// begins with `where`.
template <class Work>
auto translated(const std::string& where, const Work& work) -> decltype(work()) {
    try {
        return work();
    } catch (const std::exception& exception) {
        throw error_of(where, exception);
    }
}

}  // namespace speedqa::sycl_backend
