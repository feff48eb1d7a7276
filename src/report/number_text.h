// Numbers as text: the shortest decimal that gives back the same value, the same in every locale.
#pragma once

#include <string>

namespace speedqa {

// `value` is finite.
std::string shortest(float value);
std::string shortest(double value);

}  // namespace speedqa
