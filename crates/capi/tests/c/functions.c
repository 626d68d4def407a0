/* Every function of the library, with valid and with invalid arguments. */

#include "urlsift.h"

#include "check.h"

static const char TEXT[] = "> \xf0\x90\x8c\x80 see <URL:http://user@a.example:80/x\n> y> and <x-mine:1>";

static void texts_are_searched(void)
{
    urlsift_links *links;
    urlsift_link link;
    CHECK(urlsift_find(TEXT, strlen(TEXT), NULL, &links) == URLSIFT_OK);
    CHECK(urlsift_links_len(links) == 1);
    memset(&link, 0xff, sizeof link);
    CHECK(urlsift_links_get(links, 0, &link, sizeof link) == URLSIFT_OK);
    CHECK_BYTES(link.url, "http://user@a.example:80/xy");
    CHECK_BYTES(link.raw, "<URL:http://user@a.example:80/x\n> y>");
    CHECK_SPAN(link.span, 11, 47);
    CHECK(link.pieces_len == 2);
    CHECK_SPAN(link.pieces[0], 16, 42);
    CHECK_SPAN(link.pieces[1], 45, 46);
    CHECK(link.kind == URLSIFT_URL && link.breaks == 1 && link.quote_depth == 1);
    CHECK(link.conforms == URLSIFT_RFC3986 && link.warnings == URLSIFT_WARN_LOGIN_IN_WEB_URL);
    CHECK_SPAN(link.scheme, 0, 4);
    CHECK_SPAN(link.host, 12, 21);
    CHECK_BYTES(link.host_ascii, "a.example");
    CHECK(!link.part.data && !link.header.data && !link.text.data && !link.target.data);
    CHECK(!link.path.data && !link.message_id.data && link.message_offset == -1);

    CHECK(urlsift_links_at(links, 15) == -1);
    CHECK(urlsift_links_at(links, 16) == 0);
    CHECK(urlsift_links_at(links, 41) == 0);
    CHECK(urlsift_links_at(links, 42) == -1);
    CHECK(urlsift_links_at(links, 44) == -1);
    CHECK(urlsift_links_at(links, 45) == 0);
    CHECK(urlsift_links_at(links, 46) == -1);
    CHECK(urlsift_links_at(links, UINT64_MAX) == -1);
    urlsift_links_free(links);
}

static void utf16_is_searched(void)
{
    static const uint16_t text[] = {0xd800, 0xdf00, 0xd800, '<', 'f', 't', 'p', ':', '/', '/', 'a', '>'};
    urlsift_options *options = urlsift_options_new();
    urlsift_links *links;
    urlsift_link link;
    CHECK(urlsift_find_utf16(text, sizeof text / sizeof *text, NULL, &links) == URLSIFT_OK);
    CHECK(urlsift_links_get(links, 0, &link, sizeof link) == URLSIFT_OK);
    CHECK_BYTES(link.url, "ftp://a");
    CHECK_SPAN(link.span, 3, 12);
    CHECK_SPAN(link.pieces[0], 4, 11);
    urlsift_links_free(links);

    CHECK(urlsift_options_set_units(options, URLSIFT_UNITS_CODE_POINTS) == URLSIFT_OK);
    CHECK(urlsift_find_utf16(text, sizeof text / sizeof *text, options, &links) == URLSIFT_OK);
    CHECK(urlsift_links_get(links, 0, &link, sizeof link) == URLSIFT_OK);
    CHECK_SPAN(link.span, 2, 11);
    urlsift_links_free(links);
    urlsift_options_free(options);
}

static void html_is_searched(void)
{
    /* The charset that the page declares is not its own: it was decoded. */
    static const char page[] = "<meta charset=iso-8859-1>\xc3\xa9 <a href='http://a.example/?b&amp;c'>x</a> "
                               "&lt;http://d.exam\nple/>";
    urlsift_options *options = urlsift_options_new();
    urlsift_links *links;
    urlsift_link link;
    CHECK(urlsift_options_set_kinds(options, URLSIFT_DELIMITED) == URLSIFT_OK);
    CHECK(urlsift_find_html(page, sizeof page - 1, options, &links) == URLSIFT_OK);
    CHECK(urlsift_links_len(links) == 1);
    CHECK(urlsift_links_get(links, 0, &link, sizeof link) == URLSIFT_OK);
    CHECK_BYTES(link.url, "http://d.example/");
    CHECK_SPAN(link.span, 70, 93);
    CHECK(link.pieces_len == 2);
    urlsift_links_free(links);

    urlsift_options_free(options);

    options = urlsift_options_new();
    CHECK(urlsift_options_set_units(options, URLSIFT_UNITS_CODE_POINTS) == URLSIFT_OK);
    CHECK(urlsift_find_html(page, sizeof page - 1, options, &links) == URLSIFT_OK);
    CHECK(urlsift_links_len(links) == 2);
    CHECK(urlsift_links_get(links, 0, &link, sizeof link) == URLSIFT_OK);
    CHECK_BYTES(link.url, "http://a.example/?b&c");
    CHECK_SPAN(link.pieces[0], 36, 61);
    urlsift_links_free(links);
    CHECK(urlsift_find_html("\xff", 1, options, &links) == URLSIFT_NOT_UTF8);
    urlsift_options_free(options);
}

