/*
 * liburlsift finds the links in texts, HTML pages and messages, for mail clients: also wrapped, quoted or damaged.
 * Each link has the rejoined URL and the ranges of the text that it was joined from.
 *
 *     urlsift_links *links;
 *     urlsift_link link;
 *     if (urlsift_find(text, strlen(text), NULL, &links) == URLSIFT_OK) {
 *         for (size_t i = 0; i < urlsift_links_len(links); i++) {
 *             if (urlsift_links_get(links, i, &link, sizeof link) == URLSIFT_OK)
 *                 underline(link.pieces, link.pieces_len);
 *         }
 *         urlsift_links_free(links);
 *     }
 *
 * Functions return URLSIFT_OK or another status, unless they say otherwise. All numbers are stable. Structs grow at
 * the end: pass their size. The header is C99 or C++11.
 *
 * Pointers must be valid, and may be null only where that is said. Every function may be called by several threads at
 * the same time, also with the same links or options, unless it changes or frees them. If there is no memory, the
 * process ends.
 */

#ifndef URLSIFT_H
#define URLSIFT_H

/* This file is made of crates/capi/src by its test `header`. */

#include <stddef.h>
#include <stdint.h>

// The major version of this header. `urlsift_version` returns the version of the library.
#define URLSIFT_VERSION_MAJOR 0

// The minor version of this header.
#define URLSIFT_VERSION_MINOR 1

// The patch version of this header.
#define URLSIFT_VERSION_PATCH 0

// Success.
#define URLSIFT_OK 0

// A pointer is null that must not be, or a number or name is not a valid value.
#define URLSIFT_INVALID_ARGUMENT 1

// The text is not UTF-8, but offsets in units other than bytes were requested.
#define URLSIFT_NOT_UTF8 2

// There is no link with this index.
#define URLSIFT_OUT_OF_RANGE 3

// A file, or a part of it, could not be read. The callback was called with the reason.
#define URLSIFT_UNREADABLE 4

// The callback ended the search.
#define URLSIFT_STOPPED 5

// A fault of the library; please report it. The call had no other effect, except on a search of a file: links passed
// to the callback before are valid, and the file was not read to its end.
#define URLSIFT_INTERNAL 6

// `<URL:...>`.
#define URLSIFT_URL 1

// `<scheme:...>`.
#define URLSIFT_ANGLE 2

// `URL:` before a URL without brackets.
#define URLSIFT_PREFIX 4

// A URL in quotation marks.
#define URLSIFT_QUOTE 8

// A URL in running text.
#define URLSIFT_BARE 16

// A URL in an attribute of HTML.
#define URLSIFT_ATTRIBUTE 32

// A host name without a scheme.
#define URLSIFT_NAME 64

// An e-mail address.
#define URLSIFT_ADDRESS 128

// The kinds in angle brackets.
#define URLSIFT_DELIMITED 3

// All kinds but URLSIFT_NAME and URLSIFT_ADDRESS, which need a guess from the end of a name. The default.
#define URLSIFT_EVERY_KIND 63

// A URL that conforms to RFC 1738.
#define URLSIFT_RFC1738 1

// A URI that conforms to RFC 3986, but not to RFC 1738.
#define URLSIFT_RFC3986 2

// A URL that browsers accept (WHATWG), but that conforms to neither RFC.
#define URLSIFT_WHATWG 3

// A relative reference that conforms to RFC 1808.
#define URLSIFT_RELATIVE 4

// Not a URL by any standard.
#define URLSIFT_NONE 5

// Some lines of the link have a deeper quote prefix than the line that it begins on.
#define URLSIFT_WARN_RAGGED_QUOTE 1

// The closing `>` may be the quote prefix of a line instead.
#define URLSIFT_WARN_DOUBTFUL_CLOSE 2

// There is no closing `>`. The URL ends at the first white space.
#define URLSIFT_WARN_UNCLOSED 4

// Text after the URL inside the brackets was cut off.
#define URLSIFT_WARN_TRAILING_TEXT 8

// White space without a line break was dropped from inside the URL.
#define URLSIFT_WARN_SPACED 16

