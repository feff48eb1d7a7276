// Finds, loads and checks backend modules.
#include "backends/module.h"

#include <dlfcn.h>
#include <link.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <vector>

#include "speed/text.h"

namespace speedqa {
namespace {

namespace fs = std::filesystem;

// The directory of the shared library or program that holds this code.
fs::path own_directory() {
    static const char anchor = 0;
    Dl_info info = {};
    link_map* object = nullptr;
    const bool known = dladdr1(&anchor, &info, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) != 0;
    const bool library = known && object && object->l_name && *object->l_name;
    std::error_code ignored;
    return fs::weakly_canonical(library ? fs::path(object->l_name) : fs::path("/proc/self/exe"), ignored)
        .parent_path();
}

// dlerror() repeats the path, and may hold line ends.
std::string load_error(const fs::path& file) {
    const char* text = dlerror();
    std::string error = text ? text : "unknown error";
    if (const std::string prefix = file.string() + ": "; error.rfind(prefix, 0) == 0)
        error.erase(0, prefix.size());
    for (char& c : error)
        if (c == '\n') c = ' ';
    return error;
}

void load_file(const fs::path& file, BackendModule& module) {
    module.found = true;
    void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        module.reason = file.string() + " can't be loaded: " + load_error(file);
        return;
    }
    const auto build = reinterpret_cast<const char* (*)()>(dlsym(handle, "speedqa_backend_build_v1"));
    const auto backend = reinterpret_cast<Backend* (*)()>(dlsym(handle, "speedqa_backend_v1"));
    if (!build || !backend)
        module.reason = file.string() + " is not a backend module of this speedqa, " SPEEDQA_BUILD;
    else if (std::string_view(build()) != SPEEDQA_BUILD)
        module.reason = file.string() + " belongs to speedqa " + build() +
                        ", this is speedqa " SPEEDQA_BUILD "; build and install the two together";
    else if (Backend* made = backend())
        module.backend = made;
    else
        module.reason = file.string() + " has no backend";
}

const char* build_option(std::string_view name) {
    return name == "sycl" ? "-DSPEEDQA_SYCL=ON" : name == "cuda" ? "-DSPEEDQA_CUDA=ON" : "-DSPEEDQA_HIP=ON";
}

}  // namespace

BackendModule load_module(std::string_view name, std::span<const fs::path> directories) {
    BackendModule module;
    module.name = name;
    for (const fs::path& directory : directories) {
        const fs::path file = directory / ("libspeedqa_" + module.name + ".so");
        std::error_code ignored;
        if (!fs::exists(file, ignored)) continue;
        load_file(file, module);
        return module;
    }
    module.reason = std::string("not in this build; the build option ") + build_option(name) + " adds it";
    return module;
}

std::vector<fs::path> module_directories() {
    if (const char* given = secure_getenv("SPEEDQA_BACKEND_PATH"); given && *given) {
        const std::vector<std::string_view> directories = split(given, ':');
        return {directories.begin(), directories.end()};
    }
    const fs::path own = own_directory();
    return {own, own / "speedqa", own / "../lib/speedqa", own / ".." / SPEEDQA_MODULE_DIRECTORY};
}

const BackendModule& backend_module(std::string_view name) {
    static std::mutex mutex;
    static std::map<std::string, BackendModule, std::less<>> modules;
    const std::lock_guard lock(mutex);
    if (const auto known = modules.find(name); known != modules.end()) return known->second;
    return modules.emplace(name, load_module(name, module_directories())).first->second;
}

}  // namespace speedqa
