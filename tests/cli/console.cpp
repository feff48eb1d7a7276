// Progress in words, and what a terminal may be shown.
#include "cli/console.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "cli/terminal.h"

namespace speedqa::cli {
namespace {

TEST(ProgressText, frames_speed_and_time_left) {
    EXPECT_EQ(progress_text(50, 2000, 2.0), "50/2000 frames  25.0 frames per second  1:18 left");
    EXPECT_EQ(progress_text(100, 1000000, 10.0), "100/1000000 frames  10.0 frames per second  27:46:30 left");
    EXPECT_EQ(progress_text(50, std::nullopt, 2.0), "50 frames  25.0 frames per second");
}

// A header may promise fewer frames than there are.
TEST(ProgressText, more_frames_than_expected_leave_no_time) {
    EXPECT_EQ(progress_text(50, 40, 2.0), "50/40 frames  25.0 frames per second");
}

TEST(Printable, control_characters_do_not_reach_the_terminal) {
    EXPECT_EQ(printable("a\033[2Jb\r\n\xc3\xa9\x7f"), "a?[2Jb?\n\xc3\xa9?");
    EXPECT_EQ(printable_line("a\033[2Jb\r\n\xc3\xa9\x7f"), "a?[2Jb??\xc3\xa9?");
}

TEST(Utf8Locale, first_variable_that_is_set_decides) {
    const auto with = [](const char* all, const char* ctype, const char* lang) {
        ::setenv("LC_ALL", all, 1);
        ::setenv("LC_CTYPE", ctype, 1);
        ::setenv("LANG", lang, 1);
        return has_utf8_locale();
    };
    EXPECT_TRUE(with("", "", "de_DE.UTF-8"));
    EXPECT_TRUE(with("", "C.utf8", "C"));
    EXPECT_TRUE(with("", "", "sr_RS.UTF-8@latin"));
    EXPECT_FALSE(with("C", "de_DE.UTF-8", "de_DE.UTF-8"));
    EXPECT_FALSE(with("", "", "de_DE.ISO-8859-1"));
    EXPECT_FALSE(with("", "", ""));
}

}  // namespace
}  // namespace speedqa::cli
