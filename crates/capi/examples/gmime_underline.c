/*
 * Shows the texts and pages of an mbox on a terminal, with underlined links, and after each part the complete URLs and
 * the advice on them.
 *
 *     cc -std=c99 gmime_underline.c -o gmime_underline $(pkg-config --cflags --libs gmime-3.0 urlsift)
 *     ./gmime_underline mail.mbox
 */

#include <stdio.h>
#include <string.h>

#include <gmime/gmime.h>
#include <urlsift.h>

/* The text of a part, and how much of it has been shown. */
typedef struct {
    const char *text;
    size_t shown;
} Display;

/* Prints bytes, but no control character: mail must not control the terminal. */
static void print(const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        /* U+0080 to U+009F are control characters, too. */
        gboolean c1 = byte == 0xc2 && i + 1 < len && (unsigned char)bytes[i + 1] < 0xa0;
        if (c1)
            i++;
        if (byte == '\r' && i + 1 < len && bytes[i + 1] == '\n')
            continue;
        putchar(c1 || (byte < ' ' && byte != '\n' && byte != '\t') || byte == 0x7f ? '?' : byte);
    }
}

/* Shows the text before a piece, and the piece underlined. */
static void show_piece(Display *display, urlsift_span piece)
{
    size_t start = (size_t)piece.start, end = (size_t)piece.end;
    /* URLs without brackets may overlap: a URL in the query of another is a link, too. */
    if (start < display->shown)
        start = display->shown;
    if (end <= start)
        return;
    print(display->text + display->shown, start - display->shown);
    fputs("\033[4m", stdout);
    print(display->text + start, end - start);
    fputs("\033[24m", stdout);
    display->shown = end;
}

/* Prints the URL that a client opens, and what the reader should know before. */
static void list_link(size_t number, const urlsift_link *link)
{
    urlsift_bytes url = link->absolute.data != NULL ? link->absolute : link->url;
    char host[256];
    printf("[%lu] ", (unsigned long)number);
    print(url.data, url.len);
    if (link->advice != URLSIFT_ADVICE_OPEN) {
        urlsift_host_ascii(url.data, url.len, host, sizeof host);
        printf(" (%s%s%s: ", urlsift_advice_name(link->advice), *host != '\0' ? ", " : "", host);
        print(link->advice_reason.data, link->advice_reason.len);
        putchar(')');
    }
    putchar('\n');
}

/*
 * Shows a text, or what an HTML page shows: offsets count the bytes of the text, not of the mbox. Returns whether it
 * could be searched.
 */
static gboolean show_text(const char *text, gboolean is_html)
{
    size_t len = strlen(text);
    Display display = {text, 0};
    urlsift_options *options = urlsift_options_new();
    urlsift_links *links;
    urlsift_link link;
    int status;
    /* Links of a page may be relative to its base, and advice is also on what a rewriter leads to. */
    urlsift_options_set_conforms(options, URLSIFT_RELATIVE);
    urlsift_options_set_flags(options, URLSIFT_UNWRAP);
    status = (is_html ? urlsift_show_html : urlsift_find)(text, len, options, &links);
    urlsift_options_free(options);
    if (status != URLSIFT_OK) {
        fprintf(stderr, "gmime_underline: %s\n", urlsift_status_text(status));
        return FALSE;
    }
    if (is_html) {
        urlsift_bytes shown = urlsift_links_text(links);
        display.text = shown.data != NULL ? shown.data : "";
        len = shown.len;
    }
    for (size_t i = 0; urlsift_links_get(links, i, &link, sizeof link) == URLSIFT_OK; i++) {
        for (size_t j = 0; link.advice != URLSIFT_ADVICE_TEXT && j < link.pieces_len; j++)
            show_piece(&display, link.pieces[j]);
    }
    print(display.text + display.shown, len - display.shown);
    if (is_html)
        putchar('\n');
    for (size_t i = 0; urlsift_links_get(links, i, &link, sizeof link) == URLSIFT_OK; i++)
        list_link(i + 1, &link);
    urlsift_links_free(links);
    return TRUE;
}

/* Shows a part if it is a text or a page. `user` is a gboolean: whether all texts could be searched. */
static void show_part(GMimeObject *parent, GMimeObject *part, gpointer user)
{
    gboolean *ok = user, is_html;
    char *text;
    (void)parent;
    if (!GMIME_IS_TEXT_PART(part))
        return;
    is_html = g_mime_content_type_is_type(g_mime_object_get_content_type(part), "text", "html");
    if (!is_html && !g_mime_content_type_is_type(g_mime_object_get_content_type(part), "text", "plain"))
        return;
    /* GMime decodes it, and converts it to UTF-8. */
    text = g_mime_text_part_get_text(GMIME_TEXT_PART(part));
    if (text == NULL)
        return;
    *ok = show_text(text, is_html) && *ok;
    g_free(text);
}

static gboolean show_message(GMimeMessage *message)
{
    gboolean ok = TRUE;
    const char *subject = g_mime_message_get_subject(message);
    if (subject == NULL)
        subject = "(no subject)";
    fputs("== ", stdout);
    print(subject, strlen(subject));
    putchar('\n');
    g_mime_message_foreach(message, show_part, &ok);
    return ok;
}

static gboolean show_mbox(GMimeStream *stream)
{
    gboolean ok = TRUE;
    size_t messages = 0;
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    g_mime_parser_set_format(parser, GMIME_FORMAT_MBOX);
    while (!g_mime_parser_eos(parser)) {
        GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
        /* Also at empty lines after the last message. */
        if (message == NULL)
            break;
        messages++;
        ok = show_message(message) && ok;
        g_object_unref(message);
    }
    g_object_unref(parser);
    if (messages == 0)
        fputs("gmime_underline: this is not an mbox\n", stderr);
    return ok && messages > 0;
}

int main(int argc, char **argv)
{
    GMimeStream *stream;
    GError *error = NULL;
    gboolean ok;
    if (argc != 2) {
        fputs("usage: gmime_underline MBOX\n", stderr);
        return 2;
    }
    g_mime_init();
    stream = g_mime_stream_file_open(argv[1], "r", &error);
    if (stream == NULL) {
        fprintf(stderr, "gmime_underline: %s: %s\n", argv[1], error->message);
        g_error_free(error);
        return 1;
    }
    ok = show_mbox(stream);
    g_object_unref(stream);
    g_mime_shutdown();
    return ok && fflush(stdout) == 0 ? 0 : 1;
}
