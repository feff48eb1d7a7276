# What an installation holds: the shared library, its headers, the headers of the exact arithmetic, a CMake package
# (speedqa::speedqa, speedqa::exact) and a pkg-config file.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/speedqa)
set(package_build_dir ${PROJECT_BINARY_DIR}/package)

install(TARGETS speedqa_shared EXPORT speedqa)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/speedqa DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# In the tree the exact headers name each other from src, installed from their own folder: a consumer needs no other
# include path than that of the library.
file(GLOB exact_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/exact/*.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${exact_headers})
foreach(header ${exact_headers})
    get_filename_component(name ${header} NAME)
    file(READ ${header} text)
    string(REPLACE "#include \"exact/" "#include \"" text "${text}")
    file(CONFIGURE OUTPUT ${package_build_dir}/exact/${name} CONTENT "${text}" @ONLY)
    install(FILES ${package_build_dir}/exact/${name} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/speedqa/exact)
endforeach()

install(EXPORT speedqa FILE speedqa-targets.cmake NAMESPACE speedqa:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/speedqa-config.cmake.in
                              ${package_build_dir}/speedqa-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${package_build_dir}/speedqa-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${package_build_dir}/speedqa-config.cmake ${package_build_dir}/speedqa-config-version.cmake
        DESTINATION ${package_dir})

# Paths from the .pc file's own place, so that the installation can be moved.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH prefix_from_pkgconfig /${pkgconfig_dir} /)
string(REGEX REPLACE "/$" "" prefix_from_pkgconfig ${prefix_from_pkgconfig})
configure_file(${PROJECT_SOURCE_DIR}/cmake/speedqa.pc.in ${package_build_dir}/speedqa.pc @ONLY)
install(FILES ${package_build_dir}/speedqa.pc DESTINATION ${pkgconfig_dir})
