// What backends share.
#include "backends/backend.h"

#include "api/error.h"

namespace speedqa {

std::shared_ptr<void> Backend::mark(int, void*) {
    throw Error(SPEEDQA_UNSUPPORTED,
                std::string("backend ") + name() + " can't read frames in device memory");
}

}  // namespace speedqa
