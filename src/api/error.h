// The one error type inside the library and the tool; the C API turns it into a status and a message.
#pragma once

#include <stdexcept>
#include <string>

#include "speedqa/speedqa.h"

namespace speedqa {

class Error : public std::runtime_error {
  public:
    Error(speedqa_status status, const std::string& message) : std::runtime_error(message), status_(status) {}
    speedqa_status status() const { return status_; }

  private:
    speedqa_status status_;
};

}  // namespace speedqa
