// What the runtime throws becomes an error of one line and the right kind.
#include <gtest/gtest.h>

#include <new>
#include <sycl/sycl.hpp>

#include "backends/sycl/sycl_error.h"

namespace speedqa::sycl_backend {
namespace {

sycl::exception thrown(sycl::errc code, const std::string& message) {
    return {sycl::make_error_code(code), message};
}

TEST(RuntimeError, TellsALackOfMemoryFromOtherFailures) {
    using sycl::errc;
    const auto status = [](const std::exception& exception) {
        return error_of("device", exception).status();
    };
    EXPECT_EQ(status(thrown(errc::memory_allocation, "no")), SPEEDQA_OUT_OF_MEMORY);
    EXPECT_EQ(status(std::bad_alloc()), SPEEDQA_OUT_OF_MEMORY);
    for (const char* name :
         {"UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY", "UR_RESULT_ERROR_OUT_OF_HOST_MEMORY",
          "UR_RESULT_ERROR_OUT_OF_RESOURCES", "UR_RESULT_ERROR_MEM_OBJECT_ALLOCATION_FAILURE"})
        EXPECT_EQ(status(thrown(errc::runtime, name)), SPEEDQA_OUT_OF_MEMORY) << name;
    EXPECT_EQ(status(thrown(errc::runtime, "UR_RESULT_ERROR_DEVICE_LOST")), SPEEDQA_DEVICE);
    EXPECT_EQ(status(Error(SPEEDQA_UNSUPPORTED, "no")), SPEEDQA_UNSUPPORTED);
}

TEST(RuntimeError, IsOneLine) {
    const std::string build_log =
        "Compilation failed:\nIn file included from rtc.cpp:1:\n./kernels/blocks.h:12:3: error: no such "
        "name\n  x = y;\n      ^\n2 errors generated.\n";
    EXPECT_STREQ(error_of("device", thrown(sycl::errc::build, build_log)).what(),
                 "device: ./kernels/blocks.h:12:3: error: no such name");
    EXPECT_STREQ(error_of("device", thrown(sycl::errc::runtime, "  lost\n\tat 3\n")).what(),
                 "device: lost at 3");
}

}  // namespace
}  // namespace speedqa::sycl_backend
