# All floating-point flags, here only. Every target that computes links speedqa_exact_float: each operation rounds once,
# to nearest even, subnormals are kept, and a*b+c is two operations.
add_library(speedqa_exact_float INTERFACE)
target_compile_options(
    speedqa_exact_float
    INTERFACE $<$<COMPILE_LANGUAGE:CXX,C>:-ffp-contract=off -fno-fast-math -fno-unsafe-math-optimizations>
              $<$<COMPILE_LANGUAGE:CUDA>:-fmad=false -prec-div=true -prec-sqrt=true -ftz=false
              -Xcompiler=-ffp-contract=off>)
install(TARGETS speedqa_exact_float EXPORT speedqa)
