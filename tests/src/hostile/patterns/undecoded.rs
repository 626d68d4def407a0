//! Plain texts: links, candidates and URLs without angle brackets.

use super::super::{
    MESSAGE, candidate, message,
    pattern::{Pattern, in_messages, numbered, repeat, repeated},
};

/// Texts in which the number of links or lines matters.
pub(super) fn lines() -> Vec<Pattern> {
    let links = |end: &'static str| {
        move |size| numbered(size, |number| format!("<http://a/{number}>{end}")).into_bytes()
    };
    vec![
        Pattern::new("links-of-a-line", links(" ")),
        Pattern::new("links-of-lines", links("\n")),
        Pattern::new("links-of-paragraphs", links("\n\n")),
        repeated("same-link", "", "<http://a/>\n"),
        repeated("relative-links", "", "<URL:a>\n"),
        repeated(
            "links-in-a-message",
            MESSAGE.to_owned() + "\n",
            "<http://a/>\n",
        ),
        repeated("empty-lines", "", "\n"),
        repeated("empty-lines-of-a-message", message("", ""), "\n"),
        // A single long line: most of it precedes its end.
        in_messages("deep-quoted-from", |room| {
            format!("\n{}From \n<http://a/>\n", repeat(">", room))
        }),
    ]
}

/// Candidates of the maximum length.
pub(super) fn urls() -> Vec<Pattern> {
    let all = [
        ("braces", "<http://a/", "{", "}>"),
        ("prospero-parameters", "<prospero://a/b", ";a=b", ">"),
        ("gopher-tabs", "<gopher://a/1", "%09", ">"),
        ("mailto-comments", "<mailto:", "(", "a@b>"),
        ("mailto-quotes", "<mailto:", "\"a\".", "a@b>"),
        ("mailto-addresses", "<mailto:", "a@b,", "a@b>"),
        ("mailto-ats", "<mailto:a", " at b", ">"),
        ("ats", "<http://", "a@", "b/>"),
        ("colons", "<http://a", ":", "/>"),
        ("port-zeros", "<http://a:", "0", "1/>"),
        ("ipv6", "<http://[", "1:", "]/>"),
        ("host-labels", "<http://", "a.", "a/>"),
        ("host-numbers", "<http://", "0.", "0/>"),
        ("host-punycode", "<http://xn--", "ab9", "/>"),
        (
            "host-punycode-labels",
            "<http://",
            "xn--mnchen-3ya.",
            "de/>",
        ),
        ("host-letters", "<http://", "\u{e4}", ".de/>"),
        ("host-combined", "<http://a", "\u{301}\u{323}", ".de/>"),
        ("host-escapes", "<http://", "%C3%A4", "/>"),
        ("path-escapes", "<http://a/", "%", ">"),
        ("path-dots", "<http://a/", "a/../", ">"),
        ("path-backslashes", "<http://a", "\\", ">"),
        ("path-slashes", "<URL:", "/", ">"),
        ("path-parents", "<URL:", "../", "a>"),
        ("fragments", "<http://a/", "#", ">"),
        ("queries", "<http://a/", "?", ">"),
        ("schemes", "<URL:", "a:", ">"),
        ("scheme-of-letters", "<URL:", "a", "://b>"),
        ("controls", "<http://a/", "\x01", ">"),
        ("tabs", "<http://a/", "a\t", ">"),
        ("wais", "<wais://a/", "b/", ">"),
        ("news-ids", "<news:", "a@", "b>"),
        ("file-drives", "<file:///", "C|/", ">"),
        ("data", "<data:text/plain;", "a=b;", ",c>"),
        ("second-urls", "<http://a/", " http://b/", ">"),
        ("character-references", "<http://a/", "&gt;", "\n\n"),
        ("trailing-brackets", "<http://a/", "(", "\n\n"),
        ("quoted-lines", "> <http://a/\n", "> b\n", "> c>\n"),
    ];
    let pattern = |(name, start, middle, end)| {
        // Each link is on its own line, so that context and headings apply to each.
        let unit = candidate(start, middle, end) + "\n";
        Pattern::new(name, move |size| repeat(&unit, size).into())
    };
    all.into_iter().map(pattern).collect()
}

/// URLs without angle brackets: on one line without an end, or one on each line.
pub(super) fn undelimited() -> Vec<Pattern> {
    vec![
        repeated("bare-links", "", "http://a/ "),
        repeated("bare-slashes", "", "://"),
        repeated("bare-schemes", "", "http://"),
        repeated("bare-scheme-letters", "http:", "a.a+a-"),
        repeated("bare-user-infos", "", "http://a:b@"),
        repeated("bare-brackets", "http://a/", "(["),
        repeated("bare-closing-brackets", "", "tel:1)"),
        repeated("bare-known-schemes", "", "news:"),
        repeated("bare-known-scheme-parts", "", "tel.news.urn.x:"),
        repeated("bare-names", "", "www."),
        repeated("bare-names-with-ends", "", "www.a_"),
        repeated("bare-names-with-spaces", "", "www.\u{a0}"),
        repeated("bare-names-with-symbols", "", "www.€"),
        repeated("bare-names-with-quotes", "", "www.a.example/“"),
        repeated("bare-links-with-quotes", "", "http://a.example”"),
        repeated("bare-links-with-ellipses", "http://a.example/", "…"),
        repeated("prefixed-names", "", "URL:www.a.example/"),
        repeated("prefixes", "", "URL:"),
        repeated("prefixes-with-blanks", "", "URL:     "),
        repeated("prefixed-links", "", "URL:http://a/ "),
        repeated("quotes-of-a-line", "", "\"http://a"),
        repeated("quotes-of-lines", "", "\"http://a\n"),
        repeated("quotes-in-quotes", "", "\"http:'http:`http:“http:‘http:"),
        repeated("quotes-in-quotes-of-lines", "", "\"tel:1'tel:2`tel:3\n"),
        repeated("links-in-undecided-lines", "<http://a/", "\nhttp://b/"),
    ]
}