// The URL was defanged: written so that it cannot be clicked.
#define URLSIFT_WARN_REFANGED 32

// The text of the link shows a host other than that of the URL.
#define URLSIFT_WARN_TEXT_DIFFERS 64

// There is a password in the URL.
#define URLSIFT_WARN_PASSWORD_IN_URL 65536

// The port is below 1024 and not that of the scheme.
#define URLSIFT_WARN_RESERVED_PORT 131072

// The URL has an encoded line break.
#define URLSIFT_WARN_ENCODED_CRLF 262144

// A group of the numeric host is above 255.
#define URLSIFT_WARN_HOSTNUMBER_RANGE 524288

// The port is above 65535.
#define URLSIFT_WARN_PORT_RANGE 1048576

// The address of the mailto URL is not an addr-spec.
#define URLSIFT_WARN_MAILTO_NOT_ADDR_SPEC 2097152

// The scheme is for experiments.
#define URLSIFT_WARN_EXPERIMENTAL_SCHEME 4194304

// The name of the scheme is reserved.
#define URLSIFT_WARN_RESERVED_SCHEME 8388608

// There is a login before the host of an http, https, ws or wss URL.
#define URLSIFT_WARN_LOGIN_IN_WEB_URL 16777216

// The letters of the host are of several scripts.
#define URLSIFT_WARN_MIXED_SCRIPT_HOST 33554432

// The host is an IPv4 address that is not written as four decimal numbers.
#define URLSIFT_WARN_NUMERIC_HOST 67108864

// The host contains an invisible character.
#define URLSIFT_WARN_INVISIBLE_IN_HOST 134217728

// No browser accepts the host and port.
#define URLSIFT_WARN_INVALID_HOST 268435456

// Clients connect to another host than RFC 1738 reads.
#define URLSIFT_WARN_HOST_DIFFERS 536870912

// The letters of the host look like those of another one: `lookalike-host`.
#define URLSIFT_WARN_LOOKALIKE_HOST 1073741824

// A client opens the link.
#define URLSIFT_ADVICE_OPEN 1

// It shows the whole URL first: the text was damaged and has been repaired.
#define URLSIFT_ADVICE_SHOW 2

// It shows the host and the reason, and opens the link if the user confirms.
#define URLSIFT_ADVICE_ASK 3

// It shows the link as text that cannot be clicked.
#define URLSIFT_ADVICE_TEXT 4

// Offsets count what the text consists of: bytes, or 16-bit units. This is the default.
#define URLSIFT_UNITS_OF_TEXT 0

// Offsets in a text count code points, as GTK does.
#define URLSIFT_UNITS_CODE_POINTS 1

// Offsets in a text count units of UTF-16, as Qt and JavaScript do.
#define URLSIFT_UNITS_UTF16 2

// Names that begin with `www.` are URLs. Needs URLSIFT_BARE.
#define URLSIFT_WWW 1

// Defanged URLs, which were written so that they cannot be clicked, are found, too.
#define URLSIFT_REFANG 2

// A link has a target if a known link rewriter has wrapped another URL in it.
#define URLSIFT_UNWRAP 4

// Links without brackets end with their line.
#define URLSIFT_NO_REJOIN 8

// The links of a text or a message, in the order in which they begin.
//
// They own everything that they point to, and do not change: any number of threads may read them.
typedef struct urlsift_links urlsift_links;

// The options of a search.
//
// Several threads may use them at the same time, as long as no thread changes them.
typedef struct urlsift_options urlsift_options;

// A string: UTF-8, or bytes as they were found. It does not end with a NUL.
//
// `data` is null if there is no string.
typedef struct {
  // The first byte.
  const char *data;
  // The number of bytes.
  size_t len;
} urlsift_bytes;

// A range: from `start` up to, but not including, `end`.
typedef struct {
  // The offset of the first unit.
  uint64_t start;
  // The offset after the last unit.
  uint64_t end;
} urlsift_span;

