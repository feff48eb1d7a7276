// Where a result goes: a file that appears whole or not at all, or standard output, a pipe, a device.
#pragma once

#include <span>
#include <string>

#include "report/sink.h"

namespace speedqa {

// A regular file is written under a temporary name in its own directory, forced to the disk and renamed by
// finish(); an older file of that name stays as it is until then, and a file that is not finished is removed.
// Anything else
// ("-" is standard output, as is /dev/stdout) is written directly.
class OutputFile : public Sink {
  public:
    // Finds out what would go wrong before any work is done: throws Error (output) if `path` is a directory,
    // can't be written, or is one of the files `inputs`.
    OutputFile(const std::string& path, std::span<const std::string> inputs);
    ~OutputFile() override;
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view text) override;

    // Throws Error (output) if not everything is written.
    void finish();

  private:
    void open_temporary();
    void remove_temporary();
    void write_buffer();
    void close();
    [[noreturn]] void fail(int error_number) const;

    std::string path_;       // as given, for messages
    std::string target_;     // what a rename replaces: `path_` with symbolic links followed
    std::string temporary_;  // empty while there is none
    std::string buffer_;
    int descriptor_ = -1;
    bool direct_ = false;
    bool standard_output_ = false;
};

// Removes the temporary file of an unfinished OutputFile of this process, if there is one. May be called from
// a signal handler, as the process ends.
void remove_unfinished_output() noexcept;

}  // namespace speedqa