static void html_is_shown(void)
{
    static const char page[] = "\xc3\xa9 <a href='http://a.example/'>click<br>here</a>, <img src='http://b.example/'> or "
                               "http://c.example/";
    static const char text[] = "\xc3\xa9 click\nhere, or http://c.example/";
    urlsift_options *options = urlsift_options_new();
    urlsift_links *links;
    urlsift_link link;
    CHECK(urlsift_options_set_units(options, URLSIFT_UNITS_CODE_POINTS) == URLSIFT_OK);
    CHECK(urlsift_show_html(page, sizeof page - 1, options, &links) == URLSIFT_OK);
    CHECK_BYTES(urlsift_links_text(links), text);
    CHECK(urlsift_links_len(links) == 3);
    CHECK(urlsift_links_get(links, 0, &link, sizeof link) == URLSIFT_OK);
    CHECK_BYTES(link.url, "http://a.example/");
    CHECK(link.pieces_len == 2);
    CHECK_SPAN(link.pieces[0], 2, 7);
    CHECK_SPAN(link.pieces[1], 8, 12);
    CHECK_SPAN(link.span, 2, 12);
    CHECK(urlsift_links_get(links, 1, &link, sizeof link) == URLSIFT_OK);
    CHECK(link.pieces_len == 0);
    CHECK_SPAN(link.span, 0, 0);
    CHECK(urlsift_links_get(links, 2, &link, sizeof link) == URLSIFT_OK);
    CHECK_SPAN(link.pieces[0], 17, 34);
    CHECK(urlsift_links_at(links, 1) == -1 && urlsift_links_at(links, 2) == 0 && urlsift_links_at(links, 7) == -1);
    CHECK(urlsift_links_at(links, 11) == 0 && urlsift_links_at(links, 17) == 2);
    urlsift_links_free(links);

    CHECK(urlsift_options_set_kinds(options, URLSIFT_BARE) == URLSIFT_OK);
    CHECK(urlsift_show_html(page, sizeof page - 1, options, &links) == URLSIFT_OK);
    CHECK(urlsift_links_len(links) == 1);
    CHECK_BYTES(urlsift_links_text(links), text);
    urlsift_links_free(links);
    CHECK(urlsift_show_html("", 0, options, &links) == URLSIFT_OK);
    CHECK(urlsift_links_len(links) == 0 && !urlsift_links_text(links).data);
    urlsift_links_free(links);
    CHECK(urlsift_show_html("\xff", 1, options, &links) == URLSIFT_NOT_UTF8);
    CHECK(!urlsift_links_text(NULL).data);
    urlsift_options_free(options);
}

