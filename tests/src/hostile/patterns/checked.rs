//! Lines for `check`, longer than any candidate.

use super::super::pattern::{Pattern, repeat};

/// The maximum length of a line that `check` reads.
const MAX_LINE: usize = 1 << 20;

/// Returns lines that each repeat one construct.
pub(super) fn lines() -> Vec<Pattern> {
    let all = [
        ("check-path", "http://a/", "a", ""),
        ("check-escapes", "http://a/", "%", ""),
        ("check-braces", "http://a/", "{", ""),
        ("check-dots", "http://a/", "a/../", ""),
        ("check-slashes", "", "/", ""),
        ("check-labels", "http://", "a.", "a/"),
        ("check-numbers", "http://", "0.", "0/"),
        ("check-punycode", "http://xn--", "ab9", "/"),
        ("check-punycode-labels", "http://", "xn--mnchen-3ya.", "de/"),
        ("check-letters", "http://", "\u{e4}", ".de/"),
        ("check-letters-of-a-label", "http://", "\u{e4}a", "/"),
        ("check-combined", "http://a", "\u{301}\u{323}", ".de/"),
        ("check-ats", "http://", "a@", "b/"),
        ("check-colons", "http://a", ":", "/"),
        ("check-zeros", "http://a:", "0", "1/"),
        ("check-ipv6", "http://[", "1:", "]/"),
        ("check-mailto-comments", "mailto:", "(", "a@b"),
        ("check-mailto-comments-closed", "mailto:", "(a)", "a@b"),
        ("check-mailto-quotes", "mailto:", "\"a\".", "a@b"),
        ("check-mailto-addresses", "mailto:", "a@b,", "a@b"),
        ("check-mailto-routes", "mailto:", "<@", "a@b"),
        ("check-prospero", "prospero://a/b", ";a=b", ""),
        ("check-gopher", "gopher://a/1", "%09", ""),
        ("check-wais", "wais://a/", "b/", ""),
        ("check-news", "news:", "a@", "b"),
        ("check-file", "file:///", "C|/", ""),
        ("check-scheme", "", "a", "://b"),
        ("check-schemes", "", "a:", ""),
        ("check-controls", "http://a/", "\x01", ""),
        ("check-wide", "http://a/", "\u{4e2d}", ""),
    ];
    let pattern = |(name, start, unit, end): (&'static str, _, _, _)| {
        let build = move |size: usize| {
            let ends = str::len(start) + str::len(end) + 1;
            let line = [start, &repeat(unit, size.saturating_sub(ends)), end, "\n"].concat();
            line.into_bytes()
        };
        Pattern::new(name, build).at_most(MAX_LINE - 64).of_urls()
    };
    let lines = Pattern::new("check-lines", |size| {
        repeat("http://a/\n", size).into_bytes()
    });
    let empty = Pattern::new("check-empty-lines", |size| repeat("\n", size).into_bytes());
    let lines = [lines, empty].map(Pattern::of_urls);
    all.into_iter().map(pattern).chain(lines).collect()
}
