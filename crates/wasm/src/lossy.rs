//! Texts that need not be UTF-8.

use std::borrow::Cow;

use urlsift::{OffsetUnit, UnitOffsets};

/// A text in which U+FFFD replaces bytes that are not UTF-8, as in JavaScript's `TextDecoder`.
pub(crate) struct LossyText<'t> {
    text: Cow<'t, str>,
    /// The end of each invalid sequence in the original bytes, and the end of its replacement in the text.
    replaced: Vec<(usize, usize)>,
}

impl<'t> LossyText<'t> {
    pub(crate) fn new(bytes: &'t [u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let mut replaced = Vec::new();
        if let Cow::Owned(_) = text {
            let mut ends = (0, 0);
            for chunk in bytes.utf8_chunks() {
                let valid = chunk.valid().len();
                ends = (ends.0 + valid, ends.1 + valid);
                let invalid = chunk.invalid().len();
                if invalid > 0 {
                    ends = (ends.0 + invalid, ends.1 + '\u{fffd}'.len_utf8());
                    replaced.push(ends);
                }
            }
        }
        Self { text, replaced }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn offsets(&self) -> LossyOffsets<'_> {
        LossyOffsets {
            replaced: &self.replaced,
            units: UnitOffsets::new(self.text.as_bytes(), OffsetUnit::Utf16),
        }
    }
}

/// Converts offsets in the bytes of a [`LossyText`] to offsets in it, in UTF-16 code units.
pub(crate) struct LossyOffsets<'t> {
    replaced: &'t [(usize, usize)],
    units: UnitOffsets<'t>,
}

impl LossyOffsets<'_> {
    /// Returns the number of UTF-16 code units before an original byte, which is not inside an invalid sequence.
    pub(crate) fn before(&self, byte: u64) -> u64 {
        let count = self
            .replaced
            .partition_point(|&(end, _)| end as u64 <= byte);
        let last = count.checked_sub(1).map(|index| self.replaced[index]);
        let (end, replacement_end) = last.unwrap_or_default();
        self.units
            .before(byte - end as u64 + replacement_end as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::LossyText;

    #[test]
    fn offsets_count_replacements() {
        let parts: [(&[u8], &str); 5] = [
            (b"a\xc3\xa4", "a\u{e4}"),
            (b"\xff", "\u{fffd}"),
            (b"\xe2\x82", "\u{fffd}"),
            (b"\xf0\x9f\x94\x97x", "\u{1f517}x"),
            (b"\x80", "\u{fffd}"),
        ];
        let bytes = parts.map(|(bytes, _)| bytes).concat();
        let text = LossyText::new(&bytes);
        assert_eq!(text.as_str(), parts.map(|(_, text)| text).concat());
        let offsets = text.offsets();
        let (mut byte, mut unit) = (0, 0);
        for (bytes, text) in parts {
            assert_eq!(offsets.before(byte), unit);
            byte += bytes.len() as u64;
            unit += text.encode_utf16().count() as u64;
        }
        assert_eq!(offsets.before(byte), unit);
    }
}