static void both_hosts_are_told_where_the_text_shows_another(void)
{
    static const char page[] = "<base href='http://b.example/'><a href='http://evil.example/'>www.Bank.example.</a> "
                               "<a href='javascript:x()'>http://a.example/</a> <a href='/x'>http://c.example/</a> "
                               "<a href='http://a.example/'>http://www.a.example/</a>";
    /* The host that the text shows, the one that the link leads to, and the URL that is opened. */
    static const char *const hosts[][3] = {{"bank.example", "evil.example", "http://evil.example/"},
                                           {"a.example", "javascript:", "javascript:x()"},
                                           {"c.example", "b.example", "http://b.example/x"}};
    urlsift_options *options = urlsift_options_new();
    urlsift_links *links;
    urlsift_link link;
    size_t i;
    CHECK(urlsift_options_set_kinds(options, URLSIFT_ATTRIBUTE) == URLSIFT_OK);
    CHECK(urlsift_options_set_conforms(options, URLSIFT_RELATIVE) == URLSIFT_OK);
    CHECK(urlsift_find_html(page, sizeof page - 1, options, &links) == URLSIFT_OK);
    CHECK(urlsift_links_len(links) == 5);
    for (i = 0; i < 3; i++) {
        CHECK(urlsift_links_get(links, i + 1, &link, sizeof link) == URLSIFT_OK);
        CHECK(link.warnings & URLSIFT_WARN_TEXT_DIFFERS);
        CHECK_BYTES(link.text_host, hosts[i][0]);
        CHECK_BYTES(link.link_host, hosts[i][1]);
        CHECK_BYTES(link.absolute, hosts[i][2]);
        CHECK_BYTES(link.element, "a");
        CHECK_BYTES(link.attribute, "href");
        CHECK(link.advice == (i == 1 ? URLSIFT_ADVICE_TEXT : URLSIFT_ADVICE_ASK) && link.advice_reason.len > 0);
    }
    CHECK(strcmp(urlsift_advice_name(URLSIFT_ADVICE_ASK), "ask") == 0 && !urlsift_advice_name(0));
    CHECK(urlsift_links_get(links, 4, &link, sizeof link) == URLSIFT_OK);
    CHECK(!(link.warnings & URLSIFT_WARN_TEXT_DIFFERS) && !link.text_host.data && !link.link_host.data);
    CHECK(link.advice == URLSIFT_ADVICE_OPEN && !link.advice_reason.data);
    urlsift_links_free(links);
    CHECK(urlsift_find_html("<a href='--x'>a</a>", 19, options, &links) == URLSIFT_OK);
    CHECK(urlsift_links_get(links, 0, &link, sizeof link) == URLSIFT_OK);
    CHECK_BYTES(link.url, "--x");
    CHECK(link.advice == URLSIFT_ADVICE_TEXT && !link.absolute.data);
    urlsift_links_free(links);
    urlsift_options_free(options);
}

static void options_change_what_is_found(void)
{
    urlsift_options *options = urlsift_options_new();
    urlsift_links *links;
    urlsift_link link;
    const char *bare = "www.a.example and hxxp://b[.]example";
    const char *wrapped = "<https://www.google.com/url?q=http%3A%2F%2Fa.example%2F>";
    CHECK(urlsift_options_set_conforms(options, URLSIFT_NONE) == URLSIFT_OK);
    CHECK(urlsift_options_add_scheme(options, "X-Mine") == URLSIFT_OK);
    CHECK(urlsift_options_set_units(options, URLSIFT_UNITS_UTF16) == URLSIFT_OK);
    CHECK(urlsift_find(TEXT, strlen(TEXT), options, &links) == URLSIFT_OK);
    CHECK(urlsift_links_len(links) == 2);
    CHECK(urlsift_links_get(links, 1, &link, sizeof link) == URLSIFT_OK);
    CHECK_BYTES(link.url, "x-mine:1");
    CHECK_SPAN(link.span, 50, 60);
    CHECK(link.warnings == URLSIFT_WARN_EXPERIMENTAL_SCHEME);
    urlsift_links_free(links);
    CHECK(urlsift_options_set_kinds(options, URLSIFT_DELIMITED) == URLSIFT_OK);
    CHECK(urlsift_options_set_max_len(options, 8) == URLSIFT_OK);
    CHECK(urlsift_options_set_width(options, 80) == URLSIFT_OK);
    CHECK(urlsift_find(TEXT, strlen(TEXT), options, &links) == URLSIFT_OK);
    CHECK(urlsift_links_len(links) == 0);
    urlsift_links_free(links);
    urlsift_options_free(options);

    options = urlsift_options_new();
    CHECK(urlsift_options_set_kinds(options, URLSIFT_BARE) == URLSIFT_OK);
    CHECK(urlsift_options_set_flags(options, URLSIFT_WWW | URLSIFT_REFANG) == URLSIFT_OK);
    CHECK(urlsift_find(bare, strlen(bare), options, &links) == URLSIFT_OK);
    CHECK(urlsift_links_len(links) == 2);
    CHECK(urlsift_links_get(links, 0, &link, sizeof link) == URLSIFT_OK);
    CHECK_BYTES(link.url, "http://www.a.example");
    CHECK(link.kind == URLSIFT_BARE);
    CHECK(urlsift_links_get(links, 1, &link, sizeof link) == URLSIFT_OK);
    CHECK_BYTES(link.url, "http://b.example");
    CHECK(link.warnings == URLSIFT_WARN_REFANGED);
    urlsift_links_free(links);

    CHECK(urlsift_options_set_kinds(options, URLSIFT_DELIMITED) == URLSIFT_OK);
    CHECK(urlsift_options_set_flags(options, URLSIFT_UNWRAP) == URLSIFT_OK);
    CHECK(urlsift_find(wrapped, strlen(wrapped), options, &links) == URLSIFT_OK);
    CHECK(urlsift_links_get(links, 0, &link, sizeof link) == URLSIFT_OK);
    CHECK_BYTES(link.target, "http://a.example/");
    urlsift_links_free(links);
    urlsift_options_free(options);
}

