//! The URLs in the value of an HTML attribute.

use std::ops::Range;

use memchr::{memchr2, memchr3};

use crate::candidate::Candidate;

/// Returns the URLs in the value of an attribute with this name. The character references in the value must be decoded.
///
/// `ping` contains URLs separated by white space, `srcset` and `imagesrcset` contain URLs with descriptors, `style`
/// contains a style sheet with `url(...)` or `@import`, and `content` is taken for the attribute of a `meta` that
/// refreshes the page. Any other value is a single URL. White
/// space and control characters at both ends are not part of a URL, nor are tabs and line breaks inside.
///
/// ```
/// use urlsift_scan::attribute_urls;
///
/// let found: Vec<_> = attribute_urls("srcset", b"a.png 1x, http://a.example/b.png 2x").collect();
/// let urls: Vec<_> = found.iter().map(|found| found.url()).collect();
/// assert_eq!(urls, [&b"a.png"[..], b"http://a.example/b.png"]);
/// ```
pub fn attribute_urls<'v>(
    name: &str,
    value: &'v [u8],
) -> impl Iterator<Item = Candidate> + use<'v> {
    let (one, several) = match name {
        "ping" => (None, words(value)),
        "srcset" | "imagesrcset" => (None, image_candidates(value)),
        "style" => (None, style_urls(value)),
        "content" => (refresh_url(value), Vec::new()),
        _ => (Some(0..value.len()), Vec::new()),
    };
    let ranges = one.into_iter().chain(several);
    ranges.filter_map(|range| url(value, range))
}

/// Returns the URL in a range of a value (WHATWG URL, basic URL parser).
fn url(value: &[u8], range: Range<usize>) -> Option<Candidate> {
    let is_content = |&byte: &u8| byte > b' ';
    let within = &value[range.clone()];
    let first = within.iter().position(is_content)?;
    let last = within.iter().rposition(is_content)?;
    let raw = &within[first..=last];
    let start = (range.start + first) as u64;
    if memchr3(b'\t', b'\n', b'\r', raw).is_none() {
        // The usual case.
        let whole = 0..raw.len();
        return Some(Candidate::in_attribute(start, raw, &[whole]));
    }
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < raw.len() {
        let len = memchr3(b'\t', b'\n', b'\r', &raw[at..]).unwrap_or(raw.len() - at);
        if len > 0 {
            pieces.push(at..at + len);
        }
        at += len + 1;
    }
    Some(Candidate::in_attribute(start, raw, &pieces))
}

/// Returns the words between white space.
fn words(value: &[u8]) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut at = 0;
    while at < value.len() {
        at += count(&value[at..], is_white_space);
        let len = count(&value[at..], |byte| !is_white_space(byte));
        if len > 0 {
            words.push(at..at + len);
        }
        at += len;
    }
    words
}

/// Returns the URLs of a `srcset` (HTML §4.8.4.2.1).
fn image_candidates(value: &[u8]) -> Vec<Range<usize>> {
    let mut urls = Vec::new();
    let mut at = 0;
    loop {
        at += count(&value[at..], |byte| is_white_space(byte) || byte == b',');
        let len = count(&value[at..], |byte| !is_white_space(byte));
        if len == 0 {
            return urls;
        }
        let word = &value[at..at + len];
        let commas = word.iter().rev().take_while(|&&byte| byte == b',').count();
        urls.push(at..at + len - commas);
        at += len;
        if commas == 0 {
            at += descriptors(&value[at..]);
        }
    }
}

/// Returns the URLs of a style sheet: those of `url(...)`, and the strings after `@import` (CSS Values §4.5, CSS
/// Cascade §3). Comments and escapes are not read.
fn style_urls(value: &[u8]) -> Vec<Range<usize>> {
    const IMPORT: &[u8] = b"@import";
    let mut urls = Vec::new();
    let mut at = 0;
    while let Some(found) = memchr2(b'(', b'@', &value[at..]) {
        let mark = at + found;
        at = mark + 1;
        let name = value[..mark].last_chunk::<3>();
        let is_url =
            value[mark] == b'(' && name.is_some_and(|name| name.eq_ignore_ascii_case(b"url"));
        let is_import = value[mark..]
            .get(..IMPORT.len())
            .is_some_and(|word| word.eq_ignore_ascii_case(IMPORT));
        if !(is_url || is_import) {
            continue;
        }
        let start = if is_import { mark + IMPORT.len() } else { at };
        let start = start + count(&value[start..], is_white_space);
        let (start, len) = match value.get(start) {
            Some(&quote @ (b'"' | b'\'')) => {
                (start + 1, count(&value[start + 1..], |byte| byte != quote))
            }
            _ if is_import => continue,
            _ => (start, count(&value[start..], |byte| byte != b')')),
        };
        urls.push(start..start + len);
        at = start + len;
    }
    urls
}