// A link.
//
// Its strings and pieces belong to the urlsift_links that it was taken from, and are valid until those are freed.
// Later versions add fields at the end.
typedef struct {
  // The rejoined URL. It is never empty.
  urlsift_bytes url;
  // The text from `<` to `>`, as it was found.
  urlsift_bytes raw;
  // The IMAP number of the part that contains the link, such as "1.2". None for a link in a header, in a text, or
  // around the parts of a multipart message.
  urlsift_bytes part;
  // The name of the header field that contains the link.
  urlsift_bytes header;
  // The text that an HTML element shows, if the link is one of its attributes.
  urlsift_bytes text;
  // The URL that a link rewriter has wrapped in the link. Only with URLSIFT_UNWRAP.
  urlsift_bytes target;
  // Where the link is: from `<` to `>`.
  urlsift_span span;
  // The ranges that make up the URL, in order: what a client underlines.
  const urlsift_span *pieces;
  // The number of pieces, at least 1. In urlsift_show_html, 0 for an attribute whose element shows no text.
  size_t pieces_len;
  // The kind: one of URLSIFT_URL to URLSIFT_ADDRESS.
  uint32_t kind;
  // The strictest standard that the URL satisfies: one of URLSIFT_RFC1738 to URLSIFT_NONE.
  uint32_t conforms;
  // Bits URLSIFT_WARN_*.
  uint32_t warnings;
  // The depth of the quote prefix before the link on its line, at most 64.
  uint32_t quote_depth;
  // The number of line breaks in `raw`.
  uint64_t breaks;
  // The scheme: a range of `url`, in any case. Empty at 0 if there is none.
  urlsift_span scheme;
  // The host to which a client connects: a range of `url`. Empty at 0 if there is none; a host of "file" may be
  // empty elsewhere.
  urlsift_span host;
  // The file, or the member of a container, that contains the link. Only in urlsift_scan_file.
  urlsift_bytes path;
  // The Message-ID of the message that contains the link.
  urlsift_bytes message_id;
  // The offset at which that message begins, in bytes; -1 outside messages.
  int64_t message_offset;
  // The canonical form of the host, by which hosts are compared: decoded, in ASCII and in lower case. None if there
  // is no host, or if browsers reject it.
  urlsift_bytes host_ascii;
  // With URLSIFT_WARN_TEXT_DIFFERS, the host that `text` shows, in the form of `host_ascii` and without `www.`.
  urlsift_bytes text_host;
  // With URLSIFT_WARN_TEXT_DIFFERS, the host to which the link leads, in the same form. Of a link that runs a script
  // or shows a document of its own, its scheme with the colon.
  urlsift_bytes link_host;
  // The HTML element whose attribute the link is, such as "a".
  urlsift_bytes element;
  // The attribute of HTML that holds the link, such as "href".
  urlsift_bytes attribute;
  // Why `advice` is what it is, in words for people. None for URLSIFT_ADVICE_OPEN. The string is static.
  urlsift_bytes advice_reason;
  // What a client does before it opens the link: one of URLSIFT_ADVICE_OPEN to URLSIFT_ADVICE_TEXT, each more
  // careful than the one before.
  uint32_t advice;
  // The URL that a client opens, which `advice` is about: `url` or, of a relative reference, what it resolves to by
  // the base of its page or part. None without a base.
  urlsift_bytes absolute;
} urlsift_link;

// The result of validating a URL. Later versions add fields at the end.
typedef struct {
  // The strictest standard that the URL satisfies: one of URLSIFT_RFC1738 to URLSIFT_NONE.
  uint32_t conforms;
  // Bits URLSIFT_WARN_*.
  uint32_t warnings;
  // The scheme: a range of the URL, in any case. Empty at 0 if there is none.
  urlsift_span scheme;
  // The host to which a client connects: a range of the URL. Empty at 0 if there is none.
  urlsift_span host;
  // The port; -1 if there is none, or if it is not a number that fits into an int64_t.
  int64_t port;
  // The number of reasons why the URL does not conform to RFC 1738. At most 1000 are counted.
  size_t problems_len;
  // The range of the first problem in the URL.
  urlsift_span problem;
  // The code of the first problem, such as "missing-host". The string is static.
  urlsift_bytes problem_code;
  // The production of RFC 1738 that the first problem violates, such as "hostport". The string is static.
  urlsift_bytes problem_rule;
  // Why `advice` is what it is, in words for people. None for URLSIFT_ADVICE_OPEN. The string is static.
  urlsift_bytes advice_reason;
  // What a client does before it opens the URL: one of URLSIFT_ADVICE_OPEN to URLSIFT_ADVICE_TEXT.
  uint32_t advice;
} urlsift_verdict;

