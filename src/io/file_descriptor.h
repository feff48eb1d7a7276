// Owns a file descriptor.
#pragma once

#include <unistd.h>

#include <utility>

namespace speedqa {

class FileDescriptor {
  public:
    explicit FileDescriptor(int number) : number_(number) {}
    FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&&) = delete;
    ~FileDescriptor() {
        if (number_ >= 0) ::close(number_);
    }

    int number() const { return number_; }
    bool valid() const { return number_ >= 0; }

  private:
    int number_;
};

}  // namespace speedqa
