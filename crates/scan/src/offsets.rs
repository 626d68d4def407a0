//! Conversion of byte offsets into other units.

/// Converts byte offsets in a UTF-8 text into offsets in UTF-16 code units, as JavaScript and Qt count,
/// and in characters, as Python counts.
///
/// Convert offsets in ascending order: each byte of the text is then read once. An offset below the last
/// one restarts the count at the beginning of the text. An offset inside a character is rounded down to
/// its start, an offset past the end of the text to the end.
///
/// ```
/// use urlsift_scan::{Offsets, candidates};
///
/// let text = "Grüße 😀: <http://a.example/>";
/// let found = candidates(text.as_bytes()).next().unwrap();
/// let bytes = found.span().range();
/// let mut offsets = Offsets::new(text);
/// assert_eq!(bytes, 14..33);
/// assert_eq!(offsets.utf16(bytes.start)..offsets.utf16(bytes.end), 10..29);
/// assert_eq!(offsets.chars(bytes.start)..offsets.chars(bytes.end), 9..28);
/// ```
#[derive(Clone, Debug)]
pub struct Offsets<'t> {
    text: &'t str,
    /// The last offset, rounded down to the start of a character. `utf16` and `chars` count up to it.
    byte: usize,
    utf16: usize,
    chars: usize,
}

impl<'t> Offsets<'t> {
    /// Creates a converter of offsets in `text`.
    #[must_use]
    pub const fn new(text: &'t str) -> Self {
        Self {
            text,
            byte: 0,
            utf16: 0,
            chars: 0,
        }
    }

    /// Returns the number of UTF-16 code units before the byte offset `byte`.
    #[must_use]
    pub fn utf16(&mut self, byte: usize) -> usize {
        self.seek(byte);
        self.utf16
    }

    /// Returns the number of characters, which are Unicode scalar values, before the byte offset `byte`.
    #[must_use]
    pub fn chars(&mut self, byte: usize) -> usize {
        self.seek(byte);
        self.chars
    }

    /// Counts up to the start of the character at `byte`.
    fn seek(&mut self, byte: usize) {
        let byte = self.text.floor_char_boundary(byte);
        if byte < self.byte {
            *self = Self::new(self.text);
        }
        // The first byte of a character is not a continuation byte, and the characters of four bytes are
        // those of two code units (RFC 3629 §3, RFC 2781 §2.1).
        let passed = &self.text.as_bytes()[self.byte..byte];
        let chars = passed.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        let pairs = passed.iter().filter(|&&byte| byte >= 0xF0).count();
        self.chars += chars;
        self.utf16 += chars + pairs;
        self.byte = byte;
    }
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec::Vec};

    use super::Offsets;

    /// The first and last characters of each length in UTF-8.
    const CHARS: [char; 9] = [
        'a',
        '\0',
        '\u{7f}',
        '\u{80}',
        '\u{7ff}',
        '\u{800}',
        '\u{ffff}',
        '\u{10000}',
        '\u{10ffff}',
    ];

    /// Counts code units and characters one by one.
    fn counted(text: &str, byte: usize) -> (usize, usize) {
        let ends = text.char_indices().map(|(at, char)| at + char.len_utf8());
        let chars = ends.take_while(|&end| end <= byte).count();
        let before = text.chars().take(chars);
        (before.map(char::len_utf16).sum(), chars)
    }

    /// Returns all texts of up to three characters.
    fn texts() -> Vec<String> {
        let mut texts = Vec::from([String::new()]);
        let mut from = 0;
        for _ in 0..3 {
            let to = texts.len();
            for index in from..to {
                for char in CHARS {
                    let mut text = texts[index].clone();
                    text.push(char);
                    texts.push(text);
                }
            }
            from = to;
        }
        texts
    }

    #[test]
    fn offsets_are_right_in_any_order() {
        let texts = texts();
        assert_eq!(texts.len(), 1 + 9 + 81 + 729);
        for text in &texts {
            for first in 0..=text.len() + 2 {
                for second in 0..=text.len() + 2 {
                    let mut offsets = Offsets::new(text);
                    for byte in [first, second] {
                        let (utf16, chars) = counted(text, byte);
                        assert_eq!(offsets.utf16(byte), utf16, "{text:?} at {byte}");
                        assert_eq!(offsets.chars(byte), chars, "{text:?} at {byte}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_offset_past_the_end_is_the_end() {
        let mut offsets = Offsets::new("é😀");
        assert_eq!(
            (offsets.utf16(usize::MAX), offsets.chars(usize::MAX)),
            (3, 2)
        );
        assert_eq!((offsets.utf16(2), offsets.chars(1)), (1, 0));
        let mut empty = Offsets::new("");
        assert_eq!((empty.utf16(0), empty.chars(7)), (0, 0));
    }
}
