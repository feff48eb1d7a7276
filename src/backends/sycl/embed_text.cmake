# Writes OUTPUT: the text of FILES as C++ string literals, with their paths relative to ROOT.
set(entries "")
foreach(file ${FILES})
    file(READ ${file} text)
    file(RELATIVE_PATH path ${ROOT} ${file})
    string(APPEND entries "    {\"${path}\", R\"speedqa(${text})speedqa\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// The text of the kernels and of all that they include.\n"
                     "#include \"backends/sycl/device_code.h\"\n\n"
                     "namespace speedqa::sycl_backend {\n\n"
                     "const std::vector<SourceFile>& device_code() {\n"
                     "    static const std::vector<SourceFile> files = {\n${entries}    };\n"
                     "    return files;\n}\n\n}  // namespace speedqa::sycl_backend\n")