static void messages_and_parts_are_decoded(void)
{
    const char *header = "Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n";
    const char *body = "<a href=3D\"http://a.exa=\r\nmple/\">this</a>\r\n";
    char message[300];
    urlsift_options *options = urlsift_options_new();
    urlsift_links *links;
    urlsift_link link;
    CHECK(urlsift_options_set_kinds(options, URLSIFT_ATTRIBUTE) == URLSIFT_OK);
    CHECK(urlsift_find_in_part(header, strlen(header), body, strlen(body), options, &links) == URLSIFT_OK);
    CHECK(urlsift_links_len(links) == 1);
    CHECK(urlsift_links_get(links, 0, &link, sizeof link) == URLSIFT_OK);
    CHECK_BYTES(link.url, "http://a.example/");
    CHECK_BYTES(link.text, "this");
    CHECK(link.kind == URLSIFT_ATTRIBUTE);
    CHECK_SPAN(link.span, 11, 31);
    urlsift_links_free(links);

    sprintf(message, "Message-ID: <1@a.example>\r\nSubject: <http://s.example/>\r\n%s\r\n%s", header, body);
    CHECK(urlsift_options_set_kinds(options, URLSIFT_EVERY_KIND) == URLSIFT_OK);
    CHECK(urlsift_find_in_message(message, strlen(message), options, &links) == URLSIFT_OK);
    CHECK(urlsift_links_len(links) == 2);
    CHECK(urlsift_links_get(links, 0, &link, sizeof link) == URLSIFT_OK);
    CHECK_BYTES(link.header, "Subject");
    CHECK_BYTES(link.message_id, "<1@a.example>");
    CHECK(!link.part.data && link.message_offset == 0);
    CHECK(strncmp(message + link.span.start, "<http://s.example/>", 19) == 0);
    CHECK(urlsift_links_get(links, 1, &link, sizeof link) == URLSIFT_OK);
    CHECK_BYTES(link.part, "1");
    CHECK(!link.header.data);
    urlsift_links_free(links);
    urlsift_options_free(options);
}

static void urls_are_checked(void)
{
    urlsift_verdict verdict;
    const char *url = "http://www.cern.ch:8o/a b";
    CHECK(urlsift_check(url, strlen(url), &verdict, sizeof verdict) == URLSIFT_OK);
    CHECK(verdict.conforms == URLSIFT_NONE && verdict.port == -1 && verdict.problems_len == 2);
    CHECK_SPAN(verdict.problem, 20, 21);
    CHECK_BYTES(verdict.problem_code, "port-character");
    CHECK(verdict.problem_rule.len > 0);
    url = "ftp://me:secret@a.example:21/x";
    CHECK(urlsift_check(url, strlen(url), &verdict, sizeof verdict) == URLSIFT_OK);
    CHECK(verdict.conforms == URLSIFT_RFC1738 && verdict.warnings == URLSIFT_WARN_PASSWORD_IN_URL);
    CHECK(verdict.port == 21 && verdict.problems_len == 0 && !verdict.problem_code.data);
    CHECK_SPAN(verdict.scheme, 0, 3);
    CHECK_SPAN(verdict.host, 16, 25);
    CHECK(verdict.advice == URLSIFT_ADVICE_OPEN && !verdict.advice_reason.data);
    CHECK(urlsift_check("JavaScript:x()", 14, &verdict, sizeof verdict) == URLSIFT_OK);
    CHECK(verdict.advice == URLSIFT_ADVICE_TEXT && verdict.advice_reason.len > 0);
    CHECK(urlsift_check("http://b@a.example/", 19, &verdict, sizeof verdict) == URLSIFT_OK);
    CHECK(verdict.advice == URLSIFT_ADVICE_ASK);
    CHECK_BYTES(verdict.advice_reason, "a reader may take the login for the host");
    char host[256];
    CHECK(urlsift_host_ascii(url, strlen(url), host, sizeof host) == URLSIFT_OK && strcmp(host, "a.example") == 0);
    CHECK(urlsift_host_ascii(url, strlen(url), host, strlen("a.example")) == URLSIFT_INVALID_ARGUMENT && !host[0]);
    CHECK(urlsift_host_ascii(url, strlen(url), host, strlen("a.example") + 1) == URLSIFT_OK);
    CHECK(strcmp(host, "a.example") == 0);
    CHECK(urlsift_host_ascii(NULL, 0, host, sizeof host) == URLSIFT_OK && !host[0]);
    CHECK(urlsift_host_ascii(url, 3, NULL, sizeof host) == URLSIFT_INVALID_ARGUMENT);
    CHECK(urlsift_host_ascii(url, 3, host, 0) == URLSIFT_INVALID_ARGUMENT);
    CHECK(urlsift_check(NULL, 0, &verdict, sizeof verdict) == URLSIFT_OK);
    CHECK(urlsift_check(url, 3, NULL, sizeof verdict) == URLSIFT_INVALID_ARGUMENT);
    /* The first version ended before the advice. */
    memset(&verdict, 0xff, sizeof verdict);
    CHECK(urlsift_check(url, 3, &verdict, offsetof(urlsift_verdict, advice_reason)) == URLSIFT_OK);
    CHECK(verdict.conforms == URLSIFT_RELATIVE && verdict.advice == UINT32_MAX);
    CHECK(urlsift_check(url, 3, &verdict, offsetof(urlsift_verdict, advice_reason) - 1) == URLSIFT_INVALID_ARGUMENT);
}

