/* Prints the URLs of the text on standard input, as a client with default options finds them. */

#include "urlsift.h"

#include "check.h"

int main(void)
{
    static char text[1 << 16];
    size_t len = fread(text, 1, sizeof text, stdin), i;
    urlsift_links *links;
    urlsift_link link;
    CHECK(urlsift_find(text, len, NULL, &links) == URLSIFT_OK);
    for (i = 0; urlsift_links_get(links, i, &link, sizeof link) == URLSIFT_OK; i++)
        printf("%.*s\n", (int)link.url.len, link.url.data);
    urlsift_links_free(links);
    return 0;
}
