//! Random texts in which lines end with a URL, and the next lines begin with what may be the rest of it.

use proptest::prelude::*;
use urlsift_tests::properties;

use crate::support::{config, max_len};

/// What stands before a URL.
const BEFORE: [&[u8]; 27] = [
    "│ ".as_bytes(),
    "a │".as_bytes(),
    "a  ".as_bytes(),
    b"",
    b"",
    b"",
    b"see ",
    b"(",
    b"[",
    b"{",
    b"\"",
    b"'",
    b"`",
    "“".as_bytes(),
    "⟨".as_bytes(),
    b"Ann  ",
    b"a\t",
    b"URL:",
    b"URL: www.x/",
    b"_",
    b"*",
    b"> ",
    b">> ",
    b"JD> ",
    b"| ",
    b"  ",
    b"Ltd.",
];

/// URLs, and nearly URLs.
const URLS: [&[u8]; 40] = [
    b"http://a.example/b",
    b"http://a.example/b-",
    b"http://a.example/b/",
    b"http://a.example/b_",
    b"http://",
    b"https://www",
    b"http://www.a",
    b"http://a.example",
    b"http://a.example/?q=1",
    b"http://a.example/%",
    b"http://a.example/%2",
    b"http://a.example/c#",
    b"ftp://u@h",
    b"mailto:a@b",
    b"news:a-",
    b"www.a.example/b/",
    b"www.a",
    b"x-mine:b-",
    b"URL:www.a.example/-",
    "http://a.example/b\u{ad}".as_bytes(),
    "http://a.\u{ad}example/b".as_bytes(),
    b"http://a.example/\xe9",
    b"1foo://",
    b"http://a.example/b(c",
    b"http://a.example/a-long-directory-of-the-archive/with-a-long-name-of-a-fi",
    b"http://a.example/a-long-directory-of-the-archive/with-a-long-name-of-a-file",
    b"http://a.example/a-long-directory-of-the-archive/with-a-long-name-of-a-file-an",
    b"http://a.example/a-long-directory-of-the-archive/with-a-long-name-of-a-file-and-more/",
    b"http://a.example/a-long-directory-of-the-archive/with-a-long-name-of-a/",
    b"tftp://",
    b"http://a.example/b.ht",
    b"http://a.example/?q=1&d=",
    b"http://a.example/b-c",
    b"http://a.example/a-long-directory-of-the-archive/with-a-long",
    b"http://a.example/a-long-directory-of-the-archive/with-a-long-n",
    b"mailto:a at b.example",
    b"mailto:a at b",
    b"http://a.example/20040229 at b.example",
    b"http://a.example/c at b.example/d.",
    b"see a page of it which is there for you at http://host",
];

/// What stands between a URL, or a token, and the end of its line.
const ENDS: [&[u8]; 23] = [
    " │".as_bytes(),
    "│".as_bytes(),
    b" |",
    b"",
    b"",
    b"",
    b"",
    b"",
    b"",
    b".",
    b"?",
    b",",
    b")",
    "‐".as_bytes(),
    "\u{ad}".as_bytes(),
    b"\xad",
    b" ",
    b"  ",
    b"\t",
    b"\r",
    b" \r",
    b"\xad \r",
    b". ",
];

/// The start of the next line.
const STARTS: [&[u8]; 15] = [
    "│ ".as_bytes(),
    "a │".as_bytes(),
    b"a  ",
    b"",
    b"",
    b"",
    b"",
    b"> ",
    b"> ",
    b">> ",
    b">",
    b"  ",
    b"| ",
    b"JD> ",
    b"\x0c",
];

