/*
 * Searches the texts on standard input and prints their links, for the tests to compare.
 *
 * A text is a line "HOW KINDS MAX_LEN FIRST SECOND SCHEME...", where FIRST and SECOND are numbers of bytes, and these
 * bytes. HOW is "text", "utf16", "message", "part" (FIRST is the header) or "file" (FIRST is the path). A link is a
 * line of NAME=VALUE; strings are in hexadecimal digits. A line "." follows the links of a text.
 */

#include "urlsift.h"

#include "check.h"

static void print_bytes(const char *name, urlsift_bytes bytes)
{
    size_t i;
    if (!bytes.data)
        return;
    printf("%s=", name);
    for (i = 0; i < bytes.len; i++)
        printf("%02x", (unsigned char)bytes.data[i]);
    putchar(' ');
}

static void print_span(const char *name, urlsift_span span)
{
    printf("%s=%lu-%lu ", name, (unsigned long)span.start, (unsigned long)span.end);
}

static void print_link(const urlsift_link *link)
{
    size_t i;
    int bit;
    print_bytes("url", link->url);
    print_bytes("raw", link->raw);
    print_bytes("part", link->part);
    print_bytes("header", link->header);
    print_bytes("text", link->text);
    print_bytes("element", link->element);
    print_bytes("attribute", link->attribute);
    print_bytes("target", link->target);
    print_bytes("path", link->path);
    print_bytes("id", link->message_id);
    print_bytes("host_ascii", link->host_ascii);
    print_bytes("absolute", link->absolute);
    print_span("span", link->span);
    for (i = 0; i < link->pieces_len; i++)
        print_span("piece", link->pieces[i]);
    printf("kind=%s conforms=%s ", urlsift_kind_name(link->kind), urlsift_conforms_name(link->conforms));
    for (bit = 0; bit < 32; bit++) {
        if (link->warnings & ((uint32_t)1 << bit))
            printf("warning=%s ", urlsift_warning_name((uint32_t)1 << bit));
    }
    printf("quote_depth=%lu breaks=%lu ", (unsigned long)link->quote_depth, (unsigned long)link->breaks);
    print_span("scheme", link->scheme);
    print_span("host", link->host);
    printf("message=%ld\n", (long)link->message_offset);
}

static int print_found(const urlsift_link *link, const char *error, void *user)
{
    (void)user;
    if (link)
        print_link(link);
    else
        printf("error %s\n", error);
    return 0;
}

static void print_links(int status, urlsift_links *links)
{
    urlsift_link link;
    size_t i;
    CHECK(status == URLSIFT_OK);
    for (i = 0; i < urlsift_links_len(links); i++) {
        CHECK(urlsift_links_get(links, i, &link, sizeof link) == URLSIFT_OK);
        print_link(&link);
    }
    urlsift_links_free(links);
}

static char *read_bytes(size_t len)
{
    /* Exactly `len` bytes, so that tools detect accesses beyond the end. */
    char *bytes = malloc(len ? len : 1);
    CHECK(bytes && fread(bytes, 1, len, stdin) == len);
    return bytes;
}

int main(void)
{
    static char line[1000];
    while (fgets(line, sizeof line, stdin)) {
        const char *how = strtok(line, " \n"), *scheme;
        unsigned long kinds = strtoul(strtok(NULL, " \n"), NULL, 10);
        unsigned long max_len = strtoul(strtok(NULL, " \n"), NULL, 10);
        size_t first_len = strtoul(strtok(NULL, " \n"), NULL, 10);
        size_t second_len = strtoul(strtok(NULL, " \n"), NULL, 10);
        urlsift_options *options = urlsift_options_new();
        urlsift_links *links;
        char *first, *second;
        int status;
        CHECK(urlsift_options_set_kinds(options, (uint32_t)kinds) == URLSIFT_OK);
        CHECK(urlsift_options_set_conforms(options, URLSIFT_NONE) == URLSIFT_OK);
        CHECK(urlsift_options_set_max_len(options, max_len) == URLSIFT_OK);
        while ((scheme = strtok(NULL, " \n")) != NULL) {
            if (strcmp(scheme, "www.") == 0)
                CHECK(urlsift_options_set_flags(options, URLSIFT_WWW) == URLSIFT_OK);
            else
                CHECK(urlsift_options_add_scheme(options, scheme) == URLSIFT_OK);
        }
        first = read_bytes(first_len);
        second = read_bytes(second_len);
        if (strcmp(how, "text") == 0) {
            status = urlsift_find(first, first_len, options, &links);
            print_links(status, links);
        } else if (strcmp(how, "utf16") == 0) {
            status = urlsift_find_utf16((const uint16_t *)(const void *)first, first_len / 2, options, &links);
            print_links(status, links);
        } else if (strcmp(how, "message") == 0) {
            status = urlsift_find_in_message(first, first_len, options, &links);
            print_links(status, links);
        } else if (strcmp(how, "part") == 0) {
            status = urlsift_find_in_part(first, first_len, second, second_len, options, &links);
            print_links(status, links);
        } else {
            char path[500] = "";
            CHECK(strcmp(how, "file") == 0 && first_len < sizeof path);
            memcpy(path, first, first_len);
            status = urlsift_scan_file(path, options, print_found, NULL);
            CHECK(status == URLSIFT_OK);
        }
        puts(".");
        free(first);
        free(second);
        urlsift_options_free(options);
    }
    return 0;
}
