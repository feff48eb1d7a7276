# The build stamp follows every header that the interface includes, and no other. Needs SCRIPT, SOURCE (of this project)
# and WORK, a directory to use.
function(stamp result compiler)
    execute_process(
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${WORK}/stamp.h -DVERSION=1 -DCOMPILER=${compiler}
                "-DHEADERS=backends/module.h;api/error.h" "-DDIRECTORIES=${WORK}/src;${WORK}/include" -P ${SCRIPT}
                COMMAND_ERROR_IS_FATAL ANY)
    file(READ ${WORK}/stamp.h text)
    set(${result} "${text}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
file(COPY ${SOURCE}/src ${SOURCE}/include DESTINATION ${WORK} FILES_MATCHING PATTERN "*.h")
stamp(before gcc)
stamp(same gcc)
if(NOT before STREQUAL same)
    message(FATAL_ERROR "two runs differ:\n${before}${same}")
endif()
stamp(other clang)
if(before STREQUAL other)
    message(FATAL_ERROR "the compiler is not in the stamp: ${before}")
endif()

# backend.h itself, what it includes, what that includes, and the C header of the errors
foreach(header src/backends/backend.h src/speed/plan.h src/speed/tables.h include/speedqa/speedqa.h)
    file(READ ${WORK}/${header} text)
    file(APPEND ${WORK}/${header} "// changed\n")
    stamp(after gcc)
    if(before STREQUAL after)
        message(FATAL_ERROR "a change of ${header} does not change the stamp")
    endif()
    file(WRITE ${WORK}/${header} "${text}")
endforeach()
file(APPEND ${WORK}/src/backends/registry.h "// changed\n")
stamp(after gcc)
if(NOT before STREQUAL after)
    message(FATAL_ERROR "a header that is not of the interface changes the stamp")
endif()
