/* Four threads that use the same options and the same links, and search at the same time. */

#define _POSIX_C_SOURCE 200112L
#include "urlsift.h"

#include <pthread.h>

#include "check.h"

enum { THREADS = 4, LINKS = 50, ROUNDS = 20 };

static char text[LINKS * 60];
static urlsift_options *options;
static urlsift_links *shared;

static void read_links(const urlsift_links *links)
{
    size_t i, piece;
    CHECK(urlsift_links_len(links) == LINKS);
    for (i = 0; i < LINKS; i++) {
        urlsift_link link;
        CHECK(urlsift_links_get(links, i, &link, sizeof link) == URLSIFT_OK);
        CHECK(link.url.len > 20 && link.raw.len > link.url.len);
        CHECK(link.conforms == URLSIFT_RFC3986 && link.host.end > link.host.start);
        CHECK(memcmp(text + link.span.start, link.raw.data, link.raw.len) == 0);
        for (piece = 0; piece < link.pieces_len; piece++)
            CHECK(urlsift_links_at(links, link.pieces[piece].start) == (ptrdiff_t)i);
    }
}

static void *work(void *argument)
{
    int round;
    (void)argument;
    for (round = 0; round < ROUNDS; round++) {
        urlsift_links *links;
        CHECK(urlsift_find(text, strlen(text), options, &links) == URLSIFT_OK);
        read_links(links);
        urlsift_links_free(links);
        CHECK(urlsift_find(text, strlen(text), NULL, &links) == URLSIFT_OK);
        urlsift_links_free(links);
        read_links(shared);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    size_t len = 0;
    int i;
    for (i = 0; i < LINKS; i++)
        len += (size_t)sprintf(text + len, "> see <URL:http://a.example/~%d/x\n> y.html>, then\n", i);
    options = urlsift_options_new();
    CHECK(urlsift_options_set_kinds(options, URLSIFT_URL) == URLSIFT_OK);
    CHECK(urlsift_find(text, len, options, &shared) == URLSIFT_OK);
    for (i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, work, NULL) == 0);
    for (i = 0; i < THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    urlsift_links_free(shared);
    urlsift_options_free(options);
    return 0;
}