/// The first word of the next line.
const WORDS: [&[u8]; 76] = [
    b"GCS/M/S",
    "c │".as_bytes(),
    "c/1 │".as_bytes(),
    "\u{fb03}c".as_bytes(),
    b"c d.html",
    b"c |",
    b"c.html",
    b"c",
    b"Features",
    b"c/d",
    b"&d=e",
    b"?y=1",
    b"=1",
    b"#top",
    b"#endif",
    b"-d",
    b"--",
    b"1.",
    b"a)",
    b"12)",
    b"Key:",
    b"me@b",
    b"a/b@c",
    b"(c",
    b"\"c",
    "“c".as_bytes(),
    b"http://b/",
    b"www.b.example/c",
    b"a.org/x",
    b"b.c.d/e",
    b"html",
    b"html?x=1",
    b"2F",
    b"F",
    b"c)",
    b"c)]",
    b"c]",
    b"c\"",
    b"c'",
    "c⟩".as_bytes(),
    b"c.",
    b"c?",
    b"c-",
    b"c/",
    b"c_d",
    "c‐".as_bytes(),
    "c\u{ad}".as_bytes(),
    b"c\xad",
    b"x.news:a-",
    b"b=mailto:d-",
    b"URL:www.e.example/-",
    "日".as_bytes(),
    b"aB",
    b"a1",
    b"a-b",
    b"___",
    "…".as_bytes(),
    b"c,",
    b"%41",
    b".html",
    b"/d",
    b"~me",
    b"",
    b"mailto:a",
    b"c>",
    b"<c",
    b"\xe9",
    b"a-long-word-of-the-URL-which-is-in-the-middle-of-it/and-still-goes-on-and",
    b"e.example/f.",
    b"www.",
    b"ml",
    b"ml#c",
    b"12",
    b"d-e-f",
    b"/etc/hosts",
    b"/",
];

/// What follows this word on its line.
const AFTER: [&[u8]; 12] = [
    b"",
    b"",
    b"",
    b"",
    b"",
    b" ",
    b"  ",
    b" d",
    b" <http://b/>",
    b" http://b/",
    b" (www.b.example",
    b"\t\r",
];

/// Lines before a URL.
const PARAGRAPHS: [&[u8]; 14] = [
    b"",
    b"",
    b"",
    b"",
    b"a page of the old library which was lost and has been found\n",
    b"a page of the old library which was lost and has been found\n\n",
    b"a page of the old library which was lost and has been foun\n",
    b"a page of the old library which was lost  \n",
    b"> a page of the old library which was lost and has been found\n> again  \n",
    b"a page of the\told library which was lost and has been found\n",
    b"of   them\n",
    b"____________\n",
    b"again \r\n",
    b"it is at [http://a.example/bc]\n",
];

/// Another line.
const LINES: [&[u8]; 12] = [
    b"",
    b"e",
    b"http://a.example/",
    b"<http://a.example/b",
    b"<http://a.example/b/c>",
    b"c)",
    b"d).",
    b"e f",
    b"d\"",
    b"> d]",
    b"c\xe2\x9f\xa9",
    b"-- ",
];

fn one_of(texts: &'static [&'static [u8]]) -> impl Strategy<Value = &'static [u8]> {
    prop::sample::select(texts)
}

/// Returns a URL and some lines after it.
fn wrapped() -> impl Strategy<Value = Vec<u8>> {
    let line = (
        one_of(&STARTS),
        one_of(&WORDS),
        one_of(&ENDS),
        one_of(&AFTER),
    );
    let line = line.prop_map(|(start, word, end, after)| [b"\n", start, word, end, after].concat());
    let lines = prop::collection::vec(line, 1..4).prop_map(|lines| lines.concat());
    (
        one_of(&BEFORE),
        one_of(&URLS),
        one_of(&ENDS),
        lines,
        one_of(&LINES),
        any::<bool>(),
    )
        .prop_map(|(before, url, end, lines, last, has_last)| {
            let last = if has_last {
                [b"\n", last].concat()
            } else {
                Vec::new()
            };
            [before, url, end, &lines, &last].concat()
        })
}

/// Returns some lines of text.
fn paragraph() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(one_of(&PARAGRAPHS), 0..7).prop_map(|lines| lines.concat())
}

/// Returns a text with several of them.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let separator = one_of(&[b"", b"\n", b"\n", b"\n\n", b"\r\n", b" "]);
    let part = (paragraph(), wrapped(), separator)
        .prop_map(|(lines, text, separator)| [&lines[..], &text, separator].concat());
    prop::collection::vec(part, 1..3).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(config(2))]

    #[test]
    fn wrapped_urls_are_found_consistently(
        text in text(),
        max_len in max_len(),
        cut in 0..600_usize,
    ) {
        properties::all_kinds_are_found_consistently(&text, max_len, cut);
    }
}
