//! What linkify finds, if it takes no punctuation or white space beyond ASCII for letters.

use std::{borrow::Cow, iter, ops::Range};

use linkify::LinkFinder;

use crate::{
    typography::{is_mark, is_space},
    url_end::url_end,
};

/// Adds the URLs with `://` in a text.
pub(crate) fn links(finder: &LinkFinder, text: &str, found: &mut Vec<Range<usize>>) {
    let plain = plain(text);
    for link in finder.links(&plain) {
        let end = match &plain {
            Cow::Borrowed(_) => link.end(),
            Cow::Owned(_) => link.start() + end_without_marks(&text[link.start()..link.end()]),
        };
        found.push(link.start()..end);
    }
}

/// Returns a text of the same length in which an ASCII character that ends a host stands for each byte of a mark, and a
/// blank for each byte of white space.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    // One that may be the last of a URL: what follows is then no URL, and `end_without_marks` finds the end.
    const MARK: char = '^';
    if text.is_ascii() || !text.contains(|char| is_mark(char) || is_space(char)) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for char in text.chars() {
        let (replacement, count) = if is_mark(char) {
            (MARK, char.len_utf8())
        } else if is_space(char) {
            (' ', char.len_utf8())
        } else {
            (char, 1)
        };
        plain.extend(iter::repeat_n(replacement, count));
    }
    Cow::Owned(plain)
}

/// Returns the length of a URL with `://`, or of one without a scheme, that may end in marks.
pub(crate) fn end_without_marks(url: &str) -> usize {
    let authority = url.find("://").map_or(0, |colon| colon + "://".len());
    let Some(path) = url[authority..].find(['/', '?']) else {
        return url.len();
    };
    let path = authority + path;
    // A quotation mark in front of the URL makes no difference: the URL does not contain it.
    path + url_end(&url[path..], None)
}

#[cfg(test)]
mod tests {
    use linkify::{LinkFinder, LinkKind};

    use super::links;
    use crate::url_end::usual_url;

    #[test]
    fn usual_urls_are_those_of_linkify() {
        const TOKENS: [&str; 47] = [
            "http",
            "https",
            "ftp",
            "HTTP",
            "x",
            "://",
            "://",
            "://",
            "://",
            ":/",
            ":",
            "a.example",
            "b.c",
            "www.",
            "1.2.3.4",
            "a-b.de",
            "-",
            ".",
            "..",
            "a",
            "1",
            "2x",
            "/",
            "/",
            "/c",
            "?",
            "#d",
            " ",
            " ",
            "(",
            ")",
            "<",
            ">",
            "\"",
            "'",
            ",",
            ";",
            "@",
            "é",
            "[",
            "]",
            "|",
            "%20",
            "_",
            "”",
            "…",
            "\u{a0}",
        ];
        let mut finder = LinkFinder::new();
        finder.kinds(&[LinkKind::Url]);
        let (mut usual, mut state) = (0, 1_u64);
        for round in 0..300_000 {
            let mut text = String::new();
            for at in 0..9 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let token = TOKENS[(state >> 33) as usize % TOKENS.len()];
                text.push_str(match at {
                    0 if round % 2 == 0 => ["", " ", "(", "'"][token.len() % 4],
                    1 if round % 2 == 0 => "http",
                    2 if round % 2 == 0 => "://",
                    3 if round % 4 == 0 => "a.example",
                    _ => token,
                });
            }
            let mut all = Vec::new();
            links(&finder, &text, &mut all);
            let mut last = 0;
            for (colon, _) in text.match_indices("://") {
                if colon < last {
                    continue;
                }
                let Some(found) = usual_url(&text, colon) else {
                    break;
                };
                assert!(all.contains(&found), "{text:?}: {found:?}, {all:?}");
                last = found.end;
                usual += 1;
            }
        }
        assert!(usual > 10_000, "{usual}");
    }
}
