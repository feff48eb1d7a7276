// FFmpeg's functions, loaded when the first clip needs them.
#include "io/ffmpeg_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <string>

#include "api/error.h"

namespace speedqa {
namespace {

[[noreturn]] void fail(const std::string& library) {
    const char* reason = ::dlerror();
    throw Error(
        SPEEDQA_UNSUPPORTED,
        fmt::format("compressed clips can't be decoded: FFmpeg's library {} can't be loaded: {}; install "
                    "it, or build speedqa against the FFmpeg that is here",
                    library, reason ? reason : "unknown error"));
}

// Never closed: frames and threads of the libraries may live as long as the process.
class Library {
  public:
    Library(const char* name, int major) : name_(fmt::format("lib{}.so.{}", name, major)) {
        handle_ = ::dlopen(name_.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!handle_) fail(name_);
    }

    template <typename Function>
    void find(const char* name, Function& function) const {
        function = reinterpret_cast<Function>(::dlsym(handle_, name));
        if (!function) fail(name_);
    }

  private:
    std::string name_;
    void* handle_ = nullptr;
};

FfmpegLibrary load() {
    const Library avutil("avutil", LIBAVUTIL_VERSION_MAJOR);
    const Library avcodec("avcodec", LIBAVCODEC_VERSION_MAJOR);
    const Library avformat("avformat", LIBAVFORMAT_VERSION_MAJOR);
    FfmpegLibrary library;
#define SPEEDQA_FIND_AVUTIL(name) avutil.find(#name, library.name);
#define SPEEDQA_FIND_AVCODEC(name) avcodec.find(#name, library.name);
#define SPEEDQA_FIND_AVFORMAT(name) avformat.find(#name, library.name);
    SPEEDQA_FFMPEG_FUNCTIONS(SPEEDQA_FIND_AVUTIL, SPEEDQA_FIND_AVCODEC, SPEEDQA_FIND_AVFORMAT)
    return library;
}

}  // namespace

const FfmpegLibrary& ffmpeg() {
    static const FfmpegLibrary library = load();
    return library;
}

}  // namespace speedqa