// Receives the links of a file, one after the other, on the thread that called urlsift_scan_file.
//
// `link` is the next link, or null if something could not be read: then `error` says what and why, in a line of
// English that ends with a NUL. Both are valid until the function returns. It returns 0 to continue the search, and
// any other value to end it. It must return: it must neither throw an exception nor call longjmp.
typedef int (*urlsift_callback)(const urlsift_link *link, const char *error, void *user);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the version of the library, such as "0.1.0".
//
// The string is static.
const char *urlsift_version(void);

// Returns a short English text for a status, such as "success".
//
// The string is static, and never null.
const char *urlsift_status_text(int status);

// Returns the name of a kind of links, such as "angle"; null for other numbers.
//
// The string is static.
const char *urlsift_kind_name(uint32_t kind);

// Returns the name of a conformance, such as "rfc1738"; null for other numbers.
//
// The string is static.
const char *urlsift_conforms_name(uint32_t conforms);

// Returns the name of an advice, such as "ask"; null for other numbers.
//
// The string is static.
const char *urlsift_advice_name(uint32_t advice);

// Returns the code of the warning with one bit, such as "spaced"; null for other numbers.
//
// The string is static.
const char *urlsift_warning_name(uint32_t bit);

// Returns new options with default values. They must be freed with urlsift_options_free.
//
// By default, these find links of all kinds whose URLs browsers accept.
urlsift_options *urlsift_options_new(void);

// Frees options that were made by urlsift_options_new. Null has no effect.
void urlsift_options_free(urlsift_options *options);

// Sets the kinds of links that are wanted, such as `URLSIFT_EVERY_KIND | URLSIFT_NAME`. The default is
// URLSIFT_EVERY_KIND.
int urlsift_options_set_kinds(urlsift_options *options, uint32_t kinds);

// Sets the least conformance of links: from URLSIFT_RFC1738, for the strictest links, to URLSIFT_NONE, for all. The
// default is URLSIFT_WHATWG.
int urlsift_options_set_conforms(urlsift_options *options,
                                 uint32_t conforms);

// Sets what offsets in a text count: URLSIFT_UNITS_OF_TEXT, URLSIFT_UNITS_CODE_POINTS or URLSIFT_UNITS_UTF16. Offsets
// in a message, a part or a file always count bytes.
int urlsift_options_set_units(urlsift_options *options,
                              uint32_t units);

// Sets all flags, such as `URLSIFT_WWW | URLSIFT_UNWRAP`; 0, the default, for none.
int urlsift_options_set_flags(urlsift_options *options, uint32_t flags);

// Sets the maximum length of a link in bytes of the text, at least 1. The default is 8192.
int urlsift_options_set_max_len(urlsift_options *options, size_t bytes);

// Sets the width in columns of the screen from which the text was copied: a bare link that ends in the last column
// continues on the next line. 0, the default, says that it is not known.
int urlsift_options_set_width(urlsift_options *options,
                              size_t columns);

// Adds a scheme that begins a link in angle brackets without `//` after its colon. `scheme` is a string that ends with
// a NUL. Its case is ignored.
int urlsift_options_add_scheme(urlsift_options *options,
                               const char *scheme);

// Finds the links in a decoded text, such as a client shows. Nothing is decoded, and no line is a header.
//
// The text need not be UTF-8 or end with a NUL, and may be null if `len` is 0. It is not used after the call. Offsets
// count bytes, unless the options say otherwise. `options` may be null.
//
// On success, `*out` must be freed with urlsift_links_free; otherwise it is null.
int urlsift_find(const char *text,
                 size_t len,
                 const urlsift_options *options,
                 urlsift_links **out);

// Finds the links in a decoded HTML page in UTF-8, such as the body of a message that a library for MIME has decoded:
// in its text and in its attributes. A charset that the page declares is ignored.
//
// Offsets count the bytes of the page as it is, with its tags, or what urlsift_options_set_units says. Otherwise, this
// is the same as urlsift_find.
int urlsift_find_html(const char *page,
                      size_t len,
                      const urlsift_options *options,
                      urlsift_links **out);

