//! Where a bare URL ends, by the rules of linkify.
//!
//! linkify applies its rules only after `://` and an authority, and exports no function. A test compares the two.

use std::ops::Range;

use crate::label::is_in_label;

/// Returns the length in bytes of the rest of a URL at the start of `text`, which follows a scheme's colon or an
/// authority. `quote` is the quotation mark, `"` or `'`, before the URL.
pub(crate) fn url_end(text: &str, quote: Option<char>) -> usize {
    let mut brackets = [0_i32; 3];
    let mut single_quotes = 0;
    let mut end = 0;
    for (at, char) in text.char_indices() {
        let can_be_last = match char {
            '\0'..='\x1f' | ' ' | '|' | '"' | '<' | '>' | '`' | '\x7f'..='\u{9f}' => break,
            '?' | '!' | '.' | ',' | ':' | ';' | '*' => false,
            '(' | '[' | '{' => {
                brackets[bracket(char)] += 1;
                false
            }
            ')' | ']' | '}' => {
                let open = &mut brackets[bracket(char)];
                *open -= 1;
                if *open < 0 {
                    break;
                }
                true
            }
            _ if Some(char) == quote => break,
            '\'' => {
                single_quotes += 1;
                single_quotes % 2 == 0
            }
            _ => true,
        };
        if can_be_last {
            end = at + char.len_utf8();
        }
    }
    end
}

/// The role of a byte in a URL that is a run of ASCII.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// The byte may be the last one of the URL.
    Last,
    /// The byte may occur in the URL, but not as its last one.
    Inner,
    /// The URL ends before the byte.
    End,
    /// The role depends on other bytes.
    Other,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Last; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            0..=0x1f | b' ' | b'|' | b'"' | b'<' | b'>' | b'`' => Class::End,
            b'?' | b'!' | b'.' | b',' | b':' | b';' | b'*' => Class::Inner,
            b'(' | b'[' | b'{' | b')' | b']' | b'}' | b'\'' | 0x7f.. => Class::Other,
            _ => Class::Last,
        };
        byte += 1;
    }
    classes
};

/// Fast path for URLs of the usual form: `http`, `https` or `ftp` at the start of the text or after a blank, `(` or
/// `<`; a host of labels; and a path, if any. Returns the range of the URL in `text` whose `://` is at `colon`. `None`
/// means "not known".
pub(crate) fn usual_url(text: &str, colon: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let name = ["http", "https", "ftp"]
        .into_iter()
        .find(|name| bytes[..colon].ends_with(name.as_bytes()))?;
    let start = colon - name.len();
    if start > 0 && !matches!(bytes[start - 1], b' ' | b'\t' | b'(' | b'<') {
        return None;
    }
    let host_start = colon + "://".len();
    let host_end = host_start + usual_host(&bytes[host_start..])?;
    let path = &bytes[host_end..];
    match path.first() {
        None | Some(b' ' | b'\t' | b'>') => return Some(start..host_end),
        Some(b'/') => {}
        Some(_) => return None,
    }
    let ends = |byte: &u8| CLASSES[usize::from(*byte)] >= Class::End;
    let len = path.iter().position(ends).unwrap_or(path.len());
    if path
        .get(len)
        .is_some_and(|&byte| CLASSES[usize::from(byte)] == Class::Other)
    {
        return Some(start..host_end + url_end(&text[host_end..], None));
    }
    let can_be_last = |byte: &u8| CLASSES[usize::from(*byte)] == Class::Last;
    let last = path[..len].iter().rposition(can_be_last);
    Some(start..host_end + last.map_or(0, |last| last + 1))
}

/// Returns the length of the host at the start of a text: labels of letters, digits and inner hyphens, of which
/// the last begins with two letters.
fn usual_host(text: &[u8]) -> Option<usize> {
    let mut label = 0;
    let mut len = 0;
    let mut is_after_letter = false;
    for &byte in text {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => is_after_letter = true,
            b'-' if is_after_letter => {}
            b'.' if is_after_letter && text[len - 1] != b'-' => {
                label = len + 1;
                is_after_letter = false;
            }
            b'-' | b'.' => return None,
            _ => break,
        }
        len += 1;
    }
    let is_valid = matches!(text[label..len], [first, second, ..] if first.is_ascii_alphabetic() && second.is_ascii_alphabetic())
        && label > 0
        && text[len - 1] != b'-';
    is_valid.then_some(len)
}

/// Returns the index of a kind of brackets.
fn bracket(char: char) -> usize {
    match char {
        '(' | ')' => 0,
        '[' | ']' => 1,
        _ => 2,
    }
}

