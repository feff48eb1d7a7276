# Writes OUTPUT, a header with SPEEDQA_BUILD: VERSION, COMPILER and a hash over HEADERS and all that they include from the
# DIRECTORIES; and DEPFILE, if given, which names them to the build tool.
cmake_minimum_required(VERSION 3.25)

set(waiting ${HEADERS})
set(found "")
set(hashes "")
while(waiting)
    list(POP_FRONT waiting header)
    foreach(directory ${DIRECTORIES})
        set(file ${directory}/${header})
        if(NOT EXISTS ${file} OR file IN_LIST found)
            continue()
        endif()
        list(APPEND found ${file})
        file(SHA256 ${file} hash)
        list(APPEND hashes "${header} ${hash}")
        file(STRINGS ${file} lines REGEX "^ *# *include +\"")
        foreach(line ${lines})
            string(REGEX REPLACE "^[^\"]*\"([^\"]*)\".*" "\\1" included "${line}")
            list(APPEND waiting ${included})
        endforeach()
    endforeach()
endwhile()
list(SORT hashes)
string(SHA256 interface "${hashes}")
string(SUBSTRING ${interface} 0 12 interface)

file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT "// What a backend module must have been built as to fit the library.
#pragma once

#define SPEEDQA_BUILD \"@VERSION@ (@COMPILER@, interface @interface@)\"
")
file(TOUCH ${OUTPUT})  # the build tool runs this script until OUTPUT is newer than the headers
if(DEPFILE)
    list(TRANSFORM found REPLACE " " "\\\\ ")
    list(JOIN found " " dependencies)
    file(WRITE ${DEPFILE} "${OUTPUT}: ${dependencies}\n")
endif()
