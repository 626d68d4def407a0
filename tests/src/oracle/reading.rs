//! Whitespace and obfuscated at-signs: the bytes of a reading.

use super::{
    bytes::{is_beside_at, line_break, skip_blanks, ws_len},
    quote_prefix::{Dropped, drop_marks},
};

/// The replacement for `@` in list archives.
pub(super) const AT: &[u8] = b" at ";

/// One byte of the URL.
#[derive(Clone, Copy)]
pub(super) struct UrlByte {
    pub(super) value: u8,
    /// The offset in the text.
    pub(super) at: usize,
    /// The offset after the byte. For a restored `@`, the offset after ` at `, its line break and the quote prefix.
    pub(super) end: usize,
}

impl UrlByte {
    pub(super) fn is_restored_at(self) -> bool {
        self.end - self.at >= AT.len()
    }
}

/// A soft hyphen, which is no part of a URL.
pub(super) const SOFT: &[u8] = "\u{ad}".as_bytes();
/// A hyphen that is no part of a URL before a line break.
pub(super) const TYPESET: &[u8] = "\u{2010}".as_bytes();

/// The byte of a soft hyphen in Latin-1, which is no part of a URL before a line break, and the last one of [`SOFT`].
pub(super) const RAW_SOFT: u8 = 0xad;

/// Returns the length of the typesetter's hyphen at `at` that is no part of a URL.
pub(super) fn typeset_hyphen(text: &[u8], at: usize) -> Option<usize> {
    if text[at..].starts_with(SOFT) {
        return Some(SOFT.len());
    }
    let len = if text[at..].starts_with(TYPESET) {
        TYPESET.len()
    } else if text[at] == RAW_SOFT && is_after_ascii(text, at) {
        1
    } else {
        return None;
    };
    let mut end = at + len;
    while *text.get(end)? != b'\n' {
        end += ws_len(text, end)?;
    }
    Some(len)
}

/// Returns whether the character before an offset is ASCII, so that the byte there is no part of a character in UTF-8
/// unless it begins one.
pub(super) fn is_after_ascii(text: &[u8], at: usize) -> bool {
    at > 0 && text[at - 1].is_ascii()
}

/// Returns the byte of the URL at `i`, or a restored `@`; `None` for white space.
pub(super) fn url_byte(text: &[u8], i: usize) -> Option<UrlByte> {
    let restored = text[i..].starts_with(AT)
        && i > 0
        && is_beside_at(text[i - 1])
        && text.get(i + AT.len()).is_some_and(|&b| is_beside_at(b));
    if restored {
        Some(UrlByte {
            value: b'@',
            at: i,
            end: i + AT.len(),
        })
    } else if ws_len(text, i).is_some() {
        None
    } else {
        Some(UrlByte {
            value: text[i],
            at: i,
            end: i + 1,
        })
    }
}

/// Returns a restored `@` whose second space is a line break, the start of the next line, and the quote prefix that is
/// dropped there. `so_far` holds the bytes of the candidate before it.
pub(super) fn broken_at(
    text: &[u8],
    i: usize,
    marks: &[&[u8]],
    so_far: &[UrlByte],
) -> Option<(UrlByte, usize, Dropped)> {
    if !text[i..].starts_with(b" at") || !is_beside_at(text[i - 1]) {
        return None;
    }
    let url: Vec<u8> = so_far.iter().map(|byte| byte.value).collect();
    if !url.to_ascii_lowercase().starts_with(b"mailto:")
        || url.contains(&b'@')
        || url.contains(&b'?')
    {
        return None;
    }
    let line = line_break(text, skip_blanks(text, i + 3))?;
    let dropped = drop_marks(text, line, marks);
    let end = skip_blanks(text, dropped.end);
    let byte = UrlByte {
        value: b'@',
        at: i,
        end,
    };
    let next = text.get(end)?;
    next.is_ascii_alphanumeric()
        .then_some((byte, line, dropped))
}

/// The content between the brackets, without *ws* and quote prefixes.
#[derive(Default)]
pub(super) struct Reading {
    pub(super) bytes: Vec<UrlByte>,
    /// The ranges from the start of a line to the end of its dropped marks and following spaces and tabs.
    pub(super) prefixes: Vec<(usize, usize)>,
}

impl Reading {
    /// Returns the range between the bytes at the indices `i` and `i + 1`.
    pub(super) fn gap(&self, i: usize) -> (usize, usize) {
        (self.bytes[i].end, self.bytes[i + 1].at)
    }

    /// Returns the indices of the bytes followed by a gap and then by more of the URL.
    pub(super) fn gaps(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.bytes.len().saturating_sub(1)).filter(|&i| {
            let (from, to) = self.gap(i);
            from < to
        })
    }

    pub(super) fn gap_has_break(&self, text: &[u8], i: usize) -> bool {
        let (from, to) = self.gap(i);
        text[from..to].contains(&b'\n')
    }

    /// Returns whether white space is in a gap, not only soft hyphens.
    pub(super) fn gap_has_ws(&self, text: &[u8], i: usize) -> bool {
        let (from, to) = self.gap(i);
        (from..to).any(|at| ws_len(text, at).is_some())
    }

    /// Returns whether two bytes are separated by white space without an LF.
    pub(super) fn is_spaced(&self, text: &[u8]) -> bool {
        self.gaps()
            .any(|i| self.gap_has_ws(text, i) && !self.gap_has_break(text, i))
    }

    /// Takes out the hyphens of typesetters.
    pub(super) fn drop_typeset_hyphens(&mut self, text: &[u8]) {
        self.bytes.retain(|byte| {
            // The byte, or one of the two before it, is the first of the character.
            let mut starts = byte.at.saturating_sub(2)..=byte.at;
            !starts.any(|at| typeset_hyphen(text, at).is_some_and(|len| byte.at < at + len))
        });
    }

    pub(super) fn drop_prefix(&mut self, line: usize, dropped: &Dropped) {
        if dropped.any {
            self.prefixes.push((line, dropped.end));
        }
    }
}
