# Each installed header compiles alone, without a warning: -Dinclude= -Dcc= -Dcxx= -Dbuild=
cmake_minimum_required(VERSION 3.25)
file(GLOB_RECURSE headers RELATIVE ${include} ${include}/speedqa/*)
foreach(required speedqa/speedqa.h speedqa/speedqa.hpp speedqa/exact.h speedqa/exact/divide.h)
    if(NOT required IN_LIST headers)
        message(FATAL_ERROR "${required} is not installed")
    endif()
endforeach()

function(check_header header suffix)
    set(source ${build}/source.${suffix})
    file(WRITE ${source} "#include <${header}>\n")
    execute_process(COMMAND ${ARGN} -I${include} -Wall -Wextra -Wpedantic -Werror -fsyntax-only ${source}
                    COMMAND_ERROR_IS_FATAL ANY)
endfunction()

check_header(speedqa/speedqa.h c ${cc} -std=c99)
foreach(header ${headers})
    check_header(${header} cpp ${cxx} -std=c++20 -ffp-contract=off)
endforeach()
