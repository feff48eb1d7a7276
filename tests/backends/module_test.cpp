// Backend modules: found, loaded and checked, or a reason in one line.
#include "backends/module.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include "api/error.h"
#include "api/version.h"

namespace speedqa {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

const std::filesystem::path directories[] = {"/nonexistent", MODULE_DIRECTORY};

TEST(Module, LoadsFromTheFirstDirectoryThatHasIt) {
    const BackendModule module = load_module("cuda", directories);
    ASSERT_NE(module.backend, nullptr) << module.reason;
    EXPECT_STREQ(module.backend->name(), "cuda");
    EXPECT_EQ(module.backend->devices().size(), 4u);
}

TEST(Module, ItsErrorsAreCaughtHere) {
    const BackendModule module = load_module("cuda", directories);
    ASSERT_NE(module.backend, nullptr) << module.reason;
    try {
        module.backend->make_engine(nullptr, {});
        FAIL() << "no exception";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), SPEEDQA_DEVICE);
        EXPECT_STREQ(error.what(), "the fake device has no engine");
    }
}

TEST(Module, AbsentNamesTheBuildOption) {
    const BackendModule module = load_module("sycl", directories);
    EXPECT_FALSE(module.found);
    EXPECT_EQ(module.backend, nullptr);
    EXPECT_EQ(module.reason, "not in this build; the build option -DSPEEDQA_SYCL=ON adds it");
}

void expect_refused(const char* name, const char* reason) {
    const BackendModule module = load_module(name, directories);
    EXPECT_TRUE(module.found);
    EXPECT_EQ(module.backend, nullptr);
    EXPECT_THAT(module.reason, HasSubstr(std::string(MODULE_DIRECTORY) + "/libspeedqa_" + name + ".so"));
    EXPECT_THAT(module.reason, HasSubstr(reason));
    EXPECT_THAT(module.reason, Not(HasSubstr("\n")));
}

TEST(Module, OtherVersionIsRefused) {
    expect_refused("hip", "belongs to speedqa 0.0.1, this is speedqa " SPEEDQA_BUILD "; ");
}

TEST(Module, OtherBuildOfThisVersionIsRefused) {
    expect_refused("other_build", "belongs to speedqa " SPEEDQA_VERSION
                                  " (GNU 1.0.0, interface 0123456789ab), this is speedqa " SPEEDQA_BUILD
                                  "; build and install the two together");
}

TEST(Module, LibraryWithoutEntryIsRefused) {
    expect_refused("no_entry", "is not a backend module of this speedqa");
}

TEST(Module, JunkIsRefused) {
    expect_refused("junk", "can't be loaded: ");
}

TEST(Module, DirectoriesFollowTheEnvironmentOrTheProgram) {
    setenv("SPEEDQA_BACKEND_PATH", "/a:/b/c", 1);
    EXPECT_THAT(module_directories(), testing::ElementsAre("/a", "/b/c"));
    unsetenv("SPEEDQA_BACKEND_PATH");
    const std::vector<std::filesystem::path> found = module_directories();
    setenv("SPEEDQA_BACKEND_PATH", MODULE_DIRECTORY, 1);
    EXPECT_EQ(found.at(0), std::filesystem::canonical("/proc/self/exe").parent_path());
    EXPECT_THAT(found.at(2).string(), EndsWith("/../lib/speedqa"));
}

}  // namespace
}  // namespace speedqa
