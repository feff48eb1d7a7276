// An output appears whole or not at all, never replaces an input, and says before the work that it can't be
// written.
#include "report/output_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "api/error.h"

namespace speedqa {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class OutputFileTest : public testing::Test {
  protected:
    OutputFileTest() {
        std::string name = (fs::temp_directory_path() / "speedqa-output-XXXXXX").string();
        directory_ = ::mkdtemp(name.data());
    }
    ~OutputFileTest() override { fs::remove_all(directory_); }

    std::string path(const std::string& name) const { return (directory_ / name).string(); }
    void put(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }
    std::string get(const std::string& name) const {
        std::ostringstream text;
        text << std::ifstream(path(name)).rdbuf();
        return text.str();
    }
    std::size_t files() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(directory_), {}));
    }
    std::string refusal(const std::string& path, std::vector<std::string> inputs = {}) const {
        try {
            OutputFile output(path, inputs);
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), SPEEDQA_OUTPUT);
            return error.what();
        }
        return "accepted";
    }

    fs::path directory_;
};

TEST_F(OutputFileTest, appears_only_when_finished) {
    put("o.json", "older");
    OutputFile output(path("o.json"), {});
    EXPECT_EQ(files(), 1u);
    output.write(std::string(200000, 'x'));
    EXPECT_EQ(files(), 2u);
    EXPECT_EQ(get("o.json"), "older");
    output.finish();
    EXPECT_EQ(get("o.json"), std::string(200000, 'x'));
    EXPECT_EQ(files(), 1u);
}

TEST_F(OutputFileTest, unfinished_one_leaves_the_older_as_it_was) {
    put("o.json", "older");
    {
        OutputFile output(path("o.json"), {});
        output.write(std::string(200000, 'x'));
    }
    EXPECT_EQ(get("o.json"), "older");
    EXPECT_EQ(files(), 1u);
}

TEST_F(OutputFileTest, a_signal_can_remove_the_temporary_file) {
    OutputFile output(path("o.json"), {});
    output.write(std::string(200000, 'x'));
    EXPECT_EQ(files(), 1u);
    remove_unfinished_output();
    EXPECT_EQ(files(), 0u);
}

TEST_F(OutputFileTest, keeps_links_and_access_rights) {
    put("real.json", "older");
    fs::permissions(path("real.json"), fs::perms(0640));
    fs::create_symlink("real.json", path("link.json"));
    OutputFile output(path("link.json"), {});
    output.write("new");
    output.finish();
    EXPECT_TRUE(fs::is_symlink(path("link.json")));
    EXPECT_EQ(get("real.json"), "new");
    EXPECT_EQ(fs::status(path("real.json")).permissions(), fs::perms(0640));
}

TEST_F(OutputFileTest, refuses_before_the_work_what_can_not_be_written) {
    EXPECT_THAT(refusal(path("nowhere/o.json")), HasSubstr("No such file or directory"));
    EXPECT_THAT(refusal(directory_.string()), HasSubstr("is a directory"));
    EXPECT_THAT(refusal(path("new/")), HasSubstr("can't be written"));
    EXPECT_THAT(refusal(""), HasSubstr("must be a file name"));
    EXPECT_EQ(refusal(path("o.json")), "accepted");
    EXPECT_EQ(files(), 0u);
}

TEST_F(OutputFileTest, refuses_a_directory_or_file_without_write_permission) {
    const bool superuser = ::geteuid() == 0;  // may write everywhere: become nobody
    ASSERT_TRUE(!superuser || ::seteuid(65534) == 0);
    fs::path own = fs::temp_directory_path() / ("speedqa-readonly-" + std::to_string(::getpid()));
    fs::create_directory(own);
    std::ofstream(own / "o.json") << "older";
    fs::permissions(own / "o.json", fs::perms(0444));
    EXPECT_THAT(refusal((own / "o.json").string()), HasSubstr("Permission denied"));
    fs::permissions(own, fs::perms(0555));
    EXPECT_THAT(refusal((own / "new.json").string()), HasSubstr("Permission denied"));
    fs::permissions(own, fs::perms(0755));
    fs::remove_all(own);
    ASSERT_TRUE(!superuser || ::seteuid(0) == 0);
}

TEST_F(OutputFileTest, never_replaces_an_input) {
    put("ref.y4m", "frames");
    fs::create_hard_link(path("ref.y4m"), path("hard.json"));
    fs::create_symlink("ref.y4m", path("soft.json"));
    for (const char* name : {"ref.y4m", "hard.json", "soft.json"}) {
        EXPECT_THAT(refusal(path(name), {"-", path("ref.y4m")}), HasSubstr("this is the input")) << name;
    }
    EXPECT_EQ(get("ref.y4m"), "frames");
}

TEST_F(OutputFileTest, a_full_device_is_an_error) {
    OutputFile output("/dev/full", {});
    output.write("text");
    try {
        output.finish();
        FAIL() << "finished on a full device";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("/dev/full: can't be written: No space left on device"));
    }
}

TEST_F(OutputFileTest, writes_into_a_pipe) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    const int reader = ::open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
    OutputFile output(path("pipe"), {});
    output.write("text");
    output.finish();
    char text[8] = {};
    EXPECT_EQ(::read(reader, text, sizeof text), 4);
    EXPECT_STREQ(text, "text");
    ::close(reader);
    EXPECT_TRUE(fs::is_fifo(path("pipe")));
}

}  // namespace
}  // namespace speedqa