/// Returns the length of the descriptors up to the next comma outside parentheses.
fn descriptors(value: &[u8]) -> usize {
    let mut is_in_parentheses = false;
    let end = value.iter().position(|byte| {
        match byte {
            b'(' => is_in_parentheses = true,
            b')' => is_in_parentheses = false,
            _ => {}
        }
        *byte == b',' && !is_in_parentheses
    });
    end.unwrap_or(value.len())
}

/// Returns the URL of a refresh such as `5; url=http://a.example/` (HTML §4.2.5.3, shared declarative refresh steps).
fn refresh_url(value: &[u8]) -> Option<Range<usize>> {
    let mut at = count(value, is_white_space);
    let digits = count(&value[at..], |byte| byte.is_ascii_digit());
    if digits == 0 && value.get(at) != Some(&b'.') {
        return None;
    }
    at += count(&value[at..], |byte| byte.is_ascii_digit() || byte == b'.');
    let separator = *value.get(at)?;
    if !is_white_space(separator) && !matches!(separator, b';' | b',') {
        return None;
    }
    at += count(&value[at..], is_white_space);
    at += usize::from(matches!(value.get(at), Some(b';' | b',')));
    at += count(&value[at..], is_white_space);
    let rest = &value[at..];
    at += match rest.split_at_checked(b"url".len()) {
        Some((name, after)) if name.eq_ignore_ascii_case(b"url") => {
            let blanks = count(after, is_white_space);
            match after.get(blanks) {
                Some(b'=') => name.len() + blanks + 1 + count(&after[blanks + 1..], is_white_space),
                _ => 0,
            }
        }
        _ => 0,
    };
    let mut end = value.len();
    if let Some(&quote @ (b'"' | b'\'')) = value.get(at) {
        at += 1;
        end = at + count(&value[at..], |byte| byte != quote);
    }
    (at < end).then_some(at..end)
}

/// Returns the number of bytes at the start of `bytes` that satisfy a condition.
fn count(bytes: &[u8], condition: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|&&byte| condition(byte)).count()
}

/// ASCII whitespace (WHATWG Infra).
fn is_white_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

#[cfg(test)]
mod tests {
    use super::attribute_urls;

    #[track_caller]
    fn check(name: &str, value: &str, expected: &[&str]) {
        let found: Vec<_> = attribute_urls(name, value.as_bytes()).collect();
        let urls = found
            .iter()
            .map(|found| String::from_utf8_lossy(found.url()));
        let urls: Vec<_> = urls.collect();
        assert_eq!(urls, expected, "{value:?}");
    }

    #[test]
    fn ends_are_trimmed_and_breaks_dropped() {
        check(
            "href",
            " http://a.example/b c\n",
            &["http://a.example/b%20c"],
        );
        check("href", "mailto:  a\n ", &["mailto:%20%20a"]);
        check("href", "http://a b/c d", &["http://a b/c%20d"]);
        check("href", "\u{1}a\r\n\tb\u{c}", &["ab"]);
        check("href", "\t \n", &[]);
        let found: Vec<_> = attribute_urls("href", b" a\tb-\n c\r\n\td ").collect();
        let joins = found[0].joins();
        let dropped: Vec<Vec<_>> = joins
            .iter()
            .map(|join| join.dropped.names().collect())
            .collect();
        assert_eq!(found[0].url(), b"ab-%20cd");
        assert_eq!(
            dropped,
            [vec!["space"], vec!["break"], vec!["break", "space"]]
        );
        assert!(joins[1].hyphen.is_some() && found[0].spaced());
        assert_eq!((found[0].reading_count(), found[0].breaks()), (1, 2));
        assert_eq!(found[0].span().range(), 1..12);
    }

    #[test]
    fn several_urls_are_separated() {
        check("ping", " a  http://b/\n\u{c}c", &["a", "http://b/", "c"]);
        check(
            "srcset",
            ",a 1x,b, , c (1,2) 3w ,d,,e,",
            &["a", "b", "c", "d,,e"],
        );
        check("srcset", "a,b 1x", &["a,b"]);
        check("imagesrcset", " , ", &[]);
    }

    #[test]
    fn a_style_sheet_names_urls() {
        check(
            "style",
            "background: URL( 'a b' ), rgb(1) url(http://b/) no-repeat; x: url(\"c",
            &["a%20b", "http://b/", "c"],
        );
        check(
            "style",
            "@import 'a'; @IMPORT url(b); @media (c)",
            &["a", "b"],
        );
        check("style", "url() url(", &[]);
    }

    #[test]
    fn a_refresh_names_a_url() {
        for (value, url) in [
            ("0;url=a", "a"),
            (" 5.5 , URL = 'a b' c", "a%20b"),
            (".;a", "a"),
            ("1 \"a\"", "a"),
            ("1; url a", "url%20a"),
            ("1;ur", "ur"),
            ("1;url=\"a", "a"),
        ] {
            check("content", value, &[url]);
        }
        for value in ["", "5", "5;", "a;url=b", "5a;url=b", "5;url=", "5;url=''"] {
            check("content", value, &[]);
        }
    }
}