/// Returns the length of the name that begins with `www.` at the start of `text`, with its port and path;
/// `None` if it is not a host name. As in linkify, a host consists of labels, of which the last begins with two
/// ASCII letters.
///
/// The host is searched in a run of characters after which no other name [can begin](begins_name). So no character is
/// read twice.
pub(crate) fn www_end(text: &str, quote: Option<char>) -> Option<usize> {
    let run = text.find(|char| !is_in_label(char) && char != '.');
    let host = text[..run.unwrap_or(text.len())].trim_end_matches(['.', '-']);
    let mut labels = host.split('.');
    let is_valid =
        |label: &str| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-');
    let first = labels.next()?;
    let last = host.rsplit('.').next()?;
    let has_domain = last.bytes().take(2).filter(u8::is_ascii_alphabetic).count() == 2;
    if !first.eq_ignore_ascii_case("www")
        || !host.contains('.')
        || !has_domain
        || !labels.all(is_valid)
    {
        return None;
    }
    let mut end = host.len();
    if let Some(port) = text[end..].strip_prefix(':') {
        let digits = port.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            end += 1 + digits;
        }
    }
    if text[end..].starts_with(['/', '?']) {
        end += url_end(&text[end..], quote);
    }
    Some(end)
}

/// Returns whether a name without a scheme can begin after a text.
pub(crate) fn begins_name(before: &str) -> bool {
    let last = before.chars().next_back();
    !last.is_some_and(|char| is_in_label(char) || "._~@:/".contains(char))
}

#[cfg(test)]
mod tests {
    use linkify::{LinkFinder, LinkKind};

    use super::{begins_name, url_end, usual_url, www_end};

    /// Returns the end as linkify sees it, by means of a URL that ends in the text.
    fn end_by_linkify(text: &str, quote: Option<char>) -> usize {
        let quote = quote.map(String::from).unwrap_or_default();
        let before = format!("{quote}x://x/");
        let full = format!("{before}{text}");
        let link = LinkFinder::new().links(&full).next().expect("a link");
        assert_eq!(link.start(), quote.len());
        link.end() - before.len()
    }

    #[test]
    fn ends_are_those_of_linkify() {
        let alphabet: Vec<char> = "ab/?!.,:;*()[]{}'\"`<>| \u{1}\u{85}é“@%#-_~=&+$\\^"
            .chars()
            .collect();
        let mut state = 1_u64;
        for _ in 0..200_000 {
            let mut text = String::new();
            for _ in 0..9 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                text.push(alphabet[(state >> 33) as usize % alphabet.len()]);
            }
            for quote in [None, Some('\''), Some('"')] {
                assert_eq!(
                    url_end(&text, quote),
                    end_by_linkify(&text, quote),
                    "{text:?}"
                );
            }
        }
    }

    /// The tokens of texts with many URLs and much that only looks like one.
    const TOKENS: [&str; 44] = [
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
    ];

    #[test]
    fn usual_urls_are_those_of_linkify() {
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
            let links: Vec<_> = finder
                .links(&text)
                .map(|link| link.start()..link.end())
                .collect();
            let mut last = 0;
            for (colon, _) in text.match_indices("://") {
                if colon < last {
                    continue;
                }
                let Some(found) = usual_url(&text, colon) else {
                    break;
                };
                assert!(links.contains(&found), "{text:?}: {found:?}, {links:?}");
                last = found.end;
                usual += 1;
            }
        }
        assert!(usual > 10_000, "{usual}");
    }

    #[test]
    fn names_with_www_are_hosts() {
        let cases = [
            ("www.a.example", Some(13)),
            ("WWW.a.example/b.", Some(15)),
            ("www.a.example:80/", Some(17)),
            ("www.a.example: b", Some(13)),
            ("www.example.", Some(11)),
            ("www.é.example,", Some(14)),
            ("www.a.example?b)", Some(15)),
            ("www.a.example…", Some(13)),
            ("www.a.example\u{a0}", Some(13)),
            ("www.", None),
            ("www..example", None),
            ("www.1.2", None),
            ("www.-a.example", None),
            ("www", None),
        ];
        for (text, end) in cases {
            assert_eq!(www_end(text, None), end, "{text}");
        }
    }

    /// A name that is no host is read once.
    #[test]
    fn no_name_begins_in_another() {
        for char in '\0'..=char::MAX {
            let text = format!("www.{char}www.a.b.1");
            let run = format!("www.{char}www.aa");
            let is_continued = www_end(&run, None) == Some(run.len());
            if is_continued {
                assert!(
                    !begins_name(&text[..text.len() - "www.a.b.1".len()]),
                    "{char:?}"
                );
            }
        }
        assert!(!begins_name("www."));
        assert!(begins_name("€") && begins_name("“") && begins_name("\u{a0}") && begins_name(""));
    }
}
