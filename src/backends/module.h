// Backend modules: shared libraries beside the library, loaded when one of their devices is asked for.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/build_stamp.h"
#include "backends/backend.h"

namespace speedqa {

struct BackendModule {
    std::string name;            // "sycl", "cuda" or "hip"
    Backend* backend = nullptr;  // lives as long as the process; null if the module can't be used
    bool found = false;          // a file of the module's name is there
    std::string reason;          // why backend is null
};

// Loads libspeedqa_NAME.so from the first of the directories that has it, and keeps it loaded. Throws only
// std::bad_alloc.
BackendModule load_module(std::string_view name, std::span<const std::filesystem::path> directories);

// The directories of SPEEDQA_BACKEND_PATH (separated by colons) if that is set; else the directory of the
// library or program that holds this code, and those where an installation keeps modules.
std::vector<std::filesystem::path> module_directories();

// The module of that name in module_directories(), loaded at the first call. May be called by several
// threads.
const BackendModule& backend_module(std::string_view name);

}  // namespace speedqa

// Defines what the library looks for in a module: what it was built as, SPEEDQA_BUILD, which must be what the
// library is; and its backend. The two share C++ types: without the check, a module of an older build would
// crash. `backend` is an expression of type speedqa::Backend*; it must not throw.
#define SPEEDQA_BACKEND_MODULE(build, backend)                                                 \
    extern "C" __attribute__((visibility("default"))) const char* speedqa_backend_build_v1() { \
        return build;                                                                          \
    }                                                                                          \
    extern "C" __attribute__((visibility("default"))) speedqa::Backend* speedqa_backend_v1() { \
        return backend;                                                                        \
    }
