// What backends share.
#include "backends/backend.h"

#include "api/error.h"

namespace speedqa {

std::shared_ptr<void> Backend::mark(int, void*) {
    throw Error(SPEEDQA_UNSUPPORTED,
                std::string("backend ") + name() + " can't read frames in device memory");
}

std::string Backend::unreadable_memory(int, const void*) {
    return {};
}

std::shared_ptr<void> Backend::copy_to(FrameMemory, int, const void*, std::size_t) {
    throw Error(SPEEDQA_UNSUPPORTED,
                std::string("backend ") + name() + " has no memory of its own for frames");
}

double Backend::link_seconds(int, std::size_t) {
    return 0.0;
}

std::unique_ptr<probe::Device> Backend::make_probe(int) {
    throw Error(SPEEDQA_UNSUPPORTED, std::string("backend ") + name() + " can't be probed");
}

}  // namespace speedqa
