# The CMake package: `find_package(urlsift 0.1 CONFIG REQUIRED)`, then link to `urlsift::urlsift`, or to
# `urlsift::static`. It is installed to share/cmake/urlsift, and finds the library and the header below the same prefix.

get_filename_component(_urlsift_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(_urlsift_folders lib lib64 "lib/${CMAKE_LIBRARY_ARCHITECTURE}")
find_path(urlsift_INCLUDE_DIR urlsift.h PATHS "${_urlsift_prefix}/include" NO_DEFAULT_PATH)
find_library(urlsift_LIBRARY urlsift PATHS "${_urlsift_prefix}" PATH_SUFFIXES ${_urlsift_folders} NO_DEFAULT_PATH)
find_library(urlsift_STATIC_LIBRARY NAMES liburlsift.a PATHS "${_urlsift_prefix}" PATH_SUFFIXES ${_urlsift_folders}
    NO_DEFAULT_PATH)
mark_as_advanced(urlsift_INCLUDE_DIR urlsift_LIBRARY urlsift_STATIC_LIBRARY)

set(urlsift_FOUND TRUE)
if(NOT urlsift_INCLUDE_DIR OR NOT urlsift_LIBRARY)
    set(urlsift_FOUND FALSE)
    set(urlsift_NOT_FOUND_MESSAGE "the library or its header is not below ${_urlsift_prefix}")
elseif(NOT TARGET urlsift::urlsift)
    add_library(urlsift::urlsift UNKNOWN IMPORTED)
    set_target_properties(urlsift::urlsift PROPERTIES IMPORTED_LOCATION "${urlsift_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${urlsift_INCLUDE_DIR}")
    if(urlsift_STATIC_LIBRARY)
        include(CMakeFindDependencyMacro)
        find_dependency(Threads)
        add_library(urlsift::static STATIC IMPORTED)
        set_target_properties(urlsift::static PROPERTIES IMPORTED_LOCATION "${urlsift_STATIC_LIBRARY}"
            INTERFACE_INCLUDE_DIRECTORIES "${urlsift_INCLUDE_DIR}"
            INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};m")
    endif()
endif()
