// Where the writers put their text.
#pragma once

#include <string_view>

namespace speedqa {

class Sink {
  public:
    virtual ~Sink() = default;

    // Throws Error (output).
    virtual void write(std::string_view text) = 0;
};

}  // namespace speedqa
