# Compiles SOURCE to assembly with COMPILER and FLAGS, warnings being errors, and fails if the device code holds an fp64
# instruction (FP64, a regular expression) or lacks the fp32 fma (FMA), which shows that the search sees the code.
execute_process(COMMAND ${COMPILER} ${FLAGS} -I${INCLUDE} -o ${OUTPUT} ${SOURCE} RESULT_VARIABLE failed
                OUTPUT_VARIABLE text ERROR_VARIABLE text)
if(failed)
    message(FATAL_ERROR "${COMPILER}: ${text}")
endif()
file(READ ${OUTPUT} code)
string(REGEX MATCHALL "${FP64}" found "${code}")
if(found)
    message(FATAL_ERROR "fp64 in the device code: ${found}")
endif()
string(REGEX MATCH "${FMA}" fma "${code}")
if(NOT fma)
    message(FATAL_ERROR "no fma in the device code")
endif()
