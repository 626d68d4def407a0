//! The characters outside ASCII that are dropped inside a candidate.

use std::ops::Range;

use super::class::is_ws;

/// A character outside ASCII that may be dropped inside a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DroppedChar {
    /// A space, or a character without width. It is *ws*, but neither SP nor HTAB.
    Space,
    /// U+00AD.
    SoftHyphen,
    /// U+2010, or the [soft hyphen of Latin-1](ends_in_raw_soft_hyphen), which are dropped before a line break.
    Hyphen,
}

impl DroppedChar {
    /// Returns the character at the start of the bytes, and its length.
    pub(crate) const fn decode(bytes: &[u8]) -> Option<(Self, usize)> {
        Some(match bytes {
            // U+0085, U+00A0.
            [0xc2, 0x85 | 0xa0, ..] => (Self::Space, 2),
            [0xc2, 0xad, ..] => (Self::SoftHyphen, 2),
            [0xe2, 0x80, 0x90, ..] => (Self::Hyphen, 3),
            // U+1680; U+2000 to U+200B; U+202F; U+205F, U+2060; U+3000; U+FEFF.
            [0xe1, 0x9a, 0x80, ..]
            | [0xe2, 0x80, 0x80..=0x8b | 0xaf, ..]
            | [0xe2, 0x81, 0x9f | 0xa0, ..]
            | [0xe3, 0x80, 0x80, ..]
            | [0xef, 0xbb, 0xbf, ..] => (Self::Space, 3),
            _ => return None,
        })
    }

    /// Returns the character at an index of `text` if it is dropped, and its length. `text` extends to the end of the
    /// candidate.
    pub(crate) fn at(text: &[u8], at: usize) -> Option<(Self, usize)> {
        let rest = &text[at..];
        if rest.first().is_none_or(u8::is_ascii) {
            return None;
        }
        let (dropped, len) = if ends_in_raw_soft_hyphen(&text[..=at]) {
            (Self::Hyphen, 1)
        } else {
            Self::decode(rest)?
        };
        (dropped != Self::Hyphen || begins_with_break(&rest[len..])).then_some((dropped, len))
    }

    /// Returns the first index in a range of `text` at which a character is dropped, or the end of the range.
    pub(crate) fn find(text: &[u8], range: Range<usize>) -> usize {
        let end = range.end;
        let is_dropped = |&at: &usize| Self::at(text, at).is_some();
        { range }.find(is_dropped).unwrap_or(end)
    }
}

/// The soft hyphen of Latin-1 in a text that is not UTF-8, and the last byte of U+00AD.
pub(crate) const RAW_SOFT_HYPHEN: u8 = 0xad;

/// Returns whether a text ends with the soft hyphen of Latin-1: the byte 0xAD after an ASCII character, where UTF-8
/// cannot have it. It is dropped only before a line break, since other charsets have a letter there.
pub(crate) fn ends_in_raw_soft_hyphen(text: &[u8]) -> bool {
    matches!(text, [.., before, RAW_SOFT_HYPHEN] if before.is_ascii())
}

/// Returns whether a line break is the first of `text`, after other *ws*.
fn begins_with_break(text: &[u8]) -> bool {
    let mut rest = text;
    loop {
        rest = match rest {
            [b'\n', ..] => return true,
            [byte, rest @ ..] if is_ws(*byte) => rest,
            _ => match DroppedChar::decode(rest) {
                Some((DroppedChar::Space, len)) => &rest[len..],
                _ => return false,
            },
        }
    }
}
