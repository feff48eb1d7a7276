// The entry point of the SYCL module.
#include "backends/module.h"
#include "backends/sycl/sycl_backend.h"

SPEEDQA_BACKEND_MODULE(SPEEDQA_BUILD, &speedqa::sycl_backend::backend())
