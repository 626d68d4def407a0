//! The dash escapes of texts that are signed with PGP (RFC 9580 §7.2, RFC 4880 §7.1).
//!
//! Every plain text may have them, and few do. So the first armor line is searched for as a string, and only after it
//! lines are read one by one.

use std::sync::LazyLock;

use memchr::{memchr, memmem::Finder, memrchr};

use super::{
    carried::{Carried, TextDecoder},
    output::Output,
};

/// The armor line before the signed text, and the one after it.
const BEGIN_TEXT: &[u8] = b"-----BEGIN PGP SIGNED MESSAGE-----";
const BEGIN_SIGNATURE: &[u8] = b"-----BEGIN PGP SIGNATURE-----";

/// What every armor line before a signed text contains.
pub(crate) const BEGIN_SIGNED_TEXT: &[u8] = BEGIN_TEXT.split_at(5).1;

/// Finds the first armor line. Building this for each text would take longer than the search.
static FIRST_ARMOR: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new(BEGIN_TEXT));

/// What precedes a line that begins with a dash, and may precede any line.
const ESCAPE: &[u8] = b"- ";

/// Drops `- ` at the start of lines between the armor lines of a signed text.
///
/// Holds back at most 33 bytes: the start of a line.
pub(crate) type DashEscape = Carried<SignedLines>;

#[derive(Debug, Default)]
pub(crate) struct SignedLines {
    is_signed: bool,
    /// Whether the next byte does not begin a line.
    is_in_line: bool,
}

/// The start of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineHead {
    Armor,
    Escaped,
    Text,
    /// More input is needed.
    Incomplete,
}

impl SignedLines {
    /// Classifies the start of a line.
    fn line_head(&self, text: &[u8]) -> LineHead {
        let armor = if self.is_signed {
            BEGIN_SIGNATURE
        } else {
            BEGIN_TEXT
        };
        if text.starts_with(armor) {
            LineHead::Armor
        } else if self.is_signed && text.starts_with(ESCAPE) {
            LineHead::Escaped
        } else if armor.starts_with(text) {
            // The escape begins as the armor does.
            LineHead::Incomplete
        } else {
            LineHead::Text
        }
    }

    /// Passes on text up to the start of the next line that matters. Returns the number of bytes used.
    fn text(&mut self, text: &[u8], at: u64, out: &mut Output) -> usize {
        let used = if self.is_signed {
            memchr(b'\n', text).map_or(text.len(), |lf| lf + 1)
        } else {
            unsigned_len(text)
        };
        out.verbatim(&text[..used], at);
        if used > 0 {
            self.is_in_line = text[used - 1] != b'\n';
        }
        used
    }
}

/// Returns the number of bytes up to the next line that is, or may become, the armor line before a signed text. The
/// first byte does not begin a line.
fn unsigned_len(text: &[u8]) -> usize {
    let is_line = |&at: &usize| at > 0 && text[at - 1] == b'\n';
    if let Some(armor) = FIRST_ARMOR.find_iter(text).find(is_line) {
        return armor;
    }
    let last = memrchr(b'\n', text).map_or(text.len(), |lf| lf + 1);
    if BEGIN_TEXT.starts_with(&text[last..]) {
        last
    } else {
        text.len()
    }
}

impl TextDecoder for SignedLines {
    const MAX_LEFT: usize = BEGIN_TEXT.len() - 1;

    fn read(&mut self, text: &[u8], at: u64, at_end: bool, out: &mut Output) -> usize {
        let mut used = 0;
        while used < text.len() {
            let rest = &text[used..];
            if !self.is_in_line {
                match self.line_head(rest) {
                    LineHead::Armor => self.is_signed = !self.is_signed,
                    LineHead::Incomplete if !at_end => break,
                    LineHead::Text | LineHead::Incomplete => {}
                    LineHead::Escaped => {
                        self.is_in_line = true;
                        used += ESCAPE.len();
                        continue;
                    }
                }
                self.is_in_line = true;
            }
            used += self.text(rest, at + used as u64, out);
        }
        used
    }

    fn passes(&mut self, input: &[u8]) -> bool {
        let Some(&first) = input.first() else {
            return true;
        };
        let may_begin = !self.is_in_line && first == b'-';
        let passes = !(self.is_signed || may_begin) && unsigned_len(input) == input.len();
        if passes {
            self.is_in_line = !input.ends_with(b"\n");
        }
        passes
    }

    fn restart(&mut self) -> bool {
        *self = Self::default();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{super::testing, DashEscape};

    #[test]
    fn every_division_gives_the_same_output() {
        let front = b"-----BEGIN PGP SIGNED MESSAGE-----\n";
        testing::decode_all(DashEscape::default, front, b"- \na", 5);
        testing::decode_all(
            DashEscape::default,
            b"-----BEGIN PGP SIGNED MESSAGE----",
            b"-\n a",
            3,
        );
    }

    #[test]
    fn each_byte_has_its_place() {
        let input = b"-----BEGIN PGP SIGNED MESSAGE-----\n- ab";
        let decoded = testing::decode(DashEscape::default, input);
        assert_eq!(decoded.ranges[35..], [(37, 38), (38, 39)]);
    }
}
