//! What can open a delimited URL, at a glance.
//!
//! Texts are read for the URLs in `<URL:...>` and `<scheme:...>`. Where there can be none, some of
//! the work of decoding is spared. The scanner is stricter than what is told here.

use encoding_rs::Encoding;
use memchr::{memchr, memchr_iter, memchr2_iter, memmem};

/// How far behind a `<` a byte counts for what is decided here.
pub(crate) const REACH: usize = 256;

/// Whether a URL may be opened in the bytes of a header, as they are written: whether there is an
/// encoded word (RFC 2047), or something that may be one's opening.
pub(crate) fn may_be_in_header(raw: &[u8]) -> bool {
    memchr2_iter(b'<', b'?', raw).any(|at| match raw[at] {
        b'?' => at > 0 && raw[at - 1] == b'=',
        _ => may_open(&raw[at + 1..]),
    })
}

/// The first byte of `text`, from the index `from` on, that is not ASCII and may be part of a URL:
/// it stands at most [`REACH`] bytes behind what may open one, and neither another `<` nor an empty
/// line stands between.
pub(crate) fn first_beyond_ascii(text: &[u8], from: usize) -> Option<usize> {
    memchr_iter(b'<', text).find_map(|opener| {
        let behind = opener + 1;
        if !may_open(&text[behind..]) {
            return None;
        }
        let inside = &text[behind..text.len().min(opener + REACH)];
        let first = Encoding::ascii_valid_up_to(inside);
        if first == inside.len() {
            return None;
        }
        let inside = &inside[..first];
        let is_cut = memchr(b'<', inside).is_some()
            || memmem::find(inside, b"\n\n").is_some()
            || memmem::find(inside, b"\n\r\n").is_some();
        let at = behind + first;
        (at >= from && !is_cut).then_some(at)
    })
}

/// Whether what stands behind a `<` may open a URL: perhaps white space, a name, and then a colon
/// or, where a line break cuts it, white space.
fn may_open(behind: &[u8]) -> bool {
    let name = behind.trim_ascii_start();
    match name.first() {
        // Quote marks, on the line behind the one that the `<` ends.
        Some(b'>' | b'|' | b':') => return name.len() < behind.len(),
        Some(byte) if byte.is_ascii_alphabetic() => {}
        _ => return false,
    }
    let is_in_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"+.-".contains(byte);
    match name.iter().find(|byte| !is_in_name(byte)) {
        None => false,
        Some(end) => *end == b':' || end.is_ascii_whitespace(),
    }
}

#[cfg(test)]
mod tests {
    use super::{first_beyond_ascii, may_be_in_header};

    #[test]
    fn addresses_and_identifiers_open_nothing() {
        let nothing: [&[u8]; 4] = [
            b"Message-ID: <20020107.12@a.example>",
            b"From: Jane <jane@a.example>, <a.b>",
            b"Subject: a < b? <3 <",
            b"To: <1:2@a.example>",
        ];
        for raw in nothing {
            assert!(!may_be_in_header(raw), "{}", raw.escape_ascii());
        }
        let something: [&[u8]; 6] = [
            b"List-Post: <mailto:a@b.example>",
            b"Subject: < \t\r\n URL:a>",
            b"Subject: <htt\r\n p://a.example>",
            b"Subject: =?utf-8?Q?a?=",
            b"X: <a@b> <http:",
            b"X: <\n> http://a>",
        ];
        for raw in something {
            assert!(may_be_in_header(raw), "{}", raw.escape_ascii());
        }
    }

    #[test]
    fn what_is_not_in_a_url_needs_no_charset() {
        let first = |text: &[u8]| first_beyond_ascii(text, 0);
        assert_eq!(first(b"caf\xe9 <jane@a> caf\xe9 <http://a/>"), None);
        assert_eq!(first(b"<http://a/\xe9>"), Some(10));
        assert_eq!(first(b"<b\xe9> <http://a/\n> \xe9>"), Some(18));
        assert_eq!(first(b"<http://a/\n\n\xe9>"), None);
        assert_eq!(first(b"<http://a/\r\n\r\n\xe9>"), None);
        assert_eq!(first(b"<http://a/<\xe9>"), None);
        assert_eq!(
            first_beyond_ascii(b"<http://\xe9/<http://\xe9>", 9),
            Some(18)
        );
    }
}
