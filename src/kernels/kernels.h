// Every kernel.
#pragma once

#include "kernels/decimate.h"
#include "kernels/eigenvalues.h"
#include "kernels/kernel_list.h"
#include "kernels/score.h"
#include "kernels/solve.h"
#include "kernels/statistics.h"
