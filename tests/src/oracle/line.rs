//! The characters of a line. A byte that is not UTF-8 is a letter.

/// The letter that bytes that are not UTF-8 are replaced by.
const NOT_UTF_8: char = 'ƿ';

/// A line: its characters, and the offset of each of them and of the end.
pub(super) struct Line {
    pub(super) chars: Vec<char>,
    pub(super) offsets: Vec<usize>,
}

impl Line {
    pub(super) fn of(line: &[u8], start: usize) -> Self {
        let (mut chars, mut offsets) = (Vec::new(), Vec::new());
        let mut at = start;
        for chunk in line.utf8_chunks() {
            for char in chunk.valid().chars() {
                chars.push(char);
                offsets.push(at);
                at += char.len_utf8();
            }
            if !chunk.invalid().is_empty() {
                // The no-break space of Latin-1 is one.
                let is_space = chunk.invalid() == [0xa0];
                chars.push(if is_space { '\u{a0}' } else { NOT_UTF_8 });
                offsets.push(at);
                at += chunk.invalid().len();
            }
        }
        offsets.push(at);
        Self { chars, offsets }
    }

    /// Returns the index of the character at an offset.
    pub(super) fn index(&self, offset: usize) -> usize {
        let index = self.offsets.binary_search(&offset);
        index.expect("the offset of a character")
    }
}
