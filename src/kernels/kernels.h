// Every kernel.
#pragma once

#include "kernels/blocks.h"
#include "kernels/covariance.h"
#include "kernels/decimate.h"
#include "kernels/decimate_aligned.h"
#include "kernels/decimate_differences.h"
#include "kernels/decompose.h"
#include "kernels/eigenvalues.h"
#include "kernels/kernel_list.h"
#include "kernels/local_mean.h"
#include "kernels/magnitudes.h"
#include "kernels/means.h"
#include "kernels/row_products.h"
#include "kernels/scores.h"