static void names_are_those_of_json(void)
{
    CHECK(strcmp(urlsift_kind_name(URLSIFT_ATTRIBUTE), "attribute") == 0);
    CHECK(urlsift_kind_name(0) == NULL && urlsift_kind_name(URLSIFT_DELIMITED) == NULL);
    CHECK(strcmp(urlsift_conforms_name(URLSIFT_WHATWG), "whatwg") == 0);
    CHECK(urlsift_conforms_name(6) == NULL);
    CHECK(strcmp(urlsift_warning_name(URLSIFT_WARN_SPACED), "spaced") == 0);
    CHECK(strcmp(urlsift_warning_name(URLSIFT_WARN_PORT_RANGE), "port-range") == 0);
    CHECK(urlsift_warning_name(URLSIFT_WARN_SPACED | URLSIFT_WARN_UNCLOSED) == NULL);
    CHECK(strcmp(urlsift_status_text(URLSIFT_OK), "success") == 0);
    CHECK(strcmp(urlsift_status_text(99), urlsift_status_text(-1)) == 0);
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", URLSIFT_VERSION_MAJOR, URLSIFT_VERSION_MINOR, URLSIFT_VERSION_PATCH);
    CHECK(strcmp(urlsift_version(), version) == 0);
}

static void a_struct_may_be_longer(void)
{
    struct { urlsift_link link; char later[24]; } longer;
    urlsift_links *links;
    size_t i;
    memset(&longer, 0xff, sizeof longer);
    CHECK(urlsift_find(TEXT, strlen(TEXT), NULL, &links) == URLSIFT_OK);
    CHECK(urlsift_links_get(links, 0, &longer.link, sizeof longer) == URLSIFT_OK);
    CHECK(longer.link.message_offset == -1);
    for (i = 0; i < sizeof longer.later; i++)
        CHECK(longer.later[i] == 0);
    CHECK(urlsift_links_get(links, 0, &longer.link, offsetof(urlsift_link, host_ascii) - 1) == URLSIFT_INVALID_ARGUMENT);
    urlsift_links_free(links);
}

