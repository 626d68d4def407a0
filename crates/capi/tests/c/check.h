/* Assertions: each ends the program if it fails. */

#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                      \
    do {                                                                      \
        if (!(condition)) {                                                   \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);   \
            exit(1);                                                          \
        }                                                                     \
    } while (0)

#define CHECK_BYTES(bytes, expected)                                          \
    CHECK((bytes).len == strlen(expected) && memcmp((bytes).data, expected, (bytes).len) == 0)

#define CHECK_SPAN(span, from, to) CHECK((span).start == (from) && (span).end == (to))

#endif
