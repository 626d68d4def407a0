//! Lines: base64 or text.

use super::quantum::{INVALID, PAD, VALUES};

/// The maximum number of bytes of a line that are examined together: a line of mail has at most 998
/// bytes and a CRLF (RFC 5322 §2.1.1).
pub(in crate::decode) const MAX_LINE_HEAD: usize = 1000;

/// The minimum length of a run of letters that cannot be a word of prose.
pub(super) const LONG_RUN: usize = 20;

/// The extent of the data, inferred from the lengths of its lines: all but the last are equal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    /// The number of characters of the first line; 0 before it.
    pub(super) full: usize,
    /// Whether padding, a shorter line, an empty line or text has ended the data.
    pub(super) has_ended: bool,
}

impl Extent {
    /// Adds a data line with this number of characters, 0 for an empty line. Whole quanta begin new
    /// data after the end of the data.
    pub(super) fn line(&mut self, characters: usize, is_whole: bool, is_padded: bool) {
        if characters == 0 {
            self.has_ended |= self.full > 0;
        } else if self.full == 0 || self.has_ended && is_whole {
            self.full = characters;
            self.has_ended = false;
        } else {
            self.has_ended |= characters < self.full;
        }
        self.has_ended |= is_padded;
    }
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// A line of white space.
    Empty,
    /// A line with `<`, `>` or `://`, or with both white space and bytes outside the alphabet.
    Text,
    /// Base64, perhaps with bytes outside the alphabet.
    Base64,
    Spaced(SpacedLine),
}

/// A line of alphabet characters with white space between them, and padding at the end or none:
/// words, or data with white space, which RFC 2045 §6.8 ignores.
///
/// It is text if the data has [ended](Extent) or if it has more characters than the first line of
/// the data. Otherwise it is data
///
/// - if a run of characters is [too long for a word](LONG_RUN),
/// - if it is as long as the first line, or
/// - if it ends a quantum; but without padding, and without data before it, only if no text
///   follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SpacedLine {
    pub(super) characters: usize,
    pub(super) pads: usize,
    pub(super) longest_run: usize,
}

impl LineKind {
    pub(super) fn of(line: &[u8]) -> Self {
        let is_edge = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        let start = line.iter().position(|byte| !is_edge(byte));
        let end = line.iter().rposition(|byte| !is_edge(byte));
        let (Some(start), Some(end)) = (start, end) else {
            return Self::Empty;
        };
        let inner = &line[start..=end];
        if memchr::memchr2(b'<', b'>', inner).is_some() || has_url(inner) {
            return Self::Text;
        }
        if memchr::memchr2(b' ', b'\t', inner).is_none() {
            return Self::Base64;
        }
        let mut spaced = SpacedLine {
            characters: 0,
            pads: 0,
            longest_run: 0,
        };
        let mut run = 0;
        for &byte in inner {
            match VALUES[usize::from(byte)] {
                INVALID if matches!(byte, b' ' | b'\t') => run = 0,
                PAD if spaced.pads < 2 => spaced.pads += 1,
                INVALID | PAD => return Self::Text,
                _ if spaced.pads > 0 => return Self::Text,
                _ => {
                    run += 1;
                    spaced.characters += 1;
                    spaced.longest_run = spaced.longest_run.max(run);
                }
            }
        }
        Self::Spaced(spaced)
    }
}

/// Returns whether a line has `://`, as the footer of a mailing list may without any white space.
fn has_url(line: &[u8]) -> bool {
    memchr::memmem::find(line, b"://").is_some()
}

/// Returns the head of the line with which a text begins: the whole line with its break, or its first 1000 bytes.
/// `None` if more of the text is needed. A head without LF at its end belongs to a longer line, or is the last one.
pub(in crate::decode) fn line_head(text: &[u8], at_end: bool) -> Option<&[u8]> {
    let within = &text[..text.len().min(MAX_LINE_HEAD)];
    match memchr::memchr(b'\n', within) {
        Some(lf) => Some(&within[..=lf]),
        None => (at_end || within.len() == MAX_LINE_HEAD).then_some(within),
    }
}