static void invalid_arguments_are_refused(void)
{
    urlsift_options *options = urlsift_options_new();
    urlsift_links *links = (urlsift_links *)options;
    urlsift_link link;
    CHECK(urlsift_find(NULL, 1, NULL, &links) == URLSIFT_INVALID_ARGUMENT && links == NULL);
    CHECK(urlsift_find(TEXT, SIZE_MAX, NULL, &links) == URLSIFT_INVALID_ARGUMENT && links == NULL);
    CHECK(urlsift_find(TEXT, 1, NULL, NULL) == URLSIFT_INVALID_ARGUMENT);
    CHECK(urlsift_find_utf16(NULL, 1, NULL, &links) == URLSIFT_INVALID_ARGUMENT);
    CHECK(urlsift_find_in_message(NULL, 1, NULL, &links) == URLSIFT_INVALID_ARGUMENT);
    CHECK(urlsift_find_in_part(NULL, 0, NULL, 1, NULL, &links) == URLSIFT_INVALID_ARGUMENT);
    CHECK(urlsift_find_in_part(NULL, 1, NULL, 0, NULL, &links) == URLSIFT_INVALID_ARGUMENT);
    CHECK(urlsift_options_set_units(options, URLSIFT_UNITS_UTF16) == URLSIFT_OK);
    CHECK(urlsift_find("\xff", 1, options, &links) == URLSIFT_NOT_UTF8 && links == NULL);
    CHECK(urlsift_options_set_units(options, 3) == URLSIFT_INVALID_ARGUMENT);
    CHECK(urlsift_options_set_kinds(options, 0) == URLSIFT_INVALID_ARGUMENT);
    CHECK(urlsift_options_set_kinds(options, 256) == URLSIFT_INVALID_ARGUMENT);
    CHECK(urlsift_options_set_conforms(options, 0) == URLSIFT_INVALID_ARGUMENT);
    CHECK(urlsift_options_set_flags(options, 16) == URLSIFT_INVALID_ARGUMENT);
    CHECK(urlsift_options_set_max_len(options, 0) == URLSIFT_INVALID_ARGUMENT);
    CHECK(urlsift_options_add_scheme(options, "no scheme") == URLSIFT_INVALID_ARGUMENT);
    CHECK(urlsift_options_add_scheme(options, NULL) == URLSIFT_INVALID_ARGUMENT);
    CHECK(urlsift_options_set_kinds(NULL, URLSIFT_URL) == URLSIFT_INVALID_ARGUMENT);
    urlsift_options_free(options);

    CHECK(urlsift_find(NULL, 0, NULL, &links) == URLSIFT_OK);
    CHECK(urlsift_links_len(links) == 0 && urlsift_links_at(links, 0) == -1);
    CHECK(urlsift_links_get(links, 0, &link, sizeof link) == URLSIFT_OUT_OF_RANGE);
    CHECK(urlsift_links_get(NULL, 0, &link, sizeof link) == URLSIFT_INVALID_ARGUMENT);
    urlsift_links_free(links);
    CHECK(urlsift_links_len(NULL) == 0 && urlsift_links_at(NULL, 0) == -1);
    urlsift_links_free(NULL);
    urlsift_options_free(NULL);
}

/* What the callback has received. */
struct seen {
    int links;
    int errors;
    int stop_after;
};

static int see(const urlsift_link *link, const char *error, void *user)
{
    struct seen *seen = user;
    CHECK((link == NULL) != (error == NULL));
    if (error) {
        CHECK(strlen(error) > 0);
        seen->errors++;
    } else {
        CHECK(link->url.len == strlen("http://a.example/1"));
        CHECK(link->path.len > 0);
        CHECK(link->message_offset >= 0);
        CHECK((link->message_offset == 0) == (link->message_id.data != NULL));
        seen->links++;
    }
    return seen->links == seen->stop_after;
}

static void files_are_searched(const char *path)
{
    struct seen all = {0, 0, -1}, some = {0, 0, 2}, none = {0, 0, -1};
    CHECK(urlsift_scan_file(path, NULL, see, &all) == URLSIFT_OK);
    CHECK(all.links == 3 && all.errors == 0);
    CHECK(urlsift_scan_file(path, NULL, see, &some) == URLSIFT_STOPPED);
    CHECK(some.links == 2);
    CHECK(urlsift_scan_file("/nonexistent", NULL, see, &none) == URLSIFT_UNREADABLE);
    CHECK(none.links == 0 && none.errors == 1);
    CHECK(urlsift_scan_file(NULL, NULL, see, &none) == URLSIFT_INVALID_ARGUMENT);
    CHECK(urlsift_scan_file(path, NULL, NULL, NULL) == URLSIFT_INVALID_ARGUMENT);
}

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    texts_are_searched();
    utf16_is_searched();
    html_is_searched();
    html_is_shown();
    both_hosts_are_told_where_the_text_shows_another();
    options_change_what_is_found();
    messages_and_parts_are_decoded();
    urls_are_checked();
    names_are_those_of_json();
    a_struct_may_be_longer();
    invalid_arguments_are_refused();
    files_are_searched(argv[1]);
    return 0;
}