// Makes of a decoded HTML page in UTF-8 the text that it shows, as a client shows it that cannot show HTML, and finds
// the links in it: urlsift_links_text returns the text, and the places of the links are in it. A link in an attribute
// is where its element shows its text, such as "click here", with a piece for each line.
//
// URLSIFT_NOT_UTF8 is returned for a page in another encoding. Otherwise, this is the same as urlsift_find_html.
int urlsift_show_html(const char *page,
                      size_t len,
                      const urlsift_options *options,
                      urlsift_links **out);

// Finds the links in a decoded text in UTF-16, as Qt, Windows and JavaScript have it. `len` is the number of units.
//
// Offsets count units of UTF-16, unless the options say otherwise; strings of the links are UTF-8. An unpaired
// surrogate is read as U+FFFD. Otherwise, this is the same as urlsift_find.
int urlsift_find_utf16(const uint16_t *text,
                       size_t len,
                       const urlsift_options *options,
                       urlsift_links **out);

// Finds the links in a raw message (RFC 5322): in its header and in its parts, which are decoded. Offsets count the
// bytes of the message. Otherwise, this is the same as urlsift_find.
int urlsift_find_in_message(const void *message,
                            size_t len,
                            const urlsift_options *options,
                            urlsift_links **out);

// Finds the links in the raw body of a part, which is decoded as its header says. No links are found in the header
// itself. Offsets count the bytes of the body. Otherwise, this is the same as urlsift_find.
int urlsift_find_in_part(const void *header,
                         size_t header_len,
                         const void *body,
                         size_t body_len,
                         const urlsift_options *options,
                         urlsift_links **out);

// Returns the number of links; 0 for null.
size_t urlsift_links_len(const urlsift_links *links);

// Returns the text that urlsift_show_html has made of a page. Other links have none.
//
// It belongs to the links, and is valid until those are freed.
urlsift_bytes urlsift_links_text(const urlsift_links *links);

// Writes the link with an index to `out`. `out_size` is `sizeof(urlsift_link)`.
int urlsift_links_get(const urlsift_links *links, size_t index, urlsift_link *out, size_t out_size);

// Returns the index of the link at an offset, such as that of a mouse pointer; -1 if there is none. Only the pieces of
// a link count, and not what is between them. If links overlap, which URLs without brackets can, the piece that begins
// first counts.
ptrdiff_t urlsift_links_at(const urlsift_links *links,
                           uint64_t offset);

// Frees links. Null has no effect.
void urlsift_links_free(urlsift_links *links);

// Validates a URL, and writes the verdict to `out`. `out_size` is `sizeof(urlsift_verdict)`.
//
// The URL may contain any bytes, and need not end with a NUL.
int urlsift_check(const char *url, size_t len, urlsift_verdict *out, size_t out_size);

// Writes the canonical form of the host of a URL to `out`, with a NUL at the end: decoded, in ASCII and in lower case.
// Hosts are compared by it. It is an empty string if there is no host, or if browsers reject it.
//
// `out_size` is the size of `out`. 256 bytes are enough for every host that can be looked up. If they are too few,
// `out` becomes an empty string, and the status is URLSIFT_INVALID_ARGUMENT.
int urlsift_host_ascii(const char *url,
                       size_t len,
                       char *out,
                       size_t out_size);

#if defined(URLSIFT_SEARCH)
// Finds the links in a file: an archive of mail or news, a message, or a text, which may be compressed or in a
// container, such as a zip. The kind of the file is recognised by its content. Memory is bounded, whatever the file's
// size.
//
// `path` ends with a NUL. `user` is passed to the callback.
//
// Returns URLSIFT_UNREADABLE if something could not be read; everything else is searched.
//
// Not all builds of the library have this function: a program that uses it defines URLSIFT_SEARCH.
int urlsift_scan_file(const char *path,
                      const urlsift_options *options,
                      urlsift_callback callback,
                      void *user);
#endif

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* URLSIFT_H */
