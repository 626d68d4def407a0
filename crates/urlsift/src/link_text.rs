//! The text of a link.

/// The maximum length of the text of a link in bytes.
const MAX_TEXT: usize = 1 << 10;

/// The text of a link, collected as it arrives.
#[derive(Debug, Default)]
pub(crate) struct LinkText {
    /// The text with ASCII whitespace collapsed.
    bytes: Vec<u8>,
}

impl LinkText {
    /// Appends bytes of the text. Returns whether the text is complete, because it has the maximum length.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> bool {
        self.bytes.reserve(bytes.len().min(MAX_TEXT + 1));
        for &byte in bytes {
            if self.bytes.len() > MAX_TEXT {
                return true;
            }
            if !byte.is_ascii_whitespace() {
                self.bytes.push(byte);
            } else if self.bytes.last().is_some_and(|&last| last != b' ') {
                self.bytes.push(b' ');
            }
        }
        self.bytes.len() > MAX_TEXT
    }

    /// Returns the text with whitespace collapsed and removed at its ends, at most 1 KiB of it.
    pub(crate) fn finish(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        let mut text = if text.is_ascii() && !text.contains('\x0b') {
            // Its whitespace is collapsed already.
            text.into_owned()
        } else {
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        text.truncate(text.floor_char_boundary(MAX_TEXT));
        text.truncate(text.trim_end().len());
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{LinkText, MAX_TEXT};

    #[test]
    fn white_space_is_collapsed_across_chunks() {
        let text = " a \n\tb\u{a0} c\u{e9} \u{a0}".as_bytes();
        for size in 1..text.len() {
            let mut collected = LinkText::default();
            for chunk in text.chunks(size) {
                assert!(!collected.push(chunk));
            }
            assert_eq!(collected.finish(), "a b c\u{e9}", "{size}");
        }
    }

    #[test]
    fn a_text_has_a_maximum_length() {
        let mut collected = LinkText::default();
        assert!(!collected.push("é".repeat(MAX_TEXT / 2).as_bytes()));
        assert_eq!(collected.finish().len(), MAX_TEXT);
        assert!(collected.push(b"ab"));
        assert!(collected.push(b"cd"));
        assert_eq!(collected.finish().len(), MAX_TEXT);
        let mut collected = LinkText::default();
        collected.push(format!("a{}", "é".repeat(MAX_TEXT)).as_bytes());
        assert_eq!(collected.finish().len(), MAX_TEXT - 1);
    }
}
