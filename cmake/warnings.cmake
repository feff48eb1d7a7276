add_library(speedqa_warnings INTERFACE)
target_compile_options(speedqa_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wshadow -Wconversion
                                                  -Wno-sign-conversion>)
if(SPEEDQA_WARNINGS_AS_ERRORS)
    target_compile_options(speedqa_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
endif()
