# Says whether the installed version is one that a program asks for. While it is 0.x, every minor version is another
# interface.

file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../../../include/urlsift.h" _urlsift_lines REGEX "^#define URLSIFT_VERSION_")
string(REGEX REPLACE "[^;0-9]" "" _urlsift_numbers "${_urlsift_lines}")
string(REPLACE ";" "." PACKAGE_VERSION "${_urlsift_numbers}")
string(REGEX MATCH "^[0-9]+\\.[0-9]+" _urlsift_minor "${PACKAGE_VERSION}")

if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
elseif(PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION
        OR NOT _urlsift_minor STREQUAL "${PACKAGE_FIND_VERSION_MAJOR}.${PACKAGE_FIND_VERSION_MINOR}")
    set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
