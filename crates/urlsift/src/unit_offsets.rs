//! Offsets in units other than bytes.

use crate::{Link, Position, Span};

/// The unit in which a program counts the characters of its texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OffsetUnit {
    /// Bytes of UTF-8, as in Rust and C.
    #[default]
    Utf8,
    /// Code points, as in Python and GTK.
    CodePoints,
    /// UTF-16 code units, as in JavaScript, Java and Qt. A code point above U+FFFF has two.
    Utf16,
}

/// The number of bytes between two stored counts.
const STEP: usize = 1 << 9;

/// Converts offsets in bytes of a text to offsets in another unit.
///
/// An offset within a code point counts all units of that code point. The table takes 1/64 of the memory of the text.
///
/// ```
/// use urlsift::{OffsetUnit, UnitOffsets};
///
/// let text = "\u{10300} <http://a.example/>";
/// let link = urlsift::text(text).links().next().unwrap();
/// let offsets = UnitOffsets::new(text.as_bytes(), OffsetUnit::Utf16);
/// assert_eq!(link.span().start(), 5);
/// assert_eq!(offsets.before(link.span().start()), 3);
/// ```
#[derive(Clone, Debug)]
pub struct UnitOffsets<'t> {
    text: &'t [u8],
    unit: OffsetUnit,
    /// The number of units before each multiple of [`STEP`]; empty if all bytes are ASCII.
    before: Vec<u64>,
}

impl<'t> UnitOffsets<'t> {
    /// Counts the units of a text, which should be UTF-8. Each byte that is not a continuation byte begins a code
    /// point.
    #[must_use]
    pub fn new(text: &'t [u8], unit: OffsetUnit) -> Self {
        let mut before = Vec::new();
        if unit != OffsetUnit::Utf8 && !text.is_ascii() {
            before.reserve_exact(text.len() / STEP + 2);
            let mut count = 0;
            for block in text.chunks(STEP) {
                before.push(count);
                count += units(block, unit);
            }
            before.push(count);
        }
        Self { text, unit, before }
    }

    /// Returns the number of units before a byte, including those of a code point that begins before it.
    #[must_use]
    pub fn before(&self, byte: u64) -> u64 {
        let byte = usize::try_from(byte).map_or(self.text.len(), |byte| byte.min(self.text.len()));
        if self.before.is_empty() {
            return byte as u64;
        }
        let step = byte / STEP;
        self.before[step] + units(&self.text[step * STEP..byte], self.unit)
    }

    /// Converts the place of a link whose source is this text: its span, its pieces, its column and the offset
    /// of the link that shows it.
    #[must_use]
    pub fn place<'l>(&self, link: Link<'l>) -> Link<'l> {
        if self.before.is_empty() {
            return link;
        }
        let start = link.span().start();
        let position = link.position().map(|position| Position {
            column: self.before(start) - self.before(start - (position.column - 1)) + 1,
            ..position
        });
        let convert = |span: Span| Span::new(self.before(span.start()), self.before(span.end()));
        link.with_place(convert, position)
    }
}

/// Returns the number of units of the code points that begin in these bytes.
fn units(bytes: &[u8], unit: OffsetUnit) -> u64 {
    let starts = bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
    let surrogates = match unit {
        OffsetUnit::Utf8 => return bytes.len() as u64,
        OffsetUnit::CodePoints => 0,
        OffsetUnit::Utf16 => bytes.iter().filter(|&&byte| byte >= 0xf0).count(),
    };
    (starts + surrogates) as u64
}

#[cfg(test)]
mod tests {
    use super::{OffsetUnit, STEP, UnitOffsets};

    #[track_caller]
    fn check(text: &str) {
        let points = UnitOffsets::new(text.as_bytes(), OffsetUnit::CodePoints);
        let utf16 = UnitOffsets::new(text.as_bytes(), OffsetUnit::Utf16);
        let mut before = (0, 0);
        for (byte, char) in text.char_indices() {
            assert_eq!(
                (points.before(byte as u64), utf16.before(byte as u64)),
                before
            );
            before = (before.0 + 1, before.1 + char.len_utf16() as u64);
        }
        for end in [text.len() as u64, u64::MAX] {
            assert_eq!((points.before(end), utf16.before(end)), before);
        }
    }

    #[test]
    fn all_lengths_of_code_points_are_counted() {
        check("");
        check("only ASCII");
        check("a\u{e4}\u{20ac}\u{10300}b");
    }

    #[test]
    fn blocks_may_begin_within_a_code_point() {
        for fill in STEP - 5..STEP + 5 {
            check(&format!("{}\u{10300}\u{20ac}\u{e4}x", "x".repeat(fill)));
        }
        check(&"\u{10300}\u{20ac}".repeat(STEP));
    }

    #[test]
    fn an_offset_within_a_code_point_counts_it() {
        let offsets = UnitOffsets::new("\u{10300}".as_bytes(), OffsetUnit::Utf16);
        assert_eq!([0, 1, 3, 4].map(|byte| offsets.before(byte)), [0, 2, 2, 2]);
    }
}
