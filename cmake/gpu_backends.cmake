# SPEEDQA_CUDA, SPEEDQA_HIP and SPEEDQA_SYCL: AUTO builds a backend where its compiler or runtime is found; ON fails where
# it is not.
set(SPEEDQA_CUDA AUTO CACHE STRING "Build the CUDA backend: AUTO, ON or OFF")
set(SPEEDQA_HIP AUTO CACHE STRING "Build the HIP backend: AUTO, ON or OFF")
set(SPEEDQA_SYCL AUTO CACHE STRING "Build the SYCL backend: AUTO, ON or OFF")
set_property(CACHE SPEEDQA_CUDA SPEEDQA_HIP SPEEDQA_SYCL PROPERTY STRINGS AUTO ON OFF)

# speedqa_wanted(RESULT OPTION VARIABLES...): whether to build the backend of OPTION, which needs VARIABLES to be found.
function(speedqa_wanted result option)
    set(found TRUE)
    foreach(variable ${ARGN})
        if(NOT ${variable})
            set(found FALSE)
            if(NOT "${${option}}" STREQUAL AUTO AND ${option})
                message(FATAL_ERROR "${option}=${${option}}: ${variable} not found")
            endif()
        endif()
    endforeach()
    if("${${option}}" STREQUAL AUTO OR ${option})
        set(${result} ${found} PARENT_SCOPE)
    else()
        set(${result} FALSE PARENT_SCOPE)
    endif()
endfunction()

find_program(SPEEDQA_NVCC nvcc HINTS ENV CUDACXX PATHS /usr/local/cuda/bin)
find_program(SPEEDQA_HIPCC hipcc PATHS /opt/rocm/bin)
find_library(SPEEDQA_HIP_RUNTIME amdhip64 PATHS /opt/rocm/lib)

# scripts/sycl_environment.sh installs a DPC++ runtime into .venv-sycl; an oneAPI installation serves as well.
set(SPEEDQA_SYCL_ROOT "" CACHE PATH "DPC++ runtime: the directory with include/sycl and lib/libsycl.so")
set(sycl_roots ${SPEEDQA_SYCL_ROOT})
if(NOT sycl_roots)
    set(sycl_roots ${PROJECT_SOURCE_DIR}/.venv-sycl $ENV{CMPLR_ROOT} /opt/intel/oneapi/compiler/latest
                   $ENV{HOME}/intel/oneapi/compiler/latest)
endif()
find_path(SPEEDQA_SYCL_INCLUDE sycl/sycl.hpp PATHS ${sycl_roots} PATH_SUFFIXES include NO_DEFAULT_PATH)
find_library(SPEEDQA_SYCL_LIBRARY sycl PATHS ${sycl_roots} PATH_SUFFIXES lib NO_DEFAULT_PATH)

# Older ones lack the run-time compiler, or parts of its interface.
set(SPEEDQA_SYCL_RUNTIME ${SPEEDQA_SYCL_LIBRARY})
if(SPEEDQA_SYCL_INCLUDE)
    set(oldest_sycl 9)
    file(STRINGS ${SPEEDQA_SYCL_INCLUDE}/sycl/version.hpp sycl_version REGEX "define __LIBSYCL_MAJOR_VERSION ")
    string(REGEX REPLACE ".* " "" sycl_version "${sycl_version}")
    if("${sycl_version}" LESS oldest_sycl)
        message(STATUS "SYCL in ${SPEEDQA_SYCL_INCLUDE}: libsycl ${sycl_version} is too old, "
                       "${oldest_sycl} (DPC++ 2026) or newer is needed")
        set(SPEEDQA_SYCL_RUNTIME SPEEDQA_SYCL_RUNTIME-NOTFOUND)
    endif()
endif()

speedqa_wanted(SPEEDQA_BUILD_CUDA SPEEDQA_CUDA SPEEDQA_NVCC)
speedqa_wanted(SPEEDQA_BUILD_HIP SPEEDQA_HIP SPEEDQA_HIPCC SPEEDQA_HIP_RUNTIME)
speedqa_wanted(SPEEDQA_BUILD_SYCL SPEEDQA_SYCL SPEEDQA_SYCL_INCLUDE SPEEDQA_SYCL_RUNTIME)
message(STATUS "GPU backends: CUDA ${SPEEDQA_BUILD_CUDA}, HIP ${SPEEDQA_BUILD_HIP}, SYCL ${SPEEDQA_BUILD_SYCL}")

if(SPEEDQA_BUILD_CUDA)
    if(NOT CMAKE_CUDA_COMPILER)
        set(CMAKE_CUDA_COMPILER ${SPEEDQA_NVCC})
    endif()
    # Machine code for Turing, Ampere and Hopper, and PTX from which the driver makes code for what comes after.
    set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 90 CACHE STRING "CUDA architectures")
    enable_language(CUDA)
    if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake 3.25 does not know that nvcc has C++20
        set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
    endif()
    set(CMAKE_CUDA_STANDARD 20)
endif()
