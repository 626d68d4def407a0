//! URLs as they are shown, and the key by which they are counted.
//!
//! [`display`] and [`in_text`] follow UTS #58, *Unicode Link Detection and Formatting*: a URL is shown with as few
//! percent-encoded characters as can be, so that it can be read in any script. We depart from the standard where the
//! result would deceive a reader, or lead elsewhere: invisible characters, a backslash in a path and a plus sign in a
//! query stay encoded.

use std::fmt::Write as _;

use urlsift_scan::{LinkTerm, opening_bracket};

use crate::{Link, is_unprintable};

#[cfg(feature = "whatwg")]
pub use urlsift_rfc1738::url_key;

/// Returns a URL as it is shown to people, on its own: its path, query and fragment with minimal escaping by UTS #58.
/// What precedes them is unchanged, apart from characters that nobody can see; show the host in its canonical form
/// where it matters. A URL without `//` is unchanged in the same way.
///
/// ```
/// use urlsift::format::display;
///
/// assert_eq!(display(b"http://a.example/%C3%A9t%C3%A9%2Fb."), "http://a.example/été%2Fb.");
/// assert_eq!(display(b"mailto:a%C3%A9@b.example"), "mailto:a%C3%A9@b.example");
/// ```
#[must_use]
pub fn display(url: &[u8]) -> String {
    formatted(url, false)
}

/// Returns a URL for a running text: as [`display`] does, and with an escape for punctuation at its end, which would
/// belong to the sentence.
///
/// ```
/// use urlsift::format::in_text;
///
/// assert_eq!(in_text(b"http://a.example/%C3%A9?c."), "http://a.example/é?c%2E");
/// ```
#[must_use]
pub fn in_text(url: &[u8]) -> String {
    formatted(url, true)
}

fn formatted(url: &[u8], is_in_text: bool) -> String {
    let mut out = String::with_capacity(url.len());
    let (start, mut rest) = url.split_at(parts_start(url));
    write_raw(&mut out, start);
    for (initiator, ends, syntax) in [
        (None, &b"?#"[..], "/?#\\"),
        (Some(b'?'), b"#", "&=#+"),
        (Some(b'#'), b"", ""),
    ] {
        if let Some(initiator) = initiator {
            let Some(after) = rest.strip_prefix(&[initiator]) else {
                continue;
            };
            out.push(initiator.into());
            rest = after;
        }
        let end = rest.iter().position(|byte| ends.contains(byte));
        let (part, after) = rest.split_at(end.unwrap_or(rest.len()));
        write_part(&mut out, part, syntax, is_in_text && after.is_empty());
        rest = after;
    }
    out
}

impl Link<'_> {
    /// Returns the first reading as it is shown to people; see [`format::display`](display).
    #[must_use]
    pub fn display(&self) -> String {
        display(self.url_bytes())
    }

    /// Returns the key by which links are counted; see [`format::url_key`](url_key). The key of a relative reference is
    /// that of the [resolved](Self::resolved) URL, if there is a base.
    #[cfg(feature = "whatwg")]
    #[must_use]
    pub fn url_key(&self) -> String {
        self.resolved()
            .map_or_else(|| url_key(self.url_bytes()), |url| url_key(&url))
    }
}

/// Returns the index after the scheme and the host; the length of a URL without `//`.
fn parts_start(url: &[u8]) -> usize {
    let scheme = url.iter().position(|byte| b":/?#".contains(byte));
    let after = match scheme {
        Some(at) if url[at] == b':' => at + 1,
        _ => 0,
    };
    if !url[after..].starts_with(b"//") {
        return url.len();
    }
    let authority = &url[after + 2..];
    let end = authority.iter().position(|byte| b"/?#\\".contains(byte));
    end.map_or(url.len(), |end| after + 2 + end)
}

/// A character of a part, or a byte that is not UTF-8.
#[derive(Clone, Copy)]
struct Token {
    char: Result<char, u8>,
    is_escape: bool,
}

impl Token {
    fn is_hex_digit(self) -> bool {
        self.char.is_ok_and(|char| char.is_ascii_hexdigit())
    }
}

/// Writes a path, query or fragment. Characters of `syntax` that are escaped stay so. `ends_url` says whether the
/// part is the last one of a URL in a text.
fn write_part(out: &mut String, part: &[u8], syntax: &str, ends_url: bool) {
    let tokens = tokens(part);
    let mut open = Vec::new();
    for (index, &Token { char, is_escape }) in tokens.iter().enumerate() {
        let char = match char {
            Ok(char) => char,
            Err(byte) => {
                write_escape(out, byte);
                continue;
            }
        };
        let is_end = ends_url && index + 1 == tokens.len();
        let after = tokens.get(index + 1..index + 3).unwrap_or_default();
        let is_kept = match LinkTerm::of(char) {
            _ if is_unprintable(char) || is_escape && syntax.contains(char) => false,
            // Would begin an escape.
            _ if char == '%' => after.is_empty() || !after.iter().all(|token| token.is_hex_digit()),
            LinkTerm::Include => true,
            LinkTerm::Hard => false,
            LinkTerm::Soft => !is_end,
            LinkTerm::Open => {
                open.push(char);
                true
            }
            LinkTerm::Close => open
                .pop()
                .is_some_and(|open| opening_bracket(char) == Some(open)),
        };
        if is_kept {
            out.push(char);
        } else {
            write_escapes(out, char);
        }
    }
}

/// Returns the characters of a part, decoded.
fn tokens(part: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(part.len());
    let mut decoded = Vec::new();
    let mut rest = part;
    while !rest.is_empty() {
        let is_escape = escaped(rest).is_some();
        let mut len = 0;
        decoded.clear();
        while len < rest.len() && escaped(&rest[len..]).is_some() == is_escape {
            let escape = escaped(&rest[len..]);
            decoded.push(escape.unwrap_or(rest[len]));
            len += if is_escape { 3 } else { 1 };
        }
        rest = &rest[len..];
        for chunk in decoded.utf8_chunks() {
            let chars = chunk.valid().chars().map(Ok);
            let bytes = chunk.invalid().iter().copied().map(Err);
            tokens.extend(chars.chain(bytes).map(|char| Token { char, is_escape }));
        }
    }
    tokens
}

/// Returns the byte of the escape at the start of a text.
fn escaped(text: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = *text else {
        return None;
    };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(high)? << 4 | digit(low)?).ok()
}

/// Writes a text, with escapes for what is not UTF-8 and what nobody can see.
fn write_raw(out: &mut String, text: &[u8]) {
    for chunk in text.utf8_chunks() {
        for char in chunk.valid().chars() {
            if is_unprintable(char) {
                write_escapes(out, char);
            } else {
                out.push(char);
            }
        }
        for &byte in chunk.invalid() {
            write_escape(out, byte);
        }
    }
}

fn write_escapes(out: &mut String, char: char) {
    for byte in char.encode_utf8(&mut [0; 4]).bytes() {
        write_escape(out, byte);
    }
}

fn write_escape(out: &mut String, byte: u8) {
    // Writing to a string does not fail.
    let _ = write!(out, "%{byte:02X}");
}
