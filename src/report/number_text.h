// Numbers as text: the shortest decimal that gives back the same value, the same in every locale.
#pragma once

#include <string>

namespace speedqa {

// `value` is finite.
std::string shortest(float value);
std::string shortest(double value);

// The number that shortest(value) stands for, to be rounded further: 42.49344 of an fp32 42.4934387.
double shortest_value(float value);

}  // namespace speedqa
