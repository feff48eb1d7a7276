# All floating-point flags, here only. Every target that computes links speedqa_exact_float: each operation rounds once,
# to nearest even, subnormals are kept, and a*b+c is two operations.
add_library(speedqa_exact_float INTERFACE)
target_compile_options(
    speedqa_exact_float
    INTERFACE $<$<COMPILE_LANGUAGE:CXX,C>:-ffp-contract=off -fno-fast-math -fno-unsafe-math-optimizations>
              $<$<COMPILE_LANGUAGE:CUDA>:-fmad=false -prec-div=true -prec-sqrt=true -ftz=false
              -Xcompiler=-ffp-contract=off>)
# To others it is speedqa::exact: what a program needs to use the headers of the exact arithmetic.
add_library(speedqa::exact ALIAS speedqa_exact_float)
set_target_properties(speedqa_exact_float PROPERTIES EXPORT_NAME exact)
target_include_directories(
    speedqa_exact_float INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                                  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(speedqa_exact_float INTERFACE $<INSTALL_INTERFACE:cxx_std_20>)
install(TARGETS speedqa_exact_float EXPORT speedqa)
